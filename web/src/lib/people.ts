interface Named {
  readonly firstName: string | null;
  readonly displayName?: string | null;
}

/** How to address somebody: the first name, or the first word of the display name, or null. */
export const greetingName = ({ firstName, displayName }: Named): string | null =>
  firstName || displayName?.trim().split(/\s+/)[0] || null;

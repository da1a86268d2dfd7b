interface Named {
  readonly firstName: string | null;
  readonly displayName?: string | null;
}

/** How to address somebody: the first name, else the first word of the display name, else null. */
export const greetingName = ({ firstName, displayName }: Named): string | null =>
  firstName || displayName?.trim().split(/\s+/)[0] || null;

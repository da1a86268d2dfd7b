interface Named {
  readonly firstName: string | null;
  readonly displayName?: string | null;
}

/** What to call somebody to their face: their first name, else how the name they show begins. Null where there is none. */
export const greetingName = ({ firstName, displayName }: Named): string | null =>
  firstName || displayName?.trim().split(/\s+/)[0] || null;

/** `Ada Lovelace` becomes `AL`. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => Array.from(word ?? '')[0] ?? '',
  );
  return letters.join('').toUpperCase() || '?';
}

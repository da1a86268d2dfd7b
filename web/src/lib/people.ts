interface Named {
  readonly firstName: string | null;
  readonly displayName?: string | null;
  readonly email?: string | null;
}

/** What a person is called beside what they wrote. */
export const personName = ({ displayName, firstName, email }: Named): string =>
  displayName || firstName || email || 'Anonymous';

/** `Ada Lovelace` becomes `AL`. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => Array.from(word ?? '')[0] ?? '',
  );
  return letters.join('').toUpperCase() || '?';
}

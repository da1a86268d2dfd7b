import { personName } from '@inkwell/shared/format';
import { type AuthorNames, GUEST_PREFIX, isGuestId } from '../../users/authors.ts';
import type { AuthorEntry } from '../export-format.ts';
import { inRoot } from './portable.ts';
import { all, type ExportDependencies } from './section.ts';

const AUTHORS_AT_ONCE = 300;

export const keyOf = (id: string, names: AuthorNames | null | undefined): string => {
  const account = names?.joinedTo ?? id;
  return isGuestId(account) ? account.slice(GUEST_PREFIX.length) : account;
};
export const nameOf = (names: AuthorNames | null | undefined): string =>
  personName({ firstName: names?.firstName ?? null, displayName: names?.displayName ?? null });

/** All authors of posts, and guest authors without posts. */
export async function authorEntries({ stored, authors, publicBucket }: ExportDependencies): Promise<AuthorEntry[]> {
  const ids = await stored.authorIds();
  for await (const guest of all(stored.guests)) ids.add(guest.id);
  const entries = new Map<string, AuthorEntry>();
  const authorIds = [...ids];
  for (let start = 0; start < authorIds.length; start += AUTHORS_AT_ONCE) {
    const some = authorIds.slice(start, start + AUTHORS_AT_ONCE);
    const found = await authors.getAll(some);
    for (const id of some) {
      const names = found.get(id);
      // A deleted account has no name to export.
      if (!names) continue;
      const key = keyOf(id, names);
      const { picture, text, website, handles } = { ...names, picture: inRoot(names.profileImageUrl, publicBucket) };
      entries.set(key, {
        key,
        name: nameOf(names),
        picture,
        text: inRoot(text, publicBucket),
        website,
        handles: sorted(handles),
      });
    }
  }
  return [...entries.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}

const sorted = (handles: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(handles)
      .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

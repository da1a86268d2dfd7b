import { isSameValue } from '@inkwell/shared/post-fields';
import { PostSource } from '@inkwell/shared/pushed-posts';
import type { DocumentData, DocumentSnapshot } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { idFromKey } from '../../common/ids.ts';
import type { Changes } from './changed-posts.converter.ts';

const StoredSource = z.extend(PostSource, {
  /** Whether the text or its details have changed since the push. */
  isChanged: z.boolean(),
});
export type StoredSource = z.infer<typeof StoredSource>;

/** Queries use this to find the posts that one account pushed from one repository. It does not reveal the account. */
export const sourceKeyOf = (accountId: string, repository: string): string =>
  idFromKey('repository', accountId, repository);

/** The file that a post was pushed from; null for other posts. */
export function decodeSource(snapshot: DocumentSnapshot): (StoredSource & { readonly key: string }) | null {
  const source = StoredSource.safeParse(snapshot.get('source'));
  return source.success ? { ...source.data, key: String(snapshot.get('sourceKey')) } : null;
}

/** The stored fields of a pushed post's file. */
export const encodeSource = (source: PostSource, accountId: string, isChanged = false): DocumentData => ({
  sourceKey: sourceKeyOf(accountId, source.repository),
  source: { ...source, isChanged },
});

/** Whether a file can set the field, so that the next push would overwrite a change on the site. */
const isOfFile = (field: string): boolean => field !== 'authorIds' && field !== 'isPublished';

/** The changes of a save to a post's stored file data; null for none. A save without a file is a change on the site. */
export function sourceAfter(
  snapshot: DocumentSnapshot,
  { given, accountId, changes }: { given: PostSource | undefined; accountId: string; changes: Changes },
): DocumentData | null {
  const before = decodeSource(snapshot);
  const touched = Object.keys(changes).some(isOfFile);
  if (!given) return before && touched && !before.isChanged ? { 'source.isChanged': true } : null;
  // Renaming a file does not show whether the site changed.
  const isMoved = before !== null && before.hash === given.hash && !touched;
  const after = encodeSource(given, accountId, isMoved && before.isChanged);
  const isSame = before !== null && before.key === after.sourceKey && isSameSource(before, after.source);
  return isSame ? null : after;
}

const isSameSource = (a: StoredSource, b: StoredSource): boolean =>
  a.repository === b.repository &&
  a.path === b.path &&
  a.hash === b.hash &&
  a.isChanged === b.isChanged &&
  isSameValue(
    a.pictures.map(({ hash, url }) => `${hash} ${url}`),
    b.pictures.map(({ hash, url }) => `${hash} ${url}`),
  );

import { type DocumentData, type DocumentSnapshot, Timestamp } from 'firebase-admin/firestore';
import { nameKeyOf } from '../common/name-key.ts';
import { wordPrefixesOf } from '../common/word-prefixes.ts';

/**
 * A list of posts with its own name and address (a tag, a series) as stored. The document of a merged or deleted list stays, because posts and drafts
 * may still have its id.
 */
export interface StoredList {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly description: string | null;
  readonly picture: string | null;
  /** Published posts only. */
  readonly postCount: number;
  /** ISO 8601. */
  readonly createdAt: string;
  /** The list into which it was merged. */
  readonly mergedInto: string | null;
  readonly isRemoved: boolean;
}

export const LIST_VERSION = 1;

export function decodeList(snapshot: DocumentSnapshot): StoredList | null {
  const data = snapshot.data();
  if (data === undefined) return null;
  return {
    id: snapshot.id,
    name: String(data.name),
    slug: String(data.slug),
    description: data.description ?? null,
    picture: data.picture ?? null,
    postCount: Number(data.postCount ?? 0),
    createdAt: (data.createdAt instanceof Timestamp ? data.createdAt.toDate() : new Date(0)).toISOString(),
    mergedInto: data.mergedInto ?? null,
    isRemoved: data.isThere !== true && !data.mergedInto,
  };
}

/** Whether a list has been neither merged nor deleted. */
export const isThere = <List extends StoredList>(list: List | null): list is List =>
  list !== null && !list.isRemoved && !list.mergedInto;

/** The fields derived from a name. Write them whenever the name is written. */
export const findableList = (name: string): DocumentData => ({
  name,
  nameKey: nameKeyOf(name),
  wordPrefixes: wordPrefixesOf(name),
});

/** The list as shown to readers. */
export const shownList = ({ name, slug, description, picture, postCount }: StoredList) => ({
  name,
  slug,
  description,
  picture,
  postCount,
});

/** The list as shown to staff. */
export const staffList = ({ id, createdAt, ...list }: StoredList) => ({
  ...shownList({ id, createdAt, ...list }),
  id,
  createdAt,
});

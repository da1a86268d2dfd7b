import type { StaffTag, Tag } from '@inkwell/shared/tags';
import { type DocumentData, type DocumentSnapshot, Timestamp } from 'firebase-admin/firestore';
import { nameKeyOf } from '../common/name-key.ts';
import { wordPrefixesOf } from '../common/word-prefixes.ts';

/** A tag as stored. Its document stays when it is merged or deleted, because posts and drafts may still have its id. */
export interface StoredTag extends StaffTag {
  readonly isInternal: boolean;
  /** The tag that it was merged into. */
  readonly mergedInto: string | null;
  readonly isRemoved: boolean;
}

export const TAG_VERSION = 1;

export function decodeTag(snapshot: DocumentSnapshot): StoredTag | null {
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
    isInternal: data.isInternal === true,
    mergedInto: data.mergedInto ?? null,
    isRemoved: data.isThere !== true && !data.mergedInto,
  };
}

/** Whether a tag was neither merged nor deleted. */
export const isThere = (tag: StoredTag | null): tag is StoredTag => tag !== null && !tag.isRemoved && !tag.mergedInto;

/** The fields that derive from a name. To be written whenever the name is written. */
export const namedTag = (name: string, isInternal: boolean): DocumentData => ({
  name,
  nameKey: nameKeyOf(name),
  wordPrefixes: wordPrefixesOf(name),
  isInternal,
});

export const toTag = ({ name, slug, description, picture, postCount }: StoredTag): Tag => ({
  ...{ name, slug, description, picture, postCount },
});

export const toStaffTag = ({ isInternal: _i, mergedInto: _m, isRemoved: _r, ...tag }: StoredTag): StaffTag => tag;

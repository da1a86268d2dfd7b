import { FollowKind } from '@inkwell/shared/following';
import { NAMED_LISTS } from '@inkwell/shared/named-lists';
import type { DocumentData, DocumentSnapshot } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { Moment } from '../firestore/moment.ts';

const StoredFollow = z.object({ kind: FollowKind, id: z.string(), at: Moment });
/** What somebody follows, by the id of its document, and since when. */
export type StoredFollow = z.infer<typeof StoredFollow>;

const FollowingDocument = z.object({
  /** In the order in which they were followed. */
  items: z._default(z.array(StoredFollow), []),
  /** Up to which entry of the new posts somebody was notified. */
  lookedTo: z.optional(z.nullable(Moment)),
});
/** What an account follows, the first followed first. */
export type StoredFollowing = z.infer<typeof FollowingDocument>;

export const decodeFollowing = (snapshot: DocumentSnapshot): StoredFollowing =>
  z.parse(FollowingDocument, snapshot.data() ?? {});

/** The field with the ids of one kind, by which followers are found. */
export const followedField = (kind: FollowKind): string => `${kind}Ids`;

export const encodeFollows = (items: readonly StoredFollow[]): DocumentData => ({
  items: [...items],
  ...Object.fromEntries(
    FollowKind.options.map((kind) => [
      followedField(kind),
      items.filter((item) => item.kind === kind).map(({ id }) => id),
    ]),
  ),
  schemaVersion: 1,
});

const NewPost = z.object({
  id: z.string(),
  publishedAt: Moment,
  /** As in `StoredPost`: when readers first saw it, if its date does not say so. */
  announcedAt: z.optional(z.nullable(Moment)),
  /** When it was noted; later for each note, also where posts were published at one time. */
  notedAt: Moment,
  authorIds: z.array(z.string()),
  categoryId: z.nullable(z.string()),
  tagIds: z.array(z.string()),
  seriesId: z.nullable(z.string()),
});
/** A published post with what people can follow of it. */
export type NewPost = z.infer<typeof NewPost>;

/** Earlier than anybody's last look. A post that is noted at this time counts as new for nobody. */
export const NEVER = new Date(0);

/** When readers first saw a post. */
export const firstSeen = ({ publishedAt, announcedAt }: Pick<NewPost, 'publishedAt' | 'announcedAt'>): Date =>
  announcedAt ?? publishedAt;

const NewPostsDocument = z.object({
  items: z._default(z.array(NewPost), []),
  /** Posts that were published before are noted. */
  since: z.optional(Moment),
  /** When all were read again. */
  renewedAt: z.optional(Moment),
});
export type NewPosts = z.infer<typeof NewPostsDocument>;

export const decodeNewPosts = (snapshot: DocumentSnapshot): NewPosts =>
  z.parse(NewPostsDocument, snapshot.data() ?? {});

/** The field of a post with the ids by which it is followed in one way. */
const FIELD_IN_POST = {
  author: 'authorIds',
  category: 'categoryId',
  tag: NAMED_LISTS.tag.postField,
  series: NAMED_LISTS.series.postField,
} as const satisfies Record<FollowKind, keyof NewPost>;

/** The ids by which a post is followed in one way. */
export const idsIn = (post: NewPost, kind: FollowKind): readonly string[] =>
  [post[FIELD_IN_POST[kind]]].flat().filter((id) => id !== null);

/** The post with another id of a kind, or without it. */
export function withIdReplaced(post: NewPost, kind: FollowKind, from: string, into: string | null): NewPost {
  if (!idsIn(post, kind).includes(from)) return post;
  const field = FIELD_IN_POST[kind];
  if (!Array.isArray(post[field])) return { ...post, [field]: into };
  return { ...post, [field]: [...new Set(idsIn(post, kind).flatMap((id) => (id === from ? (into ?? []) : [id])))] };
}

import { FollowKind } from '@inkwell/shared/following';
import { NAMED_LISTS } from '@inkwell/shared/named-lists';
import type { DocumentData, DocumentSnapshot } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { Moment } from '../firestore/moment.ts';

const StoredFollow = z.object({ kind: FollowKind, id: z.string(), at: Moment });
/** The targets that somebody follows, by document id, with the time since when. */
export type StoredFollow = z.infer<typeof StoredFollow>;

const FollowingDocument = z.object({
  /** In the order in which the targets were followed. */
  items: z._default(z.array(StoredFollow), []),
  /** The latest new post that the person was notified of. */
  lookedTo: z.optional(z.nullable(Moment)),
});
/** The targets that an account follows, oldest first. */
export type StoredFollowing = z.infer<typeof FollowingDocument>;

export const decodeFollowing = (snapshot: DocumentSnapshot): StoredFollowing =>
  z.parse(FollowingDocument, snapshot.data() ?? {});

/** The field with the ids of one kind, which finds followers. */
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
  /** As in `StoredPost`: when readers first saw the post, if its date does not show it. */
  announcedAt: z.optional(z.nullable(Moment)),
  /** When the post was noted. Later for each note, even if posts were published at the same time. */
  notedAt: Moment,
  authorIds: z.array(z.string()),
  categoryId: z.nullable(z.string()),
  tagIds: z.array(z.string()),
  seriesId: z.nullable(z.string()),
});
/** A published post with the targets that people can follow to see it. */
export type NewPost = z.infer<typeof NewPost>;

/** Earlier than anybody's last look. A post noted at this time counts as new for nobody. */
export const NEVER = new Date(0);

/** When readers first saw a post. */
export const firstSeen = ({ publishedAt, announcedAt }: Pick<NewPost, 'publishedAt' | 'announcedAt'>): Date =>
  announcedAt ?? publishedAt;

const NewPostsDocument = z.object({
  items: z._default(z.array(NewPost), []),
  /** Posts published before this time have been noted. */
  since: z.optional(Moment),
  /** When all posts were last read again. */
  renewedAt: z.optional(Moment),
});
export type NewPosts = z.infer<typeof NewPostsDocument>;

export const decodeNewPosts = (snapshot: DocumentSnapshot): NewPosts =>
  z.parse(NewPostsDocument, snapshot.data() ?? {});

/** The field of a post with its ids of one kind. */
const FIELD_IN_POST = {
  author: 'authorIds',
  category: 'categoryId',
  tag: NAMED_LISTS.tag.postField,
  series: NAMED_LISTS.series.postField,
} as const satisfies Record<FollowKind, keyof NewPost>;

/** The ids of a post for one kind of target. */
export const idsIn = (post: NewPost, kind: FollowKind): readonly string[] =>
  [post[FIELD_IN_POST[kind]]].flat().filter((id) => id !== null);

/** The post with another id of a kind, or without that id. */
export function withIdReplaced(post: NewPost, kind: FollowKind, from: string, into: string | null): NewPost {
  if (!idsIn(post, kind).includes(from)) return post;
  const field = FIELD_IN_POST[kind];
  if (!Array.isArray(post[field])) return { ...post, [field]: into };
  return { ...post, [field]: [...new Set(idsIn(post, kind).flatMap((id) => (id === from ? (into ?? []) : [id])))] };
}

import { ANALYTICS_LIMITS } from '@inkwell/shared/analytics';
import type { Firestore, Query, QueryDocumentSnapshot, Timestamp } from 'firebase-admin/firestore';
import { isThere, postMask } from '../posts/posts.converter.ts';

/** A recent event, without the names of people. */
export type ActivityEvent =
  | {
      readonly type: 'post';
      readonly at: Date;
      readonly actorId: string;
      readonly forId: string | null;
      readonly title: string;
    }
  | { readonly type: 'comment'; readonly at: Date; readonly authorId: string; readonly postId: string }
  | { readonly type: 'user'; readonly at: Date; readonly displayName: string | null }
  | { readonly type: 'subscriber'; readonly at: Date; readonly isConfirmed: boolean };

export interface ActivityRepository {
  /** The newest of each kind, not merged. Reads at most 40 documents. */
  newest(): Promise<ActivityEvent[]>;
  /** Titles of existing posts. Reads 1 document for each distinct id. */
  titles(postIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

const titleMask = postMask('title', 'trashedAt', 'deletedAt');

export function createActivityRepository(db: Firestore): ActivityRepository {
  const posts = db.collection('posts');

  async function newestBy(query: Query, field: string, fields: readonly string[]): Promise<QueryDocumentSnapshot[]> {
    const { docs } = await query
      .orderBy(field, 'desc')
      .limit(ANALYTICS_LIMITS.activity)
      .select(...fields)
      .get();
    return docs;
  }

  const dateOf = (document: QueryDocumentSnapshot, field: string) => (document.get(field) as Timestamp).toDate();

  return {
    async newest() {
      const [published, comments, users, subscribers] = await Promise.all([
        newestBy(db.collection('audit').where('action', '==', 'post.publish'), 'at', [
          'at',
          'actorId',
          'onBehalfOf',
          'name',
        ]),
        newestBy(db.collection('comments').where('state', '==', 'visible'), 'createdAt', [
          'postId',
          'authorId',
          'createdAt',
        ]),
        newestBy(db.collection('users'), 'createdAt', ['displayName', 'createdAt']),
        newestBy(db.collection('subscribers'), 'subscribedAt', ['isConfirmed', 'subscribedAt']),
      ]);
      return [
        ...published.map((document) => ({
          type: 'post' as const,
          at: dateOf(document, 'at'),
          actorId: String(document.get('actorId')),
          forId: (document.get('onBehalfOf') as string | null | undefined) ?? null,
          title: String(document.get('name') ?? ''),
        })),
        ...comments.map((document) => ({
          type: 'comment' as const,
          at: dateOf(document, 'createdAt'),
          authorId: String(document.get('authorId')),
          postId: String(document.get('postId')),
        })),
        ...users.map((document) => ({
          type: 'user' as const,
          at: dateOf(document, 'createdAt'),
          displayName: (document.get('displayName') as string | null | undefined) ?? null,
        })),
        ...subscribers.map((document) => ({
          type: 'subscriber' as const,
          at: dateOf(document, 'subscribedAt'),
          isConfirmed: document.get('isConfirmed') === true,
        })),
      ];
    },

    async titles(postIds) {
      const refs = [...new Set(postIds)].map((id) => posts.doc(id));
      if (refs.length === 0) return new Map();
      const found = await db.getAll(...refs, { fieldMask: titleMask.fields });
      const there = found.map(titleMask.decode).filter(isThere);
      return new Map(there.map(({ id, title }) => [id, title]));
    },
  };
}

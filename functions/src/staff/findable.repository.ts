import type { Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { appendAudit } from '../audit/audit.repository.ts';
import type { Clock } from '../common/clock.ts';
import { FINDABLE_VERSION } from '../common/word-prefixes.ts';
import { upgradePage } from '../firestore/upgrade-page.ts';
import { defineUpgrade, type Upgrade } from '../jobs/data-version.ts';
import { findablePost } from '../posts/posts.converter.ts';
import { decodeUserData, findableUser } from '../users/users.converter.ts';
import { isOrdinary, standingOf } from '../users/users.repository.ts';

/**
 * Writes into older posts and accounts what staff find and sort them by. The audit log, in which a role that was given outside the product
 * is missing, goes on from how each account stands, where that is not how every account begins or where the log knows of it already.
 */
export function makeFindable(db: Firestore, clock: Clock): Upgrade {
  const posts = (after: string | null) =>
    upgradePage(
      db,
      {
        collection: 'posts',
        to: FINDABLE_VERSION,
        change: ({ title, views, commentsCount, deletedAt, categoryId }) => ({
          ...findablePost({ title: String(title ?? '') }),
          ...{ views: views ?? 0, commentsCount: commentsCount ?? 0 },
          ...{ deletedAt: deletedAt ?? null, categoryId: categoryId ?? null },
        }),
      },
      after,
    );

  const users = (after: string | null) =>
    upgradePage(
      db,
      {
        collection: 'users',
        to: FINDABLE_VERSION,
        async change(data, { id, transaction }) {
          const user = decodeUserData(id, data);
          const known = await transaction.get(db.collection('audit').where('target', '==', `users/${id}`).limit(1));
          if (!isOrdinary(user) || !known.empty) appendAudit(db, transaction, standingOf(id, user), clock.now());
          const { isBlocked, lastSeenAt } = user;
          return { ...findableUser(user), isBlocked, lastSeenAt };
        },
      },
      after,
    );

  return defineUpgrade({
    version: FINDABLE_VERSION,
    about: 'what posts and accounts are found by',
    cursor: z.object({ part: z.enum(['posts', 'users']), after: z.nullable(z.string()) }),
    async step(cursor) {
      const { part, after } = cursor ?? { part: 'posts' as const, after: null };
      const { count, next } = await (part === 'posts' ? posts(after) : users(after));
      if (next !== null) return { count, next: { part, after: next } };
      return { count, next: part === 'posts' ? { part: 'users' as const, after: null } : null };
    },
  });
}

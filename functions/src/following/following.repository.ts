import { AppError } from '@inkwell/shared/errors';
import { FOLLOW_LIMITS, type FollowKind, TOO_MANY_FOLLOWED } from '@inkwell/shared/following';
import { FieldPath, type Firestore } from 'firebase-admin/firestore';
import { runTransaction } from '../firestore/transaction.ts';
import {
  decodeFollowing,
  encodeFollows,
  followedField,
  type StoredFollow,
  type StoredFollowing,
} from './following.converter.ts';

/** A followed target that was merged into another, joined to an account, or deleted (`into` is null). */
export interface FollowedMove {
  readonly kind: FollowKind;
  readonly from: string;
  readonly into: string | null;
}

/** One document stores everything that an account follows. Each change reads it and writes it at most once; a repeat writes nothing. */
export interface FollowingRepository {
  /** Reads 1 document. */
  find(userId: string): Promise<StoredFollowing>;
  /** The same write removes `gone`. @throws AppError `conflict` above the limit */
  follow(userId: string, follow: StoredFollow, gone?: readonly StoredFollow[]): Promise<void>;
  unfollow(userId: string, kind: FollowKind, ids: readonly string[]): Promise<void>;
  /** Records that the account was notified of new posts up to this time. Writes 1 document. */
  noteLook(userId: string, to: Date): Promise<void>;
  /** Moves some of the followers. Safe to repeat. Reads 1 for each and 1 more, writes 1. @returns whether all are moved */
  moveFollowers(move: FollowedMove): Promise<boolean>;
}

/** The number of followers per page of a job. */
const PAGE = 100;

export function createFollowingRepository(db: Firestore): FollowingRepository {
  const followings = db.collection('following');

  const change = (userId: string, next: (items: readonly StoredFollow[]) => readonly StoredFollow[]): Promise<void> =>
    runTransaction(db, async (transaction) => {
      const { items } = decodeFollowing(await transaction.get(followings.doc(userId)));
      const after = next(items);
      if (after !== items) transaction.set(followings.doc(userId), encodeFollows(after), { merge: true });
    });

  return {
    find: async (userId) => decodeFollowing(await followings.doc(userId).get()),

    follow: (userId, follow, gone = []) =>
      change(userId, (items) => {
        if (items.some((item) => isSame(item, follow))) return items;
        const others = items.filter((item) => !gone.some((one) => isSame(item, one)));
        if (others.length >= FOLLOW_LIMITS.followed) throw new AppError('conflict', TOO_MANY_FOLLOWED);
        return [...others, follow];
      }),

    unfollow: (userId, kind, ids) =>
      change(userId, (items) => {
        const others = items.filter((item) => item.kind !== kind || !ids.includes(item.id));
        return others.length === items.length ? items : others;
      }),

    async noteLook(userId, to) {
      await followings.doc(userId).set({ lookedTo: to }, { merge: true });
    },

    async moveFollowers({ kind, from, into }) {
      const { docs } = await followings
        .where(followedField(kind), 'array-contains', from)
        .orderBy(FieldPath.documentId())
        .limit(PAGE)
        .select()
        .get();
      await Promise.all(docs.map(({ id }) => change(id, (items) => movedIn(items, { kind, from, into }))));
      return docs.length < PAGE;
    },
  };
}

const isSame = (a: Pick<StoredFollow, 'kind' | 'id'>, b: Pick<StoredFollow, 'kind' | 'id'>): boolean =>
  a.kind === b.kind && a.id === b.id;

function movedIn(items: readonly StoredFollow[], { kind, from, into }: FollowedMove): readonly StoredFollow[] {
  if (!items.some((item) => isSame(item, { kind, id: from }))) return items;
  const hasBoth = into !== null && items.some((item) => isSame(item, { kind, id: into }));
  return items.flatMap((item) => {
    if (!isSame(item, { kind, id: from })) return [item];
    return into === null || hasBoth ? [] : [{ ...item, id: into }];
  });
}

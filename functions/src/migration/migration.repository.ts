import { FieldPath, type Firestore, type Query } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { appendAudit } from '../audit/audit.repository.ts';
import { runTransaction } from '../firestore/transaction.ts';
import type { PictureTable } from '../pictures/pictures.repository.ts';
import { PICTURE_REFERENCES, referencesOf } from '../pictures/references.ts';
import type { PostHistory } from '../posts/consequences.repository.ts';
import { decodePost } from '../posts/posts.converter.ts';

/** A post or account whose picture is not in the bucket. */
export interface LocalImage {
  readonly kind: 'post' | 'user';
  readonly id: string;
  /** A path on the site or a `data:` URL. */
  readonly image: string;
}

/** The last post or account that was tried; posts come before users, each sorted by id. */
export type Position = Pick<LocalImage, 'kind' | 'id'>;

export interface MigrationRepository {
  /** Posts and accounts after `after` whose picture is not in the bucket. Costs 1 read per 1,000. */
  count(after: Position | null): Promise<number>;
  /** The next posts and accounts in order. Reads at most `limit` documents. */
  next(after: Position | null, limit: number): Promise<LocalImage[]>;
  /** Replaces the picture with `url`, unless it has changed. For a post, adds a revision. @returns whether this call changed it */
  replace(local: LocalImage, url: string, by: { actorId: string; at: Date }): Promise<boolean>;
  /** Where the previous call ran out of time; null if it finished. */
  position(): Promise<Position | null>;
  /** Stores where the next call continues, and adds an audit entry. */
  finish(run: { actorId: string; moved: number; failed: number; position: Position | null }, at: Date): Promise<void>;
}

const KINDS = {
  post: { referring: PICTURE_REFERENCES.posts, field: 'featuredImage' },
  user: { referring: PICTURE_REFERENCES.users, field: 'profileImageUrl' },
} as const;

const StoredPosition = z.object({ position: z.nullable(z.object({ kind: z.enum(['post', 'user']), id: z.string() })) });

export function createMigrationRepository(
  db: Firestore,
  { pictures, history }: { pictures: Pick<PictureTable, 'move'>; history: PostHistory },
): MigrationRepository {
  const state = db.doc('system/imageMigration');

  const rest = (kind: LocalImage['kind'], after: Position | null): Query | null => {
    if (after?.kind === 'user' && kind === 'post') return null;
    const all = db
      .collection(KINDS[kind].referring.collection)
      .where('hasLocalImage', '==', true)
      .orderBy(FieldPath.documentId());
    return after?.kind === kind ? all.startAfter(after.id) : all;
  };

  async function nextOf(kind: LocalImage['kind'], after: Position | null, limit: number): Promise<LocalImage[]> {
    const { field } = KINDS[kind];
    const snapshot = await rest(kind, after)?.select(field).limit(limit).get();
    return (snapshot?.docs ?? []).map((document) => ({
      kind,
      id: document.id,
      image: String(document.get(field) ?? ''),
    }));
  }

  return {
    async count(after) {
      const queries = [rest('post', after), rest('user', after)].filter((query) => query !== null);
      const counts = await Promise.all(queries.map((query) => query.count().get()));
      return counts.reduce((sum, counted) => sum + counted.data().count, 0);
    },

    async next(after, limit) {
      const posts = await nextOf('post', after, limit);
      return posts.length < limit ? [...posts, ...(await nextOf('user', after, limit - posts.length))] : posts;
    },

    replace: ({ kind, id, image }, url, { actorId, at }) =>
      runTransaction(db, async (transaction) => {
        const { referring, field } = KINDS[kind];
        const ref = db.collection(referring.collection).doc(id);
        const snapshot = await transaction.get(ref);
        const record = snapshot.data();
        if (record?.[field] !== image) return false;
        const post = kind === 'post' ? decodePost(snapshot) : null;
        if (post?.deletedAt) return false;
        const after = referencesOf(referring, { ...record, [field]: url });
        const references = await pictures.move(transaction, { before: referencesOf(referring, record), after }, at);
        const revisionFields = post ? { hasRevisions: true } : {};
        transaction.update(ref, { [field]: url, hasLocalImage: false, pictures: after, ...revisionFields });
        references.write();
        if (post) {
          const change = {
            before: post,
            after: { ...post, featuredImage: url },
            reason: 'import',
            actorId,
            at,
          } as const;
          history.keep(transaction, change);
        }
        return true;
      }),

    async position() {
      const stored = StoredPosition.safeParse((await state.get()).data());
      return stored.success ? stored.data.position : null;
    },

    async finish({ actorId, moved, failed, position }, at) {
      const batch = db.batch().set(state, { position, schemaVersion: 1 });
      const entry = { actorId, action: 'storage.migrate', target: 'system/imageMigration' } as const;
      appendAudit(db, batch, { ...entry, before: null, after: { moved, failed } }, at);
      await batch.commit();
    },
  };
}

import { FieldPath, type Firestore } from 'firebase-admin/firestore';
import type { PageOfMany, PageRequest } from '../../common/paging.ts';
import { isStored, type PickedPost, postMask } from '../posts.converter.ts';
import { decodeSource, type StoredSource } from './source-of-post.converter.ts';

const mask = postMask(
  ...(['title', 'slug', 'authorId', 'authorIds', 'isPublished', 'publishAt', 'announcedAt', 'updatedAt'] as const),
  ...(['trashedAt', 'deletedAt'] as const),
);

type PushedFields = PickedPost<(typeof mask)['fields'][number]>;

/** A post without its text, and the file that it was pushed from. */
export interface StoredPushedPost {
  readonly post: PushedFields;
  readonly source: StoredSource;
}

/** Reads posts by the files that they were pushed from. */
export interface PushedPostRepository {
  /** A page of the posts of one account and repository (`sourceKeyOf`), including the trash, by id. Reads the page, at least 1. */
  list(key: string, page: PageRequest): Promise<PageOfMany<StoredPushedPost>>;
  /** Whether the id is unused or belongs to this file's post; false for another file's post. Reads 1 document. */
  isFor(id: string, file: { readonly key: string; readonly path: string }): Promise<boolean>;
}

export function createPushedPostRepository(db: Firestore): PushedPostRepository {
  const posts = db.collection('posts');

  return {
    async list(key, { limit, after }) {
      const all = posts.where('sourceKey', '==', key).orderBy(FieldPath.documentId());
      const rest = after ? all.startAfter(after.id) : all;
      const fields = [...mask.fields, 'source', 'sourceKey'];
      const { docs } = await rest
        .limit(limit)
        .select(...fields)
        .get();
      const items = docs.flatMap((snapshot) => {
        const [post, source] = [mask.decode(snapshot), decodeSource(snapshot)];
        return isStored(post) && source ? [{ post, source }] : [];
      });
      const last = docs.length < limit ? undefined : docs.at(-1);
      const next = last ? { createdAtMs: 0, id: last.id } : null;
      return { items, total: null, next, documents: Math.max(1, docs.length) };
    },

    async isFor(id, { key, path }) {
      const [snapshot] = await db.getAll(posts.doc(id), { fieldMask: ['source', 'sourceKey'] });
      if (!snapshot?.exists) return true;
      const source = decodeSource(snapshot);
      return source?.key === key && source.path === path;
    },
  };
}

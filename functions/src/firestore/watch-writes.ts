import type { Firestore } from 'firebase-admin/firestore';

/** A document that this process has written. */
export interface WrittenDocument {
  /** Path below the database, e.g. `posts/abc/likes/def`. */
  readonly path: string;
  /** Fields that were written; null where the whole document was, or where it was deleted. */
  readonly fields: readonly string[] | null;
}

/** The parts of a `google.firestore.v1.Write` that are looked at. */
interface Write {
  readonly update?: { readonly name?: string | null } | null;
  readonly delete?: string | null;
  readonly updateMask?: { readonly fieldPaths?: readonly string[] | null } | null;
  readonly updateTransforms?: readonly { readonly fieldPath?: string | null }[] | null;
}

type Request = (method: string, request: { writes?: readonly Write[] }, ...rest: unknown[]) => Promise<unknown>;

const hasRequest = (db: object): db is { request: Request } => 'request' in db && typeof db.request === 'function';

/**
 * Tells of each commit made through `db`, whoever made it, before whoever made it learns that it is through; also of one that failed,
 * which may be stored all the same. Repositories tell nobody, so none can forget to.
 * @throws if the client library no longer commits by the method this listens to
 */
export function watchWrites(db: Firestore, onWritten: (written: readonly WrittenDocument[]) => void): void {
  if (!hasRequest(db)) throw new Error('the writes of this version of @google-cloud/firestore cannot be watched');
  const { request } = db;
  db.request = async (method, body, ...rest) => {
    if (method !== 'commit' && method !== 'batchWrite') return request.call(db, method, body, ...rest);
    try {
      return await request.call(db, method, body, ...rest);
    } finally {
      onWritten((body.writes ?? []).map(writtenBy));
    }
  };
}

function writtenBy({ update, delete: deleted, updateMask, updateTransforms }: Write): WrittenDocument {
  const name = update?.name ?? deleted ?? '';
  const transformed = (updateTransforms ?? []).map(({ fieldPath }) => fieldPath ?? '');
  return {
    path: name.replace(/^projects\/[^/]+\/databases\/[^/]+\/documents\//, ''),
    fields: update && updateMask ? [...(updateMask.fieldPaths ?? []), ...transformed] : null,
  };
}

import { createHash } from 'node:crypto';
import { DocumentId } from '@inkwell/shared/fields';
import { GUEST_PREFIX } from '../users/authors.ts';

/** 24 characters that never start like an id reserved by Firestore. */
const hash = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 24).replace(/^_/, 'x');

/** Whether an id in our own export can be a document id here. */
const isUsable = (id: string): boolean => DocumentId.safeParse(id).success;

/**
 * The ids of imported documents. They depend only on the source and the record's key in it, so that another import of the same file finds the
 * documents of the first one.
 * @param source distinguishes sites, whose keys may be equal; empty for our own exports, whose ids are kept
 */
export const createImportIds = (source: string) => ({
  of: (kind: string, key: string, own?: string): string =>
    own && isUsable(own) ? own : hash('import', source, kind, key),
  /** A guest author. In our own exports, keys are ids without the prefix. */
  guest: (key: string): string =>
    source === '' && isUsable(`${GUEST_PREFIX}${key}`)
      ? `${GUEST_PREFIX}${key}`
      : `${GUEST_PREFIX}${hash('author', source, key)}`,
  /** The guest author for a comment in our own export if the writer's key is also the id of an account here, perhaps somebody else's. */
  stranger: (key: string): string => `${GUEST_PREFIX}${hash('author', source, key)}`,
  /** The guest author for comments by this name without an account. The email address is not used: even its hash could be guessed. */
  commenter: (name: string): string => `${GUEST_PREFIX}${hash('commenter', source, name)}`,
  picture: (address: string): string => hash('picture', source, address),
});
export type ImportIds = ReturnType<typeof createImportIds>;

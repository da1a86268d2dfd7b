import { createHash } from 'node:crypto';
import { DocumentId } from '@inkwell/shared/fields';
import { GUEST_PREFIX } from '../users/authors.ts';

/** 24 characters, which never begin as an id that Firestore reserves. */
const hash = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 24).replace(/^_/, 'x');

/** Whether an id of our own export can be the id of a document here. */
const isUsable = (id: string): boolean => DocumentId.safeParse(id).success;

/**
 * The ids of what an import makes. They depend on the source and on the record's key in it, and on nothing else: whoever imports the same
 * file again finds what is there.
 * @param source tells sites apart, whose keys may be alike; empty for our own exports, whose ids stay
 */
export const createImportIds = (source: string) => ({
  of: (kind: string, key: string, own?: string): string =>
    own && isUsable(own) ? own : hash('import', source, kind, key),
  /** A guest author. Our own keys are ids without the prefix. */
  guest: (key: string): string =>
    source === '' && isUsable(`${GUEST_PREFIX}${key}`)
      ? `${GUEST_PREFIX}${key}`
      : `${GUEST_PREFIX}${hash('author', source, key)}`,
  /** The writer of a comment in our own export whose key is the id of an account here, which somebody else may have had there. */
  stranger: (key: string): string => `${GUEST_PREFIX}${hash('author', source, key)}`,
  /** Somebody without an account who wrote comments under this name. Their address is not kept, not even as a hash, which could be guessed. */
  commenter: (name: string): string => `${GUEST_PREFIX}${hash('commenter', source, name)}`,
  picture: (address: string): string => hash('picture', source, address),
});
export type ImportIds = ReturnType<typeof createImportIds>;

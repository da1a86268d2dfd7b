import type { Auth } from 'firebase-admin/auth';
import type { CollectionReference, Firestore } from 'firebase-admin/firestore';
import { addressIdOf } from '../mail/tokens.ts';
import type { Bucket } from '../storage/bucket.ts';

/** A person who must not be found anywhere. */
interface Gone {
  readonly id: string;
  readonly email: string;
  /** Names and other texts that only this account had. */
  readonly texts: readonly string[];
}

/**
 * Searches for a person, and for the hash of their address: in all fields, ids and keys of documents, in names, metadata and texts of Storage, and in
 * Auth. @returns where they were found; empty if nowhere
 */
export async function tracesOf(
  { db, bucket, auth }: { db: Firestore; bucket: Bucket; auth: Pick<Auth, 'getUser' | 'getUserByEmail'> },
  { id, email, texts }: Gone,
): Promise<string[]> {
  const wanted = [id, email, addressIdOf(email), ...texts].map((text) => text.toLowerCase());
  const isFound = (text: string) => wanted.some((one) => text.toLowerCase().includes(one));
  const traces: string[] = [];
  const look = (value: unknown, where: string): void => {
    if (typeof value === 'string') {
      if (isFound(value)) traces.push(`${where}: ${value.slice(0, 80)}`);
    } else if (Array.isArray(value)) {
      for (const one of value) look(one, where);
    } else if (value instanceof Object) {
      for (const [key, one] of Object.entries(value)) {
        look(key, where);
        look(one, `${where}.${key}`);
      }
    }
  };
  const walk = async (collection: CollectionReference): Promise<void> => {
    // Includes deleted documents that still have subcollections.
    for (const ref of await collection.listDocuments()) {
      look(ref.path, 'path');
      look((await ref.get()).data() ?? {}, ref.path);
      for (const child of await ref.listCollections()) await walk(child);
    }
  };
  for (const collection of await db.listCollections()) await walk(collection);

  const [files] = await bucket.getFiles();
  for (const file of files) {
    look(file.name, 'object');
    look(file.metadata.metadata ?? {}, `object ${file.name}`);
    if (/json|text|zip/.test(file.metadata.contentType ?? '')) {
      look((await file.download())[0].toString('latin1'), `object ${file.name}`);
    }
  }

  const found = await Promise.allSettled([auth.getUser(id), auth.getUserByEmail(email)]);
  if (found.some(({ status }) => status === 'fulfilled')) traces.push('Auth');
  return traces;
}

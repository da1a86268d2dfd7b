import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { FieldPath, type Firestore, type Timestamp } from 'firebase-admin/firestore';
import type { BucketProvider } from '../storage/bucket.ts';
import type { IndexEntry } from './index-entry.ts';

/** Where learning entries continues: after the entry with this time and id. */
export interface LearnedUntil {
  readonly at: Timestamp;
  readonly id: string;
}

export type LearnedTexts = Pick<IndexEntry, 'title' | 'head' | 'body'>;

/** The words of all entries in one object in Storage, and the entries written after it. */
export interface SearchWordsRepository {
  /** The time up to which the stored words were learned; null if none are stored. Reads 1 document. */
  storedUntil(): Promise<LearnedUntil | null>;
  /** The stored words; null if there are none, or none any more. Reads 1 document and 1 object of at most 3 MB. */
  read(): Promise<{ readonly until: LearnedUntil; readonly text: string } | null>;
  /** Stores the words learned up to this time, replacing earlier ones. Reads 1 document; writes 1, and 1 object. */
  write(text: string, until: LearnedUntil): Promise<void>;
  /**
   * Deletes the stored words, because they contain names that must be deleted; `write` then starts again. Safe to repeat. Reads 1 document, deletes
   * 1, and 1 object.
   */
  forget(): Promise<void>;
  /** The next entries by their time of writing, from the first one if null. Reads at most `limit` documents, at least 1. */
  after(
    until: LearnedUntil | null,
    limit: number,
  ): Promise<{ readonly entries: LearnedTexts[]; readonly until: LearnedUntil | null }>;
}

const FOLDER = 'search/';

const isGone = (error: unknown): boolean => error instanceof Object && 'code' in error && error.code === 404;

/** @param bucket null to store nothing and learn all words from the entries */
export function createSearchWords(db: Firestore, bucket: BucketProvider | null): SearchWordsRepository {
  const entries = db.collection('searchIndex');
  const pointer = db.doc('system/searchWords');

  return {
    async storedUntil() {
      const stored = (await pointer.get()).data();
      return stored ? { at: stored.at as Timestamp, id: String(stored.id) } : null;
    },

    async read() {
      const stored = bucket && (await pointer.get()).data();
      if (!stored) return null;
      const file = (await bucket()).file(String(stored.object));
      const [bytes] = await file.download({ decompress: false }).catch((error: unknown) => {
        if (isGone(error)) return [null];
        throw error;
      });
      if (!bytes) return null;
      const text = (await promisify(gunzip)(bytes)).toString('utf8');
      return { until: { at: stored.at as Timestamp, id: String(stored.id) }, text };
    },

    async write(text, until) {
      const object = `${FOLDER}words-${until.at.toMillis()}-${until.id}.gz`;
      if (!bucket) return;
      const before: unknown = (await pointer.get()).get('object');
      const opened = await bucket();
      const bytes = await promisify(gzip)(text);
      await opened.file(object).save(bytes, { resumable: false, contentType: 'application/gzip' });
      await pointer.set({ object, at: until.at, id: until.id, schemaVersion: 1 });
      if (typeof before === 'string' && before !== object) {
        await opened.file(before).delete({ ignoreNotFound: true });
      }
    },

    async forget() {
      const object: unknown = (await pointer.get()).get('object');
      if (!bucket || typeof object !== 'string') return;
      await (await bucket()).file(object).delete({ ignoreNotFound: true });
      await pointer.delete();
    },

    async after(until, limit) {
      const byTime = entries.orderBy('indexedAt').orderBy(FieldPath.documentId()).limit(limit);
      const next = until ? byTime.startAfter(until.at, until.id) : byTime;
      const { docs } = await next.select('title', 'head', 'body', 'indexedAt').get();
      const last = docs.at(-1);
      return {
        entries: docs.map((entry) => ({
          title: String(entry.get('title')),
          head: String(entry.get('head')),
          body: String(entry.get('body')),
        })),
        until: last ? { at: last.get('indexedAt'), id: last.id } : until,
      };
    },
  };
}

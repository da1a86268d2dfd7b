import type { Mutation } from '../engine/database.ts';
import type { StoredDocument } from '../engine/document.ts';
import { splitDocumentPath } from '../paths.ts';
import type { Micros } from '../time.ts';
import { fieldsFromJson, fieldsToJson, type Json } from '../values/json.ts';
import { documentSize } from '../values/size.ts';

/**
 * A data file is text with one JSON record per line: a header, then commits in order. A last record without a line end was left incomplete by a kill
 * and is ignored.
 */
export const header = { format: 'firebase-local-firestore', version: 1 };

/** One commit, or one document of a snapshot, in one database. */
export interface DataRecord {
  database: string;
  time: Micros;
  mutations: Mutation[];
}

/** Field names are short because they are repeated for every document. */
interface StoredRecord {
  db: string;
  t: Micros;
  set?: { k: string; c: Micros; u: Micros; f: { [name: string]: Json } }[];
  del?: string[];
}

export function encodeRecord({ database, time, mutations }: DataRecord): string {
  const record: StoredRecord = { db: database, t: time };
  const written = mutations.flatMap(({ document }) => (document ? [document] : []));
  const deleted = mutations.flatMap(({ key, document }) => (document ? [] : [key]));
  if (written.length > 0) {
    record.set = written.map(({ key, createTime, updateTime, fields }) => ({
      k: key,
      c: createTime,
      u: updateTime,
      f: fieldsToJson(fields),
    }));
  }
  if (deleted.length > 0) record.del = deleted;
  return `${JSON.stringify(record)}\n`;
}

/** @throws SyntaxError, TypeError or FirestoreError for a line not written by `encodeRecord` */
export function decodeRecord(line: string): DataRecord {
  const record = JSON.parse(line) as StoredRecord;
  if (typeof record.db !== 'string' || typeof record.t !== 'number') throw new TypeError('not a record');
  const written = (record.set ?? []).map(({ k, c, u, f }): Mutation => {
    const fields = fieldsFromJson(f);
    const document: StoredDocument = {
      ...splitDocumentPath(k),
      fields,
      createTime: c,
      updateTime: u,
      size: documentSize(k, fields),
    };
    return { key: k, document };
  });
  const deleted = (record.del ?? []).map((key): Mutation => ({ key, document: null }));
  return { database: record.db, time: record.t, mutations: [...written, ...deleted] };
}

import type { Evaluation, Ruleset } from 'firebase-local/rules/evaluation';
import { evaluateFirestore } from 'firebase-local/rules/firestore-request';
import { fromJson, map, NULL, path, type RulesValue, string, timestamp } from 'firebase-local/rules/values';
import {
  ACTORS,
  type Actor,
  DOCUMENTS,
  FIRESTORE_METHODS,
  recordOf,
  type Slot,
  STORAGE_CASES,
  type StorageCase,
  uidOf,
} from './table.ts';

const NOW = new Date('2026-01-01T00:00:00Z');

const tokenOf = (actor: Actor) => (actor === 'visitor' ? null : { user_id: uidOf(actor), email_verified: true });

/** Evaluates a ruleset in this process for one line of the table of storage.rules. */
export function judgeStorage(ruleset: Ruleset, { actor, method, upload, exists, slot }: StorageCase): Evaluation {
  const segments = ['b', 'inkwell', 'o', ...upload.path.split('/')];
  const token = tokenOf(actor);
  const isWrite = method === 'create' || method === 'update';
  const resource = map({
    name: string(upload.path),
    bucket: string('inkwell'),
    size: fromJson(upload.size),
    contentType: string(upload.contentType),
    ...(upload.contentEncoding !== undefined && { contentEncoding: fromJson(upload.contentEncoding) }),
    metadata: fromJson(upload.metadata),
    timeCreated: timestamp(NOW),
  });
  return ruleset.evaluate({
    service: 'firebase.storage',
    method,
    path: segments,
    request: map({
      auth: token ? map({ uid: string(token.user_id ?? ''), token: fromJson(token) }) : NULL,
      path: path(segments),
      time: timestamp(NOW),
      resource: isWrite ? resource : NULL,
    }),
    resource: exists ? resource : NULL,
    getDocument: (document) => userRecord(document, slot),
  });
}

/** A `users/{uid}` document in the API's format. */
function userRecord([, database, , collection, id]: readonly string[], slot: Slot | null): RulesValue | null {
  if (database !== '(default)') return null;
  const actor = ACTORS.find((name) => uidOf(name) === id);
  const record = collection === 'users' && actor ? recordOf(actor, slot, NOW) : null;
  return record && map({ data: fromJson(record) });
}

export interface FirestoreCase {
  name: string;
  actor: Actor;
  method: (typeof FIRESTORE_METHODS)[number];
  document: string;
}

/** All actors, operations and collections. */
export const FIRESTORE_CASES: readonly FirestoreCase[] = ACTORS.flatMap((actor) =>
  DOCUMENTS.flatMap((document) =>
    FIRESTORE_METHODS.map((method) => ({ name: `${actor}: ${method} ${document}`, actor, method, document })),
  ),
);

/** Evaluates a ruleset in this process for one line of the table of firestore.rules. */
export function judgeFirestore(ruleset: Ruleset, { actor, method, document }: FirestoreCase): Evaluation {
  const segments = document.split('/');
  const stored = { fields: { authorId: { stringValue: 'reader-uid' } } };
  return evaluateFirestore(ruleset, {
    method,
    database: '(default)',
    segments: method === 'list' ? segments.slice(0, -1) : segments,
    token: tokenOf(actor),
    time: { seconds: NOW.getTime() / 1000, nanos: 0 },
    before: method === 'create' ? null : stored,
    after: method === 'create' || method === 'update' ? stored : null,
    getDocument: () => null,
  });
}

/**
 * The lines of the tables for which a pair of rules files has the wrong result. A refusal must be a decision: a runtime error counts as wrong,
 * because it would fill the log and hide real faults.
 */
export function faultsOf(rulesets: { firestore?: Ruleset; storage?: Ruleset }): string[] {
  const faults: string[] = [];
  const { firestore, storage } = rulesets;
  for (const line of storage ? STORAGE_CASES : []) {
    const { permit, issues } = judgeStorage(storage as Ruleset, line);
    if (permit !== line.permit) faults.push(`${line.name}: ${permit ? 'allowed' : 'refused'}`);
    else if (issues.length > 0) faults.push(`${line.name}: ${issues[0]?.message}`);
  }
  for (const line of firestore ? FIRESTORE_CASES : []) {
    const { permit, issues } = judgeFirestore(firestore as Ruleset, line);
    if (permit || issues.length > 0) faults.push(`${line.name}: ${permit ? 'allowed' : issues[0]?.message}`);
  }
  return faults;
}

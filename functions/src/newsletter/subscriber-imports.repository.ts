import { AppError } from '@inkwell/shared/errors';
import { type ImportBegin, type ImportRow, SUBSCRIBER_LIMITS, SUBSCRIBER_TEXTS } from '@inkwell/shared/subscribers';
import type { Firestore, Transaction } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { appendAudit } from '../audit/audit.repository.ts';
import { clearExpired } from '../firestore/clear-expired.ts';
import { decoderOf } from '../firestore/decoder.ts';
import { Moment } from '../firestore/moment.ts';
import { runTransaction } from '../firestore/transaction.ts';
import type { FixedJob } from '../jobs/job.ts';
import type { JobTable } from '../jobs/jobs.repository.ts';
import { addressIdOf, normalizeEmail } from '../mail/tokens.ts';
import { withConsent } from './consent.ts';
import { decodeSubscriber, SUBSCRIBER_VERSION } from './newsletter.converter.ts';

const DAY_MS = 24 * 60 * 60_000;

const RefusedRow = z.object({ line: z.int(), email: z.string(), reason: z.string() });

const ImportDocument = z.object({
  createdBy: z.string(),
  createdAt: Moment,
  kind: z.enum(['confirmed', 'ask']),
  source: z.string(),
  /** The time of confirmation for rows without their own. */
  at: z.nullable(Moment),
  total: z.int(),
  done: z.int(),
  added: z.int(),
  known: z.int(),
  refused: z.int(),
  refusedRows: z.array(RefusedRow),
});
export type StoredImport = z.infer<typeof ImportDocument> & { readonly id: string };

const PartDocument = z.object({
  rows: z.array(z.object({ line: z.int(), email: z.string(), at: z.nullable(Moment), source: z.nullable(z.string()) })),
});
/** A row, with its number in the whole import. */
export type StoredRow = z.infer<typeof PartDocument>['rows'][number] & { readonly place: number };

/** The outcome of a row. */
export type RowOutcome = 'added' | 'known' | { readonly refused: string };

/** Rows and their outcomes, from the import's position on. */
export interface ImportedPage {
  readonly from: number;
  readonly outcomes: readonly { readonly row: StoredRow; readonly outcome: RowOutcome }[];
}

export interface SubscriberImportRepository {
  /** Stores the rows of a part; ignored once the import has begun. Safe to repeat. Reads 1 document, writes 1. */
  keepPart(id: string, part: number, by: { rows: readonly ImportRow[]; actorId: string; at: Date }): Promise<void>;
  /**
   * Stores the import and its job; a repeat changes nothing. Reads 1 document and 1 for each part, writes 3.
   * @throws AppError `bad-request` if a part, or a time of consent, is missing
   */
  begin(id: string, by: ImportBegin & { actorId: string; at: Date; job: FixedJob }): Promise<StoredImport>;
  /** Reads 1 document. */
  find(id: string): Promise<StoredImport | null>;
  /** The next rows, at most to the end of their part. Reads 1 document. */
  rowsFrom(id: string, position: number, limit: number): Promise<StoredRow[]>;
  /**
   * Subscribes people who confirmed elsewhere, and records it in the import, in one transaction. Repeating a page changes nothing. Reads 1 document
   * and 1 for each row, writes as many. `suppressed` are the ids of addresses that must not get email.
   */
  addConfirmed(id: string, rows: readonly StoredRow[], suppressed: ReadonlySet<string>, at: Date): Promise<void>;
  /** Records the outcome of each row once, and deletes a part after its last row. Reads 1 document, writes 1 or 2. */
  advance(id: string, page: ImportedPage): Promise<void>;
  /** Deletes expired imports. Safe to repeat and to interrupt. @returns how many documents */
  clearExpired(at: Date): Promise<number>;
}

export const IMPORT_REASONS = {
  email: 'This is no email address that mail can reach',
  future: 'The time of the consent lies in the future',
  left: 'Left the newsletter after that consent',
  leftOnce: 'Left the newsletter',
  suppressed: 'Mail to this address was refused, or its owner complained',
} as const;

/** The position of the import after a page. */
function after(found: StoredImport, { outcomes }: ImportedPage) {
  const refused = outcomes.flatMap(({ row: { line, email }, outcome }) =>
    typeof outcome === 'string' ? [] : [{ line, email, reason: outcome.refused }],
  );
  const numberOf = (kind: RowOutcome) => outcomes.filter(({ outcome }) => outcome === kind).length;
  return {
    done: found.done + outcomes.length,
    added: found.added + numberOf('added'),
    known: found.known + numberOf('known'),
    refused: found.refused + refused.length,
    refusedRows: [...found.refusedRows, ...refused].slice(0, SUBSCRIBER_LIMITS.refused),
  };
}

export function createSubscriberImportRepository(
  db: Firestore,
  jobs: Pick<JobTable, 'add'>,
): SubscriberImportRepository {
  const imports = db.collection('subscriberImports');
  const subscribers = db.collection('subscribers');
  const partRef = (id: string, part: number) => imports.doc(`${id}-${part}`);
  const partAt = (position: number) => Math.floor(position / SUBSCRIBER_LIMITS.part);
  const expireAt = (at: Date) => new Date(at.getTime() + SUBSCRIBER_LIMITS.importDays * DAY_MS);

  /** Records a page, and deletes a part after its last row. */
  const record = (transaction: Transaction, found: StoredImport, page: ImportedPage) => {
    const next = after(found, page);
    transaction.update(imports.doc(found.id), next);
    const { done } = next;
    if (done > 0 && (done === found.total || done % SUBSCRIBER_LIMITS.part === 0))
      transaction.delete(partRef(found.id, partAt(done - 1)));
  };

  return {
    keepPart: (id, part, { rows, actorId, at }) =>
      runTransaction(db, async (transaction) => {
        if ((await transaction.get(imports.doc(id))).exists) return;
        transaction.set(partRef(id, part), {
          rows: rows.map(({ line, email, at: consentAt, source }) => ({
            line,
            email,
            at: consentAt === undefined ? null : new Date(consentAt),
            source: source ?? null,
          })),
          count: rows.length,
          undated: rows.filter((row) => row.at === undefined).length,
          createdBy: actorId,
          expireAt: expireAt(at),
          schemaVersion: 1,
        });
      }),

    begin: (id, { parts, consent, fileName, actorId, at, job }) =>
      runTransaction(db, async (transaction) => {
        const known = decodeImport(await transaction.get(imports.doc(id)));
        if (known) return known;
        const refs = Array.from({ length: parts }, (_, part) => partRef(id, part));
        const stored = await transaction.getAll(...refs, { fieldMask: ['count', 'undated', 'createdBy'] });
        const counts = stored.map((part) => (part.get('createdBy') === actorId ? Number(part.get('count')) : 0));
        const isWhole = counts.every((count, part) =>
          part < parts - 1 ? count === SUBSCRIBER_LIMITS.part : count > 0,
        );
        if (!isWhole) throw new AppError('bad-request', SUBSCRIBER_TEXTS.parts);
        const isDated = stored.every((part) => part.get('undated') === 0);
        if (consent.kind === 'confirmed' && consent.at === undefined && !isDated) {
          throw new AppError('bad-request', SUBSCRIBER_TEXTS.undated);
        }
        const total = counts.reduce((sum, count) => sum + count, 0);
        const created = {
          createdBy: actorId,
          createdAt: at,
          kind: consent.kind,
          source: consent.source,
          at: consent.kind === 'confirmed' && consent.at !== undefined ? new Date(consent.at) : null,
          total,
          done: 0,
          added: 0,
          known: 0,
          refused: 0,
          refusedRows: [],
        };
        transaction.create(imports.doc(id), { ...created, expireAt: expireAt(at), schemaVersion: 1 });
        jobs.add(transaction, job, at);
        const after = { rows: total, consent: consent.kind, source: consent.source };
        const entry = { action: 'subscribers.import', target: `subscriberImports/${id}`, before: null, after } as const;
        appendAudit(db, transaction, { ...entry, actorId, ...(fileName && { name: fileName }) }, at);
        return { ...created, id };
      }),

    find: async (id) => decodeImport(await imports.doc(id).get()),

    async rowsFrom(id, position, limit) {
      const data = (await partRef(id, partAt(position)).get()).data();
      if (data === undefined) return [];
      const from = position % SUBSCRIBER_LIMITS.part;
      return z
        .parse(PartDocument, data)
        .rows.slice(from, from + limit)
        .map((row, n) => ({ ...row, place: position + n }));
    },

    addConfirmed: (id, rows, suppressed, at) =>
      runTransaction(db, async (transaction) => {
        const found = decodeImport(await transaction.get(imports.doc(id)));
        const [first] = rows;
        if (!found || !first || found.done !== first.place) return;
        const ids = [...new Set(rows.map(({ email }) => addressIdOf(email)))];
        const documents = await transaction.getAll(...ids.map((one) => subscribers.doc(one)));
        const known = new Map(documents.map((document) => [document.id, document]));
        const added = new Set<string>();
        const outcomes = rows.map((row): { row: StoredRow; outcome: RowOutcome } => {
          const subscriberId = addressIdOf(row.email);
          const document = known.get(subscriberId);
          const subscriber = document ? decodeSubscriber(document) : null;
          const consentAt = row.at ?? found.at ?? at;
          if (suppressed.has(subscriberId)) return { row, outcome: { refused: IMPORT_REASONS.suppressed } };
          if (consentAt > at) return { row, outcome: { refused: IMPORT_REASONS.future } };
          if (subscriber?.leftAt && subscriber.leftAt >= consentAt)
            return { row, outcome: { refused: IMPORT_REASONS.left } };
          if (subscriber?.isConfirmed || added.has(subscriberId)) return { row, outcome: 'known' };
          added.add(subscriberId);
          const text = `Confirmed elsewhere: ${row.source ?? found.source}`;
          transaction.set(subscribers.doc(subscriberId), {
            email: row.email,
            emailKey: normalizeEmail(row.email),
            isConfirmed: true,
            subscribedAt: consentAt,
            confirmedAt: at,
            tokenHash: null,
            tokenExpiresAt: null,
            expireAt: null,
            categories: null,
            generation: Math.max((subscriber?.generation ?? 0) + 1, Math.floor(at.getTime() / 1000)),
            wants: ['newsletter'],
            accountId: subscriber?.accountId ?? null,
            labels: subscriber?.labels ?? [],
            consents: withConsent(subscriber?.consents ?? [], { at: consentAt, text, source: 'import' }),
            importId: id,
            schemaVersion: SUBSCRIBER_VERSION,
          });
          return { row, outcome: 'added' };
        });
        record(transaction, found, { from: first.place, outcomes });
      }),

    advance: (id, page) =>
      runTransaction(db, async (transaction) => {
        const found = decodeImport(await transaction.get(imports.doc(id)));
        if (found?.done === page.from) record(transaction, found, page);
      }),

    clearExpired: (at) => clearExpired(imports, at),
  };
}

const decodeImport = decoderOf(ImportDocument);

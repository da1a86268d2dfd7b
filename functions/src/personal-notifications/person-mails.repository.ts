import { MailChoices, type MailChoicesPatch, PERSON_MAIL_LIMITS } from '@inkwell/shared/person-mails';
import { type DocumentSnapshot, FieldPath, type Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { Moment } from '../firestore/moment.ts';
import { runTransaction } from '../firestore/transaction.ts';
import { type NewMail, queueMail } from '../mail/mail.repository.ts';

const MINUTE_MS = 60_000;
/** The comments and notes that were emailed last, so that a repeated event does not email them again. */
const MAILED_MAX = 200;

const PersonMailDocument = z.object({
  choices: z._default(z.partial(MailChoices), {}),
  /** Comments that wait for a combined email, oldest first. */
  waiting: z._default(z.array(z.string()), []),
  /** When they are emailed; null while none waits. */
  dueAt: z._default(z.nullable(Moment), null),
  lastAt: z._default(z.nullable(Moment), null),
  mailed: z._default(z.array(z.string()), []),
  /** Notes that wait to be emailed with others on their post, oldest first, and when the first of them are due. */
  notes: z._default(z.array(z.object({ id: z.string(), postId: z.string(), at: Moment })), []),
  notesDueAt: z._default(z.nullable(Moment), null),
});
/** The email choices of an account, and its waiting entries. */
export type StoredPersonMail = z.infer<typeof PersonMailDocument> & { readonly userId: string };

export interface PersonMailRepository {
  /** An account without a document has made no choices. Reads 1 document. */
  find(userId: string): Promise<StoredPersonMail>;
  /** Reads 1, writes 1. */
  choose(userId: string, choices: MailChoicesPatch): Promise<StoredPersonMail>;
  /** Queues an email, once for its id. Reads 1 document, writes 0 or 1. */
  queueOnce(mail: NewMail): Promise<void>;
  /** Adds a comment to a combined email, once. Reads 1, writes 0 or 1. */
  gather(userId: string, commentId: string, at: Date): Promise<void>;
  /** The accounts whose comments are due, longest first. Reads each, or 1. */
  due(at: Date, limit: number): Promise<StoredPersonMail[]>;
  /** Queues the email about the waiting comments, or none, in the transaction that removes them from the waiting ones. Reads 1, writes at most 2. */
  finish(gathered: StoredPersonMail, mail: NewMail | null, at: Date): Promise<void>;
  /** Adds a note to a combined email about its post, once. Reads 1, writes 0 or 1. */
  gatherNote(userId: string, note: { readonly id: string; readonly postId: string }, at: Date): Promise<void>;
  /** The accounts whose notes are due, longest first. Reads each, or 1. */
  notesDue(at: Date, limit: number): Promise<StoredPersonMail[]>;
  /** Queues emails about waiting notes, in the transaction that removes them from the waiting ones. Reads 1, writes 1 and each email. */
  finishNotes(gathered: StoredPersonMail, ids: readonly string[], mails: readonly NewMail[]): Promise<void>;
  /** Marks all waiting comments and notes as emailed. Reads and writes each account with some. Safe to repeat and to interrupt. @returns how many */
  forgetWaiting(at: Date): Promise<number>;
  /** Accounts that chose a kind of email, by id. Reads each, or 1. */
  wanting(kind: 'broadcasts' | 'figures', after: string | null, limit: number): Promise<string[]>;
}

export function createPersonMailRepository(db: Firestore): PersonMailRepository {
  const people = db.collection('personMails');
  const dueBy = async (field: 'dueAt' | 'notesDueAt', at: Date, limit: number) => {
    const { docs } = await people.where(field, '<=', at).orderBy(field).limit(limit).get();
    return docs.map(decode);
  };

  return {
    find: async (userId) => decode(await people.doc(userId).get()),

    choose: (userId, choices) =>
      runTransaction(db, async (transaction) => {
        const ref = people.doc(userId);
        const before = decode(await transaction.get(ref));
        const after = { ...before.choices, ...choices };
        transaction.set(ref, { choices: after, schemaVersion: 1 }, { merge: true });
        return { ...before, choices: after };
      }),

    queueOnce: (mail) =>
      runTransaction(db, async (transaction) => {
        if ((await transaction.get(db.collection('mail').doc(mail.id))).exists) return;
        queueMail(db, transaction, mail);
      }),

    gather: (userId, commentId, at) =>
      runTransaction(db, async (transaction) => {
        const ref = people.doc(userId);
        const { waiting, mailed, dueAt, lastAt } = decode(await transaction.get(ref));
        if (waiting.includes(commentId) || mailed.includes(commentId)) return;
        const soonest = at.getTime() + PERSON_MAIL_LIMITS.gatherMinutes * MINUTE_MS;
        const again = (lastAt?.getTime() ?? 0) + PERSON_MAIL_LIMITS.everyMinutes * MINUTE_MS;
        const fields = {
          waiting: [...waiting, commentId].slice(-PERSON_MAIL_LIMITS.gathered),
          dueAt: dueAt ?? new Date(Math.max(soonest, again)),
          schemaVersion: 1,
        };
        transaction.set(ref, fields, { merge: true });
      }),

    due: (at, limit) => dueBy('dueAt', at, limit),

    finish: (gathered, mail, at) =>
      runTransaction(db, async (transaction) => {
        const ref = people.doc(gathered.userId);
        const now = decode(await transaction.get(ref));
        if (now.dueAt?.getTime() !== gathered.dueAt?.getTime()) return;
        const isMailed = (id: string) => gathered.waiting.includes(id);
        const later = now.waiting.filter((id) => !isMailed(id));
        const nextMs = at.getTime() + PERSON_MAIL_LIMITS.everyMinutes * MINUTE_MS;
        transaction.update(ref, {
          waiting: later,
          dueAt: later.length > 0 ? new Date(nextMs) : null,
          ...(mail && { lastAt: at }),
          mailed: [...now.mailed, ...gathered.waiting].slice(-MAILED_MAX),
        });
        if (mail) queueMail(db, transaction, mail);
      }),

    gatherNote: (userId, { id, postId }, at) =>
      runTransaction(db, async (transaction) => {
        const ref = people.doc(userId);
        const { notes, mailed } = decode(await transaction.get(ref));
        if (mailed.includes(id) || notes.some((note) => note.id === id)) return;
        const waiting = [...notes, { id, postId, at }].slice(-PERSON_MAIL_LIMITS.gathered);
        transaction.set(ref, { ...waitingNotes(waiting), schemaVersion: 1 }, { merge: true });
      }),

    notesDue: (at, limit) => dueBy('notesDueAt', at, limit),

    finishNotes: (gathered, ids, mails) =>
      runTransaction(db, async (transaction) => {
        const ref = people.doc(gathered.userId);
        const now = decode(await transaction.get(ref));
        // Another instance was faster.
        if (!ids.every((id) => now.notes.some((note) => note.id === id))) return;
        transaction.update(ref, {
          ...waitingNotes(now.notes.filter(({ id }) => !ids.includes(id))),
          mailed: [...now.mailed, ...ids].slice(-MAILED_MAX),
        });
        for (const mail of mails) queueMail(db, transaction, mail);
      }),

    async forgetWaiting(at) {
      const forget = async (field: 'dueAt' | 'notesDueAt', finish: (gathered: StoredPersonMail) => Promise<void>) => {
        for (let count = 0; ; ) {
          const { docs } = await people.orderBy(field).where(field, '>', new Date(0)).limit(MAILED_MAX).get();
          if (docs.length === 0) return count;
          for (const gathered of docs.map(decode)) await finish(gathered);
          count += docs.length;
        }
      };
      const ofComments = await forget('dueAt', (gathered) => this.finish(gathered, null, at));
      const idsOf = ({ notes }: StoredPersonMail) => notes.map(({ id }) => id);
      return ofComments + (await forget('notesDueAt', (gathered) => this.finishNotes(gathered, idsOf(gathered), [])));
    },

    async wanting(kind, after, limit) {
      const wanting = people.where(`choices.${kind}`, '==', true).orderBy(FieldPath.documentId());
      const { docs } = await (after === null ? wanting : wanting.startAfter(after)).limit(limit).select().get();
      return docs.map(({ id }) => id);
    },
  };
}

/** Waiting notes, with the time when the oldest is due. */
const waitingNotes = (notes: StoredPersonMail['notes']) => {
  const [first] = notes;
  const dueMs = first && first.at.getTime() + PERSON_MAIL_LIMITS.gatherMinutes * MINUTE_MS;
  return { notes, notesDueAt: dueMs === undefined ? null : new Date(dueMs) };
};

const decode = (snapshot: DocumentSnapshot): StoredPersonMail => ({
  ...z.parse(PersonMailDocument, snapshot.data() ?? {}),
  userId: snapshot.id,
});

import { MailEventKind, MailSource, type Suppression, SuppressionReason } from '@inkwell/shared/mail';
import { DELETED_ACCOUNT } from '@inkwell/shared/personal-data';
import type { DocumentData, DocumentSnapshot } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { Moment } from '../firestore/moment.ts';

const Note = z.object({ kind: MailEventKind, source: MailSource, at: Moment, reply: z.string() });

const SuppressionDocument = z.object({
  /** As it was first seen; the document's id is that of its normalized form (`addressIdOf`). Empty where a salted id is all that is left. */
  email: z.string(),
  /** Absent while mails may go to the address, so that lists leave it out. */
  suppressedAt: z._default(z.nullable(Moment), null),
  reason: z._default(z.nullable(SuppressionReason), null),
  /** Null for an admin's own suppression, whose words are in `remark`. */
  source: z._default(z.nullable(MailSource), null),
  remark: z._default(z.nullable(z.string()), null),
  /** What came back, newest first. */
  notes: z._default(z.array(Note), []),
  /** When an admin freed the address. What happened before does not stop it again, except a complaint. */
  freedAt: z._default(z.nullable(Moment), null),
});

/** What is known about an address that mails could not reach, or that must not be mailed. */
export type StoredSuppression = z.infer<typeof SuppressionDocument> & { readonly id: string };

export const decodeSuppression = (snapshot: DocumentSnapshot): StoredSuppression | null => {
  const data = snapshot.data();
  return data === undefined ? null : { ...z.parse(SuppressionDocument, data), id: snapshot.id };
};

export const encodeSuppression = ({ id: _id, suppressedAt, ...fields }: StoredSuppression): DocumentData => ({
  ...fields,
  ...(suppressedAt !== null && { suppressedAt }),
  schemaVersion: 1,
});

/** The address, or what stands in place of that of a deleted account. */
export const shownAddress = (email: string): string => email || DELETED_ACCOUNT;

/** As admins see it. */
export const toSuppression = ({ notes, suppressedAt, freedAt, email, ...fields }: StoredSuppression): Suppression => ({
  ...fields,
  email: shownAddress(email),
  suppressedAt: suppressedAt?.toISOString() ?? null,
  freedAt: freedAt?.toISOString() ?? null,
  notes: notes.map((note) => ({ ...note, at: note.at.toISOString() })),
});

import { MailEventKind, MailSource, type Suppression, SuppressionReason } from '@inkwell/shared/mail';
import { DELETED_ACCOUNT } from '@inkwell/shared/personal-data';
import type { DocumentData } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { decoderOf } from '../firestore/decoder.ts';
import { Moment } from '../firestore/moment.ts';

const Note = z.object({ kind: MailEventKind, source: MailSource, at: Moment, reply: z.string() });

const SuppressionDocument = z.object({
  /** As first seen; the document's id is that of the normalized address (`addressIdOf`). Empty if only a salted id is left. */
  email: z.string(),
  /** Absent while the address may get email, so that lists exclude it. */
  suppressedAt: z._default(z.nullable(Moment), null),
  reason: z._default(z.nullable(SuppressionReason), null),
  /** Null for a suppression by an admin, whose reason is in `remark`. */
  source: z._default(z.nullable(MailSource), null),
  remark: z._default(z.nullable(z.string()), null),
  /** The replies that came back, newest first. */
  notes: z._default(z.array(Note), []),
  /** When an admin freed the address. Earlier events do not suppress it again, except complaints. */
  freedAt: z._default(z.nullable(Moment), null),
});

/** The record of an address that emails could not reach, or that must not get email. */
export type StoredSuppression = z.infer<typeof SuppressionDocument> & { readonly id: string };

export const decodeSuppression = decoderOf(SuppressionDocument);

export const encodeSuppression = ({ id: _id, suppressedAt, ...fields }: StoredSuppression): DocumentData => ({
  ...fields,
  ...(suppressedAt !== null && { suppressedAt }),
  schemaVersion: 1,
});

/** The address, or the placeholder for that of a deleted account. */
export const shownAddress = (email: string): string => email || DELETED_ACCOUNT;

/** As shown to admins. */
export const toSuppression = ({ notes, suppressedAt, freedAt, email, ...fields }: StoredSuppression): Suppression => ({
  ...fields,
  email: shownAddress(email),
  suppressedAt: suppressedAt?.toISOString() ?? null,
  freedAt: freedAt?.toISOString() ?? null,
  notes: notes.map((note) => ({ ...note, at: note.at.toISOString() })),
});

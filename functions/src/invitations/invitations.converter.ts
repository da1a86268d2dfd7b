import { InvitedRight } from '@inkwell/shared/invitations';
import type { DocumentData, DocumentSnapshot } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { Moment } from '../firestore/moment.ts';

const InvitationDocument = z.extend(InvitedRight, {
  /** As typed; the document's id is that of the normalized address. */
  email: z.string(),
  /** SHA-256 of the token's proof, as hex. */
  tokenHash: z.string(),
  createdBy: z.string(),
  createdAt: Moment,
  acceptedBy: z.nullable(z.string()),
  /** When the link and the document expire. */
  expireAt: Moment,
});

/** An address's only invitation. Its token is in the email and nowhere else. */
export type StoredInvitation = z.infer<typeof InvitationDocument> & { readonly id: string };

/** Replaces the invitation of an address whose owner refuses invitations. Nothing else is stored then, and the document does not expire. */
export const isRefusal = (snapshot: DocumentSnapshot): boolean => snapshot.get('refusedAt') !== undefined;

export const encodeRefusal = (refusedAt: Date): DocumentData => ({ refusedAt, schemaVersion: 1 });

/** Null if there is no invitation. */
export function decodeInvitation(snapshot: DocumentSnapshot): StoredInvitation | null {
  const data = snapshot.data();
  return data === undefined || isRefusal(snapshot) ? null : { ...z.parse(InvitationDocument, data), id: snapshot.id };
}

export function encodeInvitation({ id: _id, ...fields }: StoredInvitation): DocumentData {
  return { ...fields, schemaVersion: 1 };
}

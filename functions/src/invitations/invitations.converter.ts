import { InvitedRight } from '@inkwell/shared/invitations';
import type { DocumentData, DocumentSnapshot } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { Moment } from '../firestore/moment.ts';

const InvitationDocument = z.extend(InvitedRight, {
  /** As it was typed; the document's id is that of its normalized form. */
  email: z.string(),
  /** SHA-256 of the token's proof, as hex. */
  tokenHash: z.string(),
  createdBy: z.string(),
  createdAt: Moment,
  acceptedBy: z.nullable(z.string()),
  /** The end of the link, and of the document. */
  expireAt: Moment,
});

/** The only invitation of an address. The token is in its mail and nowhere else. */
export type StoredInvitation = z.infer<typeof InvitationDocument> & { readonly id: string };

/** In place of an invitation: whoever has the address wants none. Nothing else is stored of it then, and it does not expire. */
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

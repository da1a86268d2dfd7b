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

/** Null if there is no document. */
export function decodeInvitation(snapshot: DocumentSnapshot): StoredInvitation | null {
  const data = snapshot.data();
  return data === undefined ? null : { ...z.parse(InvitationDocument, data), id: snapshot.id };
}

export function encodeInvitation({ id: _id, ...fields }: StoredInvitation): DocumentData {
  return { ...fields, schemaVersion: 1 };
}

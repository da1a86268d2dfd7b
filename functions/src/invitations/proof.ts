import type { StoredInvitation } from './invitations.converter.ts';

/** The address that an account signed up with, and the time in whole seconds. */
export interface UnconfirmedAddress {
  readonly email: string;
  readonly createdAt: Date;
}

/** Whether the address equals the invited one exactly. Auth has addresses in lower case. */
export const isInvited = (email: string, invitation: Pick<StoredInvitation, 'email'>): boolean =>
  email.toLowerCase() === invitation.email.toLowerCase();

/**
 * Whether the mailed token proves the address of an account. An older account may belong to somebody who only claimed the address, and an accepted
 * invitation has already been used as proof.
 */
export const provesAddress = (invitation: StoredInvitation, { email, createdAt }: UnconfirmedAddress): boolean =>
  invitation.acceptedBy === null && isInvited(email, invitation) && createdAt >= invitation.createdAt;

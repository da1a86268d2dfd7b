import type { Auth } from 'firebase-admin/auth';
import * as z from 'zod/mini';
import { defineKind, type FixedJob, type Worker } from '../jobs/job.ts';
import type { StoredInvitation } from './invitations.converter.ts';
import { isInvited } from './proof.ts';

interface Dependencies {
  readonly findInvitation: (id: string) => Promise<StoredInvitation | null>;
  readonly auth: Pick<Auth, 'getUser' | 'updateUser'>;
}

const KIND = 'accounts.confirm';

/** Confirms the address that an invitation proved. Only the function `work` may change sign-in accounts. */
export const confirmAddressJob = ({ id, tokenHash }: StoredInvitation, userId: string): FixedJob => ({
  id: `confirm-${tokenHash}`,
  kind: KIND,
  params: { invitationId: id, userId },
  about: null,
  createdBy: userId,
});

/** A page may run twice. Accounts that were deleted or have another address by now do not change. */
export function confirmAddressKind({ findInvitation, auth }: Dependencies): Worker {
  return defineKind({
    name: KIND,
    params: z.object({ invitationId: z.string(), userId: z.string() }),
    cursor: z.null(),
    async step({ invitationId, userId }) {
      const [invitation, account] = await Promise.all([
        findInvitation(invitationId),
        auth.getUser(userId).catch(ifUnknown),
      ]);
      const email = account?.email;
      if (email && invitation?.acceptedBy === userId && isInvited(email, invitation)) {
        // In one update, because the address may be changed at this moment.
        await auth.updateUser(userId, { email, emailVerified: true }).catch(ifUnknown);
      }
      return { next: null, count: 1 };
    },
  });
}

function ifUnknown(error: unknown): null {
  if ((error as { code?: unknown }).code === 'auth/user-not-found') return null;
  throw error;
}

import type { InvitedName } from '@inkwell/shared/invitations';
import { ROLE_LABELS, WRITING_LABELS } from '../users/user-row.tsx';

/** The names that the list of users has for roles and rights. */
export const INVITED_LABELS: Readonly<Record<InvitedName, string>> = {
  moderator: ROLE_LABELS.moderator,
  author: WRITING_LABELS.author,
  contributor: WRITING_LABELS.contributor,
};

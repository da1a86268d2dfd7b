import { shortDate } from '@inkwell/shared/format';
import {
  INVITATION_LIMITS,
  type Invitation,
  type InvitationState,
  type InvitedName,
  invitedNameOf,
} from '@inkwell/shared/invitations';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Badge } from '../../../components/badge.tsx';
import styles from '../admin.module.css';
import { useInviteAgain, useRevokeInvitation } from '../api/invitations.ts';
import { adminQueries } from '../api/queries.ts';
import { StaffList } from '../components/staff-list.tsx';
import { RowButton, RowNameId } from '../components/staff-row.tsx';
import { ROLE_LABELS, WRITING_LABELS } from '../users/user-row.tsx';

/** The names that the list of users has for roles and rights. */
export const INVITED_LABELS = {
  moderator: ROLE_LABELS.moderator,
  author: WRITING_LABELS.author,
  contributor: WRITING_LABELS.contributor,
} as const satisfies Record<InvitedName, string>;

const STATES = {
  open: { tone: 'accent', word: 'Open' },
  accepted: { tone: 'success', word: 'Accepted' },
  expired: { tone: 'neutral', word: 'Expired' },
  ended: { tone: 'warning', word: 'Ended' },
} as const satisfies Record<InvitationState, { tone: string; word: string }>;

const untilText = ({ state, expiresAt }: Invitation): string =>
  ({
    open: `until ${shortDate(expiresAt)}`,
    accepted: '',
    expired: `since ${shortDate(expiresAt)}`,
    ended: 'because the sender is no longer an administrator',
  })[state];

interface ListProps {
  /** Called before a focused row is removed. */
  readonly onLeft: () => void;
}

/** The invitations of the last days, which can be sent again or withdrawn. */
export function InvitationList({ onLeft }: ListProps) {
  const query = useInfiniteQuery(adminQueries.invitations());
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId}>Invitations</h3>
      <StaffList
        query={query}
        noun="invitations"
        rowHeight={56}
        loadingHeight={112}
        empty={
          <p className={styles.note}>
            Nobody is invited at the moment. An invitation works for {INVITATION_LIMITS.days} days and once.
          </p>
        }
      >
        {(invitation) => <InvitationRow key={invitation.id} invitation={invitation} onLeft={onLeft} />}
      </StaffList>
    </section>
  );
}

function InvitationRow({ invitation, onLeft }: ListProps & { readonly invitation: Invitation }) {
  const nameId = useId();
  const again = useInviteAgain();
  const revoke = useRevokeInvitation();
  const isPending = again.isPending || revoke.isPending;
  const { tone, word } = STATES[invitation.state];
  return (
    <li className={styles.row} aria-labelledby={nameId}>
      <div className={styles.body}>
        <div className={styles.titleLine}>
          <strong id={nameId} dir="auto">
            {invitation.email}
          </strong>
          <Badge tone={tone}>{word}</Badge>
        </div>
        <p className={styles.meta}>
          <span>{INVITED_LABELS[invitedNameOf(invitation)]}</span>
          <span>
            by <span dir="auto">{invitation.invitedBy}</span>
          </span>
          {untilText(invitation) && <span>{untilText(invitation)}</span>}
        </p>
      </div>
      {invitation.state !== 'accepted' && (
        <div className={styles.rowActions}>
          <RowNameId value={nameId}>
            <RowButton isPending={isPending} onClick={() => again.mutate(invitation)}>
              {again.isPending ? 'Sending...' : 'Send Again'}
            </RowButton>
            <RowButton
              data-danger
              isPending={isPending}
              onClick={() => revoke.mutate(invitation, { onSuccess: onLeft })}
            >
              {revoke.isPending ? 'Withdrawing...' : 'Withdraw'}
            </RowButton>
          </RowNameId>
        </div>
      )}
    </li>
  );
}

import { longDate } from '@inkwell/shared/format';
import { INVITED_WORDS, invitationApi, invitedNameOf, type OpenedInvitation } from '@inkwell/shared/invitations';
import { canWrite, isStaff } from '@inkwell/shared/permissions';
import type { User } from '@inkwell/shared/users';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { ErrorBoundary } from '../../../components/error-boundary.tsx';
import { MailPage } from '../../../components/mail-page.tsx';
import { useFragmentValue } from '../../../hooks/use-fragment-token.ts';
import { call } from '../../../lib/api.ts';
import { useEmailConfirmation } from '../../../lib/email-confirmation.ts';
import { failureText } from '../../../lib/failure.ts';
import { signOut } from '../../../lib/identity-store.ts';
import { paths } from '../../../lib/paths.ts';
import { sessionQueries } from '../../../lib/session-queries.ts';
import { showAnswer } from '../../../lib/show-answer.ts';
import { useSite } from '../../../lib/site.ts';
import { toastError } from '../../../lib/toast.ts';
import { AuthCard } from '../../auth/lazy-auth-card.ts';
import { invitationQueries } from '../api/queries.ts';
import styles from '../invitations.module.css';

interface StepProps {
  readonly token: string;
  readonly invitation: OpenedInvitation;
  /** Null for a visitor. */
  readonly viewer: User | null;
  /** Asks the server for the current step again. */
  readonly reload: () => Promise<unknown>;
}

/** The next step for a person with an invitation link, until they have accepted it. */
export function InvitationSteps(props: StepProps) {
  const { invitation, viewer } = props;
  switch (invitation.standing) {
    case 'accepted':
      return <Accepted viewer={viewer} />;
    case 'expired':
      return (
        <Ended title="This invitation has expired">
          It worked until {longDate(invitation.expiresAt)}. Please ask <Inviter of={invitation} /> for a new one.
        </Ended>
      );
    case 'used':
      return (
        <Ended title="This invitation has been used">
          It works once. If it was you who accepted it, sign in with <Address of={invitation} /> to go on.
        </Ended>
      );
    case 'visitor':
      return <SignInFirst {...props} />;
    case 'other-address':
      return <OtherAddress {...props} />;
    case 'unverified':
      return <ConfirmFirst {...props} />;
    case 'ready':
      return <Ready {...props} />;
  }
}

const Inviter = ({ of }: { readonly of: OpenedInvitation }) =>
  of.invitedBy === null ? 'an administrator' : <strong dir="auto">{of.invitedBy}</strong>;

const Address = ({ of }: { readonly of: OpenedInvitation }) => <strong dir="auto">{of.emailHint}</strong>;

function Step({ invitation, name, children }: Pick<StepProps, 'invitation'> & { name: string; children: ReactNode }) {
  const { as, may } = INVITED_WORDS[invitedNameOf(invitation)];
  const site = useSite();
  return (
    <MailPage title="You are invited" step={name}>
      <p>
        {invitation.invitedBy === null ? 'An administrator' : <Inviter of={invitation} />} invites you to {site.name}{' '}
        {as}. {may}
      </p>
      {children}
    </MailPage>
  );
}

function Ended({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <MailPage title={title} step="ended">
      <p>{children}</p>
      <ButtonLink to={paths.home}>Back to Home</ButtonLink>
    </MailPage>
  );
}

/** The card is in this page, so that the link is kept while signing in. */
function SignInFirst({ invitation }: StepProps) {
  const email = useFragmentValue('email');
  return (
    <Step invitation={invitation} name="sign-in">
      <p>
        To accept, sign up with the address that received the email, <Address of={invitation} />. If you already have an
        account with it, sign in.
      </p>
      <section aria-label="Sign in or create an account" className={styles.auth}>
        <ErrorBoundary title="Signing in is not available right now">
          <Suspense fallback={<p role="status">Loading the sign-in form...</p>}>
            <AuthCard request={null} initialTab="sign-up" email={email ?? ''} />
          </Suspense>
        </ErrorBoundary>
      </section>
    </Step>
  );
}

function OtherAddress({ invitation, viewer }: StepProps) {
  const leave = useMutation({
    mutationFn: signOut,
    onError: () => toastError('Error', 'Failed to log out. Please try again.'),
  });
  return (
    <Step invitation={invitation} name="other-address">
      <p>
        The invitation is for <Address of={invitation} />, and you are signed in as{' '}
        <strong dir="auto">{viewer?.email ?? 'somebody else'}</strong>. Sign out and use the invited address, or ask{' '}
        <Inviter of={invitation} /> to invite the one that you use.
      </p>
      <Button size="large" isPending={leave.isPending} onClick={() => leave.mutate()}>
        {leave.isPending ? 'Signing out...' : 'Use Another Account'}
      </Button>
    </Step>
  );
}

function ConfirmFirst({ invitation, viewer, reload }: StepProps) {
  const send = useEmailConfirmation();
  const look = useMutation({ mutationFn: reload });
  return (
    <Step invitation={invitation} name="confirm">
      <p>
        Please confirm first that <strong dir="auto">{viewer?.email}</strong> is your address: we mail you a link for
        that. Then come back to this page.
      </p>
      <div className={styles.buttons}>
        <Button size="large" isPending={send.isPending} onClick={() => send.mutate()}>
          {send.isPending ? 'Sending...' : send.isSuccess ? 'Send Another Link' : 'Send the Link'}
        </Button>
        <Button size="large" variant="secondary" isPending={look.isPending} onClick={() => look.mutate()}>
          {look.isPending ? 'Checking...' : 'I Have Confirmed It'}
        </Button>
      </div>
      <p role="status" className="muted">
        {look.isSuccess && !look.isPending && 'Your address is not confirmed yet. Please open the link in the mail.'}
      </p>
    </Step>
  );
}

/** Accepts an invitation, after which the session has the new right. Safe to repeat. A refusal reloads the invitation. */
function useAcceptInvitation(token: string, viewerId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(invitationApi.accept, { body: { token } }),
    onSuccess: (user) => showAnswer(client, sessionQueries.user(user.id).queryKey, user),
    onSettled: () => client.invalidateQueries({ queryKey: invitationQueries.opened(token, viewerId).queryKey }),
  });
}

function Ready({ token, invitation, viewer }: StepProps) {
  const accept = useAcceptInvitation(token, viewer?.id ?? '');
  if (accept.isSuccess) return <Accepted viewer={accept.data} />;
  return (
    <Step invitation={invitation} name="ready">
      <p>
        You are signed in as <strong dir="auto">{viewer?.email}</strong>.
      </p>
      {accept.isError && <p role="alert">That did not work. {failureText(accept.error)}</p>}
      <Button size="large" isPending={accept.isPending} onClick={() => accept.mutate()}>
        {accept.isPending ? 'Accepting...' : 'Accept Invitation'}
      </Button>
    </Step>
  );
}

/** Links to where the person can work. An admin may have withdrawn the right meanwhile. */
function Accepted({ viewer }: { readonly viewer: User | null }) {
  return (
    <MailPage title="You have accepted the invitation" step="accepted">
      {isStaff(viewer) ? (
        <>
          <p role="status">Welcome! You can now write, publish and moderate comments.</p>
          <ButtonLink to={paths.admin}>Start Working</ButtonLink>
        </>
      ) : canWrite(viewer) ? (
        <>
          <p role="status">Welcome! You can now write.</p>
          <ButtonLink to={paths.createPost}>Start Writing</ButtonLink>
        </>
      ) : (
        <>
          <p role="status">The permission it gave you has since been withdrawn.</p>
          <ButtonLink to={paths.home}>Back to Home</ButtonLink>
        </>
      )}
    </MailPage>
  );
}

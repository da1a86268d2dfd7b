import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '../../../components/button.tsx';
import { MailPage } from '../../../components/mail-page.tsx';
import { ErrorState, LoadError } from '../../../components/states.tsx';
import { useFragmentToken } from '../../../hooks/use-fragment-token.ts';
import { isApiError } from '../../../lib/api.ts';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session.tsx';
import { usePageTitle } from '../../../lib/title.ts';
import { invitationQueries } from '../api/queries.ts';
import { InvitationSteps } from '../components/invitation-steps.tsx';

const TITLE = 'Your invitation';

/** The page that the link in an invitation opens. */
export function Component() {
  usePageTitle(TITLE);
  const token = useFragmentToken();
  return token ? <Invitation token={token} /> : <InvalidLink />;
}

function Invitation({ token }: { readonly token: string }) {
  const session = useSession();
  const viewer = session.status === 'signed-in' ? session.user : null;
  const isKnown = session.status === 'signed-in' || session.status === 'visitor';
  const opened = useQuery({ ...invitationQueries.opened(token, viewer?.id ?? null), enabled: isKnown });

  if (session.status === 'failed') {
    return (
      <MailPage title={TITLE} step="failed">
        <ErrorState title="Your account could not be loaded" error={session.error} onRetry={session.retry} />
      </MailPage>
    );
  }
  // Checked first: a link may expire while its page is open.
  if (isApiError(opened.error, 404) || isApiError(opened.error, 400)) return <InvalidLink />;
  if (isKnown && opened.data) {
    return <InvitationSteps token={token} invitation={opened.data} viewer={viewer} reload={opened.refetch} />;
  }
  if (isKnown && opened.isError) {
    return (
      <MailPage title={TITLE} step="failed">
        <LoadError title="The invitation could not be loaded" query={opened} />
      </MailPage>
    );
  }
  return (
    <MailPage title={TITLE} step="loading">
      <p role="status">Looking up the invitation...</p>
    </MailPage>
  );
}

/** Withdrawn, replaced and invented links look alike. */
function InvalidLink() {
  return (
    <MailPage title="This invitation does not work" step="invalid">
      <p role="alert">
        It was withdrawn, or part of its address is missing. If you received several invitations, only the newest works.
        Otherwise please ask whoever invited you for a new one.
      </p>
      <ButtonLink to={paths.home}>Back to Home</ButtonLink>
    </MailPage>
  );
}

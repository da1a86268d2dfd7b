import { ButtonLink } from '../../../components/button.tsx';
import { MailPage } from '../../../components/mail-page.tsx';
import { useFragmentToken } from '../../../hooks/use-fragment-token.ts';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../../lib/title.ts';
import { useConfirmSubscription } from '../api/mutations.ts';
import { LinkAct } from '../components/link-act.tsx';

/** Confirms a subscription. */
export function Component() {
  usePageTitle('Confirm your subscription');
  return (
    <LinkAct
      title="Confirm your subscription"
      token={useFragmentToken()}
      act={useConfirmSubscription()}
      question="Confirm to start receiving the newsletter. You can unsubscribe at any time."
      label="Confirm Subscription"
      pendingLabel="Confirming..."
      broken="This link is no longer valid. Subscribe again and we will send you a new one."
    >
      {({ email }) => (
        <MailPage title="You are subscribed" step="outcome">
          <p role="status">
            Thank you! What you asked for goes to <strong>{email}</strong>.
          </p>
          <ButtonLink to={paths.posts}>Explore Posts</ButtonLink>
        </MailPage>
      )}
    </LinkAct>
  );
}

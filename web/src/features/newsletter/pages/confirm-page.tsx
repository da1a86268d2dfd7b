import { Button, ButtonLink } from '../../../components/button.tsx';
import { MailPage } from '../../../components/mail-page.tsx';
import { ErrorState } from '../../../components/states.tsx';
import { useFragmentToken } from '../../../hooks/use-fragment-token.ts';
import { isApiError } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure.ts';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../../lib/title.ts';
import { useConfirmSubscription } from '../api/mutations.ts';

const EXPIRED = 'This link is no longer valid. Subscribe again and we will send you a new one.';

/** Confirms a subscription. A button is needed, so that programs that open links in emails confirm nothing. */
export function Component() {
  usePageTitle('Confirm your subscription');
  const token = useFragmentToken();
  const confirm = useConfirmSubscription();

  if (confirm.isSuccess) {
    return (
      <MailPage title="You are subscribed" step="outcome">
        <p role="status">
          Thank you! What you asked for goes to <strong>{confirm.data.email}</strong>.
        </p>
        <ButtonLink to={paths.posts}>Explore Posts</ButtonLink>
      </MailPage>
    );
  }
  if (!token || (confirm.isError && isApiError(confirm.error) && confirm.error.status < 429)) {
    return (
      <MailPage title="Confirm your subscription" step={confirm.isError ? 'outcome' : undefined}>
        <ErrorState title="This link does not work">{EXPIRED}</ErrorState>
        <ButtonLink to={paths.home}>Back to Home</ButtonLink>
      </MailPage>
    );
  }
  return (
    <MailPage title="Confirm your subscription">
      <p>Confirm to start receiving the newsletter. You can unsubscribe at any time.</p>
      {confirm.isError && <p role="alert">That did not work. {failureText(confirm.error)}</p>}
      <Button size="large" isPending={confirm.isPending} onClick={() => confirm.mutate(token)}>
        {confirm.isPending ? 'Confirming...' : 'Confirm Subscription'}
      </Button>
    </MailPage>
  );
}

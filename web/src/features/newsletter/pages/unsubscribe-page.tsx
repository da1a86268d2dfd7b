import { wantsInWords } from '@inkwell/shared/newsletter-words';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { MailPage } from '../../../components/mail-page.tsx';
import { ErrorState } from '../../../components/states.tsx';
import { useFragmentToken } from '../../../hooks/use-fragment-token.ts';
import { isApiError } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure.ts';
import { paths } from '../../../lib/paths.ts';
import { useSite } from '../../../lib/site.ts';
import { usePageTitle } from '../../../lib/title.ts';
import { useUnsubscribe } from '../api/mutations.ts';

/** Ends a subscription. It has a button for the same reason as the confirmation. */
export function Component() {
  usePageTitle('Unsubscribe');
  const token = useFragmentToken();
  const unsubscribe = useUnsubscribe();
  const { name, newsletter } = useSite();

  if (unsubscribe.isSuccess) {
    return (
      <MailPage title="You are unsubscribed" step="outcome">
        <p role="status">You will get no more email from our list. You are welcome back at any time.</p>
        <ButtonLink to={paths.home}>Back to Home</ButtonLink>
      </MailPage>
    );
  }
  if (!token || (unsubscribe.isError && isApiError(unsubscribe.error) && unsubscribe.error.status < 429)) {
    return (
      <MailPage title="Unsubscribe" step={unsubscribe.isError ? 'outcome' : undefined}>
        <ErrorState title="This link does not work">
          Please use the link at the foot of the latest mail you received from us.
        </ErrorState>
        <ButtonLink to={paths.home}>Back to Home</ButtonLink>
      </MailPage>
    );
  }
  return (
    <MailPage title="Unsubscribe">
      <p>Unsubscribe from {wantsInWords(name, newsletter.wants)}?</p>
      {unsubscribe.isError && <p role="alert">That did not work. {failureText(unsubscribe.error)}</p>}
      <Button size="large" isPending={unsubscribe.isPending} onClick={() => unsubscribe.mutate(token)}>
        {unsubscribe.isPending ? 'Unsubscribing...' : 'Unsubscribe'}
      </Button>
    </MailPage>
  );
}

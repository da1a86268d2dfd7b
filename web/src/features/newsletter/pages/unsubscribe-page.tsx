import { SITE_NAME } from '@inkwell/shared/site';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { ErrorState } from '../../../components/states.tsx';
import { useFragmentToken } from '../../../hooks/use-fragment-token.ts';
import { isApiError } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure.ts';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../../lib/title.ts';
import { useUnsubscribe } from '../api/mutations.ts';
import { NewsletterPage } from '../components/newsletter-page.tsx';

/** Ends a subscription, by a button for the same reason as the confirmation. */
export function Component() {
  usePageTitle('Unsubscribe');
  const token = useFragmentToken();
  const unsubscribe = useUnsubscribe();

  if (unsubscribe.isSuccess) {
    return (
      <NewsletterPage title="You are unsubscribed" isOutcome>
        <p role="status">No more newsletters will come to you. You are welcome back at any time.</p>
        <ButtonLink to={paths.home}>Back to Home</ButtonLink>
      </NewsletterPage>
    );
  }
  if (!token || (unsubscribe.isError && isApiError(unsubscribe.error) && unsubscribe.error.status < 429)) {
    return (
      <NewsletterPage title="Unsubscribe" isOutcome={unsubscribe.isError}>
        <ErrorState title="This link does not work">
          Please use the link at the foot of the latest mail you received from us.
        </ErrorState>
        <ButtonLink to={paths.home}>Back to Home</ButtonLink>
      </NewsletterPage>
    );
  }
  return (
    <NewsletterPage title="Unsubscribe">
      <p>Do you want to stop receiving the {SITE_NAME} newsletter?</p>
      {unsubscribe.isError && <p role="alert">That did not work. {failureText(unsubscribe.error)}</p>}
      <Button size="large" isPending={unsubscribe.isPending} onClick={() => unsubscribe.mutate(token)}>
        {unsubscribe.isPending ? 'Unsubscribing...' : 'Unsubscribe'}
      </Button>
    </NewsletterPage>
  );
}

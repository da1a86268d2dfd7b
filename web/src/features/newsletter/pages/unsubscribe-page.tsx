import { wantsInWords } from '@inkwell/shared/newsletter-words';
import { ButtonLink } from '../../../components/button.tsx';
import { MailPage } from '../../../components/mail-page.tsx';
import { useFragmentToken } from '../../../hooks/use-fragment-token.ts';
import { paths } from '../../../lib/paths.ts';
import { useSite } from '../../../lib/site.ts';
import { usePageTitle } from '../../../lib/title.ts';
import { useUnsubscribe } from '../api/mutations.ts';
import { LATEST_EMAIL, LinkAct } from '../components/link-act.tsx';

/** Ends a subscription. */
export function Component() {
  usePageTitle('Unsubscribe');
  const { name, newsletter } = useSite();
  return (
    <LinkAct
      title="Unsubscribe"
      token={useFragmentToken()}
      act={useUnsubscribe()}
      question={`Unsubscribe from ${wantsInWords(name, newsletter.wants)}?`}
      label="Unsubscribe"
      pendingLabel="Unsubscribing..."
      broken={LATEST_EMAIL}
    >
      {() => (
        <MailPage title="You are unsubscribed" step="outcome">
          <p role="status">You will get no more email from our list. You are welcome back at any time.</p>
          <ButtonLink to={paths.home}>Back to Home</ButtonLink>
        </MailPage>
      )}
    </LinkAct>
  );
}

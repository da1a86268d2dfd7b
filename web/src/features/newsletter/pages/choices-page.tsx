import { StoppedMailKind } from '@inkwell/shared/person-mails';
import { useQuery } from '@tanstack/react-query';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { MailPage } from '../../../components/mail-page.tsx';
import { LoadError } from '../../../components/states.tsx';
import { useFragmentToken } from '../../../hooks/use-fragment-token.ts';
import { failureText } from '../../../lib/failure.ts';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../../lib/title.ts';
import { subscriptionQueries, useChangeLinked, useStopMail } from '../api/choices.ts';
import { ChoicesForm } from '../components/choices-form.tsx';
import { BrokenLink, isBroken, LATEST_EMAIL, LinkAct } from '../components/link-act.tsx';

const TITLE = 'Choose what we send you';

/** `/newsletter/choices#token=...`, which every newsletter email links to. */
export function Component() {
  usePageTitle(TITLE);
  const token = useFragmentToken();
  if (token?.startsWith('mail-')) return <StopMail token={token} />;
  return token ? <Choices token={token} /> : <BrokenLink title={TITLE}>{LATEST_EMAIL}</BrokenLink>;
}

const KINDS: Readonly<Record<StoppedMailKind, string>> = {
  answers: 'answers to your comments',
  comments: 'comments on your posts',
  reviews: 'reviews of posts',
  broadcasts: 'news from the publication',
  figures: 'the figures of each week',
  invitations: 'invitations to write here',
};

/** Stops one kind of email to an account, or invitations to an address. */
function StopMail({ token }: { readonly token: string }) {
  const stop = useStopMail();
  const kind = StoppedMailKind.safeParse(/^mail-([a-z]+)/.exec(token)?.[1]).data;
  if (!kind) return <BrokenLink title={TITLE}>{LATEST_EMAIL}</BrokenLink>;
  return (
    <LinkAct
      title={TITLE}
      token={token}
      act={stop}
      question={`Stop emails about ${KINDS[kind]}?`}
      label="Stop These Emails"
      pendingLabel="Stopping..."
      broken={LATEST_EMAIL}
    >
      {() => (
        <MailPage title="These emails have stopped" step="outcome">
          <p role="status">
            You won’t get emails about {KINDS[kind]} any more.
            {kind !== 'invitations' && ' All choices are in your profile.'}
          </p>
          <ButtonLink to={paths.home}>Back to Home</ButtonLink>
        </MailPage>
      )}
    </LinkAct>
  );
}

function Choices({ token }: { readonly token: string }) {
  const linked = useQuery(subscriptionQueries.linked(token));
  const change = useChangeLinked(token);

  if (change.isSuccess) {
    const hasLeft = change.data.wants.length === 0;
    return (
      <MailPage title={hasLeft ? 'You are unsubscribed' : 'Your choices are saved'} step="outcome">
        <p role="status">
          {hasLeft
            ? 'Your address is deleted from our list. You are welcome back at any time.'
            : 'They apply to every mail from now on.'}
        </p>
        {!hasLeft && (
          <Button variant="secondary" onClick={() => change.reset()}>
            Change Them Again
          </Button>
        )}
        <ButtonLink to={paths.home}>Back to Home</ButtonLink>
      </MailPage>
    );
  }
  if (linked.isPending) {
    return (
      <MailPage title={TITLE}>
        <p role="status">Loading your choices...</p>
      </MailPage>
    );
  }
  if (!linked.data) {
    if (isBroken(linked.error)) return <BrokenLink title={TITLE}>{LATEST_EMAIL}</BrokenLink>;
    return (
      <MailPage title={TITLE}>
        <LoadError title="Your choices could not be loaded" query={linked} />
      </MailPage>
    );
  }
  return (
    <MailPage title={TITLE}>
      <p>
        For <strong dir="auto">{linked.data.emailHint}</strong>.
      </p>
      {change.isError && <p role="alert">That did not work. {failureText(change.error)}</p>}
      <ChoicesForm
        choices={linked.data}
        isDigestOn={linked.data.isDigestOn}
        isPending={change.isPending}
        onSave={(choices) => change.mutate(choices)}
      />
    </MailPage>
  );
}

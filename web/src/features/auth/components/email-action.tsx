import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { identityErrorCode } from '../../../lib/identity.ts';
import { identityProvider } from '../../../lib/identity-store.ts';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../../lib/title.ts';
import { type EmailMode, ownPage } from '../email-modes.ts';
import { AuthPage } from './auth-page.tsx';

interface ModeTexts {
  readonly title: string;
  readonly question: (email: ReactNode) => ReactNode;
  readonly button: string;
  readonly doneTitle: string;
  readonly done: (email: ReactNode) => ReactNode;
}

const TEXTS: Record<EmailMode, ModeTexts> = {
  verifyEmail: {
    title: 'Confirm Your Email',
    question: (email) => <>Is {email} your address? Then please confirm it.</>,
    button: 'Confirm Email',
    doneTitle: 'Email Confirmed',
    done: (email) => <>{email} is confirmed as your address.</>,
  },
  verifyAndChangeEmail: {
    title: 'Change Your Email',
    question: (email) => <>You would then sign in with {email}.</>,
    button: 'Change Email',
    doneTitle: 'Email Changed',
    done: (email) => <>Your account belongs to {email} now. Please sign in again with that address.</>,
  },
  recoverEmail: {
    title: 'Restore Your Email',
    question: (email) => <>Your address was changed. If that was not you, take {email} back.</>,
    button: 'Restore Email',
    doneTitle: 'Email Restored',
    done: (email) => (
      <>Your account belongs to {email} again. Somebody else may know your password: please set a new one at once.</>
    ),
  },
};

/** Why a link failed, and whether a retry can help. */
const LINK_ERRORS: Record<string, string> = {
  'expired-action-code': 'This link has expired. Please ask for a new one.',
  'invalid-action-code': 'This link is invalid, or it has been used already.',
  'user-disabled': 'This account has been disabled.',
  'user-not-found': 'The account of this link no longer exists.',
  'email-already-in-use': 'The email address is already in use by another account.',
};
const PASSING_ERROR = 'The link could not be checked. Please try again.';

/** A page of this flow. It takes the focus, because it replaces another page without a navigation. */
function Step({ title, lead, children }: Readonly<{ title: string; lead: ReactNode; children: ReactNode }>) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} data-focus-target>
      <AuthPage title={title} lead={lead}>
        <div className="buttons">{children}</div>
      </AuthPage>
    </div>
  );
}

function LinkRefused({ error, onAgain }: { readonly error: unknown; readonly onAgain: () => void }) {
  const text = LINK_ERRORS[identityErrorCode(error) ?? ''];
  return (
    <Step title="This Link Did Not Work" lead={<p role="alert">{text ?? PASSING_ERROR}</p>}>
      {text === undefined && <Button onClick={onAgain}>Try Again</Button>}
      <ButtonLink to={paths.home} replace variant={text === undefined ? 'quiet' : 'primary'}>
        Back to Home
      </ButtonLink>
    </Step>
  );
}

const missingCode = Object.assign(new Error('The link has no code'), { code: 'auth/invalid-action-code' });

interface EmailActionProps {
  readonly mode: EmailMode;
  readonly code: string | null;
  readonly continueUrl: string | null;
}

/**
 * Confirms, changes or restores an email address with a link from an email. The page checks the link and asks first, because mail scanners open links
 * and must not use them up.
 */
export function EmailAction({ mode, code, continueUrl }: EmailActionProps) {
  const texts = TEXTS[mode];
  usePageTitle(texts.title);
  const link = useQuery({
    queryKey: ['auth-action', code],
    queryFn: async () => {
      if (!code) throw missingCode;
      return (await identityProvider()).checkActionCode(code);
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const apply = useMutation({
    mutationFn: async (known: string) => (await identityProvider()).applyActionCode(known),
  });
  const error = apply.error ?? link.error;
  useEffect(() => {
    if (error) console.warn('The link of a mail was refused', error);
  }, [error]);

  if (apply.isError) return <LinkRefused error={apply.error} onAgain={apply.reset} />;
  if (link.isError) return <LinkRefused error={link.error} onAgain={() => void link.refetch()} />;
  if (!link.data || !code)
    return (
      <AuthPage title={texts.title} lead={<p role="status">Checking the link...</p>}>
        {null}
      </AuthPage>
    );

  const email = <strong dir="auto">{link.data.email ?? 'this address'}</strong>;
  if (apply.isSuccess) {
    return (
      <Step key="done" title={texts.doneTitle} lead={<p role="status">{texts.done(email)}</p>}>
        {mode === 'recoverEmail' ? (
          <ButtonLink to={paths.forgotPassword}>Set a New Password</ButtonLink>
        ) : (
          <ButtonLink to={ownPage(continueUrl, window.location.origin) ?? paths.home} replace>
            Continue
          </ButtonLink>
        )}
      </Step>
    );
  }
  return (
    <Step key="question" title={texts.title} lead={<p>{texts.question(email)}</p>}>
      <Button isPending={apply.isPending} onClick={() => apply.mutate(code)}>
        {texts.button}
      </Button>
      <ButtonLink to={paths.home} replace variant="quiet">
        Not Now
      </ButtonLink>
    </Step>
  );
}

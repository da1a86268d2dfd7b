import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { MailPage } from '../../../components/mail-page.tsx';
import { ErrorState } from '../../../components/states.tsx';
import { isApiError } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure.ts';
import { paths } from '../../../lib/paths.ts';

/** Whether the link itself was refused, so that repeating is useless. */
export const isBroken = (error: unknown): boolean => isApiError(error) && error.status < 429;

/** What to do instead of a broken link in an email to subscribers. */
export const LATEST_EMAIL = 'Please use the link at the bottom of the latest email from us.';

interface BrokenLinkProps {
  readonly title: string;
  readonly step?: string | undefined;
  /** What to do instead. */
  readonly children: string;
}

/** The page of a link that does not work. */
export const BrokenLink = ({ title, step, children }: BrokenLinkProps) => (
  <MailPage title={title} step={step}>
    <ErrorState title="This link does not work">{children}</ErrorState>
    <ButtonLink to={paths.home}>Back to Home</ButtonLink>
  </MailPage>
);

interface LinkActProps<T> {
  readonly title: string;
  /** The token of the link; null if it has none. */
  readonly token: string | null;
  /** Uses the token. */
  readonly act: UseMutationResult<T, Error, string>;
  readonly question: string;
  readonly label: string;
  readonly pendingLabel: string;
  /** What to do instead if the link does not work. */
  readonly broken: string;
  /** The page after the action. */
  readonly children: (answer: T) => ReactNode;
}

/** The page of an email's link. It acts by a button, so that programs that open links in emails change nothing. */
export function LinkAct<T>(props: LinkActProps<T>) {
  const { title, token, act, question, label, pendingLabel, broken, children } = props;
  if (act.isSuccess) return children(act.data);
  if (!token || isBroken(act.error)) {
    return (
      <BrokenLink title={title} step={act.isError ? 'outcome' : undefined}>
        {broken}
      </BrokenLink>
    );
  }
  return (
    <MailPage title={title}>
      <p>{question}</p>
      {act.isError && <p role="alert">That did not work. {failureText(act.error)}</p>}
      <Button size="large" isPending={act.isPending} onClick={() => act.mutate(token)}>
        {act.isPending ? pendingLabel : label}
      </Button>
    </MailPage>
  );
}

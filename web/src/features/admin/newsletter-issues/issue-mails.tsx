import type { Issue, IssueMail } from '@inkwell/shared/newsletter-issues';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { Button } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/states.tsx';
import styles from '../admin.module.css';
import { issueQueries, useIssueAct } from '../api/newsletter-issues.ts';
import { StaffList } from '../components/staff-list.tsx';

const TITLES: Readonly<Record<IssueMail['state'], string>> = {
  unconfirmed: 'Unconfirmed',
  refused: 'Refused',
  'left-out': 'Skipped',
};

interface IssueMailsProps {
  readonly issue: Issue;
  readonly state: IssueMail['state'];
  readonly count: number;
}

/** The addresses with one outcome. A person decides about unconfirmed ones. */
export function IssueMails({ issue, state, count }: IssueMailsProps) {
  return count === 0 ? null : <Mails {...{ issue, state, count }} />;
}

function Mails({ issue, state, count }: IssueMailsProps) {
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const query = useInfiniteQuery(issueQueries.mails(issue.id, state, count));
  const act = useIssueAct(issue.id);
  const shown = query.data?.pages.flatMap(({ items }) => items.map(({ id }) => id)) ?? [];
  const decide = (ids: readonly string[], decision: 'submitted' | 'again') => {
    // The buttons may disappear with their rows.
    heading.current?.focus();
    act.mutate({ verb: 'decide', ids: ids.slice(0, 100), decision });
  };
  const isOpen = state === 'unconfirmed';
  const small = { size: 'small', isPending: act.isPending } as const;
  const canRepeat = issue.status !== 'cancelled';

  return (
    <section className={styles.issuePart} aria-labelledby={headingId}>
      <h2 id={headingId} ref={heading} tabIndex={-1}>
        {TITLES[state]}
      </h2>
      {isOpen && (
        <>
          <p className={styles.note}>
            The connection or the instance ended before the mail server answered, so these people may have the mail or
            not. Nothing is sent again by itself.
          </p>
          <div className={styles.bar}>
            <Button {...small} variant="secondary" onClick={() => decide(shown, 'submitted')}>
              Mark All as Sent
            </Button>
            {canRepeat && (
              <Button {...small} variant="secondary" onClick={() => decide(shown, 'again')}>
                Resend All
              </Button>
            )}
          </div>
        </>
      )}
      <StaffList
        label={TITLES[state]}
        query={query}
        noun="mails"
        rowHeight={56}
        loadingHeight={168}
        empty={<EmptyState title="Delivery details are no longer stored" headingLevel={3} />}
      >
        {({ id, to, reply }) => (
          <li key={id} className={styles.lowRow}>
            <div className={styles.body}>
              <bdi>{to}</bdi>
              {reply !== null && <p className={styles.note}>{reply}</p>}
            </div>
            {isOpen && (
              <div className={styles.bar}>
                <Button
                  {...small}
                  variant="quiet"
                  aria-label={`Count the mail to ${to} as sent`}
                  onClick={() => decide([id], 'submitted')}
                >
                  Mark as Sent
                </Button>
                {canRepeat && (
                  <Button
                    {...small}
                    variant="quiet"
                    aria-label={`Send the mail to ${to} again`}
                    onClick={() => decide([id], 'again')}
                  >
                    Send Again
                  </Button>
                )}
              </div>
            )}
          </li>
        )}
      </StaffList>
    </section>
  );
}

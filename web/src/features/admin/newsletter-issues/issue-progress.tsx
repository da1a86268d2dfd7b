import { counted } from '@inkwell/shared/format';
import type { Issue } from '@inkwell/shared/newsletter-issues';
import { Button } from '../../../components/button.tsx';
import { ConfirmButton } from '../../../components/confirm-button.tsx';
import { DialogButton } from '../../../components/dialog-button.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { ownZone, spelledTime } from '../../scheduling/zoned-time.ts';
import styles from '../admin.module.css';
import { isUnderWay, useIssueAct } from '../api/newsletter-issues.ts';
import { trafficQueries } from '../api/traffic.ts';
import { useStaffQuery } from '../api/unauthorized.ts';
import { FigureCard } from '../components/figure-card.tsx';
import { BarRows } from '../traffic/bar-rows.tsx';
import { ArchivePage } from './archive-fields.tsx';
import { IssueMails } from './issue-mails.tsx';
import { PostalAddressLink } from './issue-problem.tsx';
import { doneOf, STOPS } from './issue-texts.ts';
import { MailPreviewDialog } from './mail-preview-dialog.tsx';

/** How many people unsubscribed with a link of an issue, and which of its links were opened. */
function IssueResults({ id }: { readonly id: string }) {
  const query = useStaffQuery(trafficQueries.issue(id));
  return (
    <section className={styles.issuePart} aria-label="Results">
      <h2>Results</h2>
      <Loaded query={query} loading="Loading the results" failure="Failed to load the results" height="4rem">
        {({ left, clicks }) => (
          <>
            <p className={styles.note}>
              {counted(left, 'person', 'people')} unsubscribed with its link.{' '}
              {clicks === null && 'Clicks were not counted for this issue.'}
              {clicks?.length === 0 && 'It has no links.'}
            </p>
            {clicks && clicks.length > 0 && (
              <BarRows
                label="Clicks by link"
                rows={clicks.map(({ url, clicks: value }, key) => ({
                  key,
                  name: url,
                  value,
                  text: counted(value, 'click', 'clicks'),
                }))}
              />
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

/** The progress of sending an issue, its actions, and the outcomes of its emails. */
export function IssueProgress({ issue }: { readonly issue: Issue }) {
  const act = useIssueAct(issue.id);
  const { status, counts, stopReason, lastReply, isStandingStill, startedAt, finishedAt } = issue;
  const done = doneOf(issue);
  const isGoing = status === 'queueing' || status === 'sending';
  const isHalted = status === 'paused' || status === 'stopped';
  const verb = act.isPending ? act.variables.verb : null;

  return (
    <div className={styles.panel}>
      <p role="status">
        {status === 'queueing' && 'The list of recipients is being prepared.'}
        {status === 'sending' && `${done.toLocaleString('en')} of ${counted(counts.audience, 'email', 'emails')} done.`}
        {status === 'paused' && 'Paused. No more emails are sent.'}
        {status === 'cancelled' && 'Cancelled. The remaining subscribers will not receive it.'}
        {status === 'sent' && finishedAt && `Sent on ${spelledTime(finishedAt, ownZone())}.`}
      </p>
      {stopReason !== null && (
        <p className={styles.issueProblem} role="alert">
          {STOPS[stopReason]} {stopReason === 'postal-address' && <PostalAddressLink />}
          {lastReply !== null && ` The mail server said last: ${lastReply}`}
        </p>
      )}
      {isStandingStill && (
        <p className={styles.issueProblem} role="alert">
          Sending has stopped: its job was given up after several errors.
        </p>
      )}
      {(isUnderWay(issue) || isHalted) && (
        <progress
          className={styles.issueProgress}
          aria-label="Emails processed"
          max={Math.max(1, counts.audience)}
          value={status === 'queueing' ? undefined : done}
        />
      )}
      <div className={styles.bar}>
        {isGoing && !isStandingStill && (
          <Button variant="secondary" isPending={act.isPending} onClick={() => act.mutate({ verb: 'pause' })}>
            {verb === 'pause' ? 'Pausing...' : 'Pause'}
          </Button>
        )}
        {(isHalted || isStandingStill) && (
          <Button isPending={act.isPending} onClick={() => act.mutate({ verb: 'resume' })}>
            {verb === 'resume' ? 'Resuming...' : 'Resume'}
          </Button>
        )}
        {(isGoing || isHalted) && (
          <ConfirmButton
            variant="danger"
            label="Cancel Sending"
            pendingLabel={verb === 'cancel' ? 'Cancelling...' : 'Cancel Sending'}
            title="Cancel Sending"
            question={`${counted(Math.max(0, counts.audience - done), 'subscriber', 'subscribers')} will not receive this issue. This cannot be undone.`}
            isPending={act.isPending}
            onConfirm={(close) => act.mutate({ verb: 'cancel' }, { onSettled: close })}
          />
        )}
        <DialogButton variant="secondary" label="Preview Email">
          {(close) => <MailPreviewDialog text={issue} onClose={close} />}
        </DialogButton>
      </div>
      <ArchivePage issue={issue} />
      <dl className={styles.figures}>
        <FigureCard label="Audience" value={counts.audience} />
        <FigureCard label="Accepted by the mail server" value={counts.submitted} />
        <FigureCard label="Refused" value={counts.refused} />
        <FigureCard label="Skipped" value={counts.leftOut} />
        <FigureCard label="Unconfirmed" value={counts.unconfirmed} />
      </dl>
      {startedAt && <p className={styles.note}>The audience is the list of {spelledTime(startedAt, ownZone())}.</p>}
      {startedAt && <IssueResults id={issue.id} />}
      <IssueMails issue={issue} state="unconfirmed" count={counts.unconfirmed} />
      <IssueMails issue={issue} state="refused" count={counts.refused} />
      <IssueMails issue={issue} state="left-out" count={counts.leftOut} />
    </div>
  );
}

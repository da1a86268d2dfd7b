import { counted, wholeNumber } from '@inkwell/shared/format';
import { JOB_ATTEMPTS, type Job, type JobKindName, jobApi } from '@inkwell/shared/jobs';
import { Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { LoadError, StaleBanner } from '../../../components/states.tsx';
import { call } from '../../../lib/api.ts';
import styles from '../admin.module.css';
import { adminQueries } from '../api/queries.ts';
import { useStaffChange } from '../api/staff-change.ts';

const TITLES: Readonly<Record<JobKindName, string>> = {
  'schema.migrate': 'Bringing stored data up to date',
  'comments.moderate': 'Hiding or showing comments',
  'authors.reindex': 'Renaming an author in the search',
  'tags.move': 'Moving the posts of a merged or deleted tag',
  'tags.reindex': 'Renaming a tag in the search',
  'series.remove': 'Posts of a deleted series',
  'categories.move': 'Posts of a merged category',
  'categories.reindex': 'Renaming a category in the search',
  'broadcasts.mail': 'Mailing a notification',
  'subscribers.import': 'Importing subscribers',
  'newsletter.send': 'Sending an issue of the newsletter',
  'accounts.confirm': 'Confirming the address of an invited account',
  'accounts.copy': 'Copying the data of an account',
  'accounts.erase': 'Deleting an account',
  'content.import': 'Importing texts',
  'content.export': 'Exporting the publication',
  'content.read': 'Reading the files of an import',
  'posts.unschedule': 'Unscheduling the posts of an account',
  'authors.move': 'Moving the posts of a guest author',
  'posts.bulk': 'Changing posts',
};

const STATUS: Readonly<Record<Job['status'], { label: string; tone: 'neutral' | 'success' | 'danger' }>> = {
  waiting: { label: 'Waiting', tone: 'neutral' },
  running: { label: 'Running', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  done: { label: 'Done', tone: 'success' },
};

const titleOf = ({ kind, about }: Job): string => {
  const title = Object.entries(TITLES).find(([name]) => name === kind)?.[1] ?? kind;
  return about === null ? title : `${title}: ${about}`;
};

/** Restarts a failed job; the list shows its progress. */
const useRetryJob = (id: string) =>
  useStaffChange({
    send: () => call(jobApi.retry, { params: { id } }),
    action: 'retry the job',
    stale: [adminQueries.unfinishedJobs().queryKey],
  });

function JobRow({ job }: { readonly job: Job }) {
  const { id, status, done, total, attempts, reason } = job;
  const title = titleOf(job);
  const retry = useRetryJob(id);
  const hasFailed = status === 'failed';
  return (
    <li className={styles.row}>
      <div className={styles.body}>
        <div className={styles.titleLine}>
          <h3 dir="auto">{title}</h3>
          <Badge tone={STATUS[status].tone}>{STATUS[status].label}</Badge>
        </div>
        {total !== null && total > 0 && !hasFailed && (
          <Progress value={Math.min((done / total) * 100, 100)} aria-label={`Progress of ${title}`} />
        )}
        {status !== 'waiting' && (
          <p className={styles.meta}>
            {total === null ? `${wholeNumber(done)} done` : `${wholeNumber(done)} of ${wholeNumber(total)} done`}
          </p>
        )}
        {reason !== null && (
          <p dir="auto">
            {hasFailed
              ? `It failed: ${reason}`
              : `Attempt ${attempts} of ${JOB_ATTEMPTS} failed and will be repeated automatically: ${reason}`}
          </p>
        )}
      </div>
      {hasFailed && (
        <div className={styles.rowActions}>
          <Button variant="secondary" size="small" isPending={retry.isPending} onClick={() => retry.mutate()}>
            {retry.isPending ? 'Trying...' : 'Try again'}
          </Button>
        </div>
      )}
    </li>
  );
}

/** Only rare changes are announced: constantly changing figures would drown out everything else. */
function announcement(jobs: readonly Job[]): string {
  const failed = jobs.filter(({ status }) => status === 'failed').length;
  const running = jobs.filter(({ status }) => status === 'running').length;
  return [
    running > 0 && counted(running, 'job is running', 'jobs are running'),
    failed > 0 && counted(failed, 'job has failed', 'jobs have failed'),
  ]
    .filter((part) => part !== false)
    .join(', ');
}

/** Waiting, running and failed jobs, for admins; renders nothing if there are none. Product §2. */
export function JobList() {
  const query = useQuery(adminQueries.unfinishedJobs());
  const jobs = query.data ?? [];
  return (
    <>
      <p role="status" className="visually-hidden">
        {announcement(jobs)}
      </p>
      {query.isError && !query.data && <LoadError title="Failed to load jobs" query={query} />}
      {jobs.length > 0 && (
        <>
          <div className={styles.section}>
            <h2>Jobs</h2>
          </div>
          <StaleBanner query={query} what="These figures" />
          <ul className={styles.rows}>
            {jobs.map((job) => (
              <JobRow key={job.id} job={job} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

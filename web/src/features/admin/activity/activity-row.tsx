import type { Activity } from '@inkwell/shared/activity';
import { personName } from '@inkwell/shared/format';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { lineChevron } from '../../../components/staff-icons.ts';
import { paths } from '../../../lib/paths.ts';
import { useAuthorNames } from '../../authors/api/names.ts';
import { useCategoryNames } from '../../categories/api/queries.ts';
import { useSeriesNames } from '../../series/api/queries.ts';
import { useTagNames } from '../../tags/api/queries.ts';
import { adminQueries } from '../api/queries.ts';
import { PagedList } from '../components/paged-list.tsx';
import styles from './activity-row.module.css';
import { actorOf, bulkDeedOf, changesIn, deedOf, idsOf, type NamesOf, targetOf, timeText } from './activity-texts.ts';

interface ActivityRowProps {
  readonly activity: Activity;
  /** Filters the list by the same target or the same person. */
  readonly onTarget: (id: string) => void;
  readonly onActor: (id: string) => void;
}

function Target({ activity }: { readonly activity: Activity }) {
  const name = targetOf(activity);
  if (name === null) return null;
  const { kind, id } = activity.target;
  const isThere = kind === 'posts' && activity.action !== 'post.delete';
  return isThere ? <Link to={paths.post({ id, title: name })}>{name}</Link> : <strong>{name}</strong>;
}

/** Names for the ids of a change. */
function useNamesOf(activity: Activity): NamesOf {
  const tags = useTagNames(idsOf(activity, 'tagIds'));
  const authors = useAuthorNames(idsOf(activity, 'authorIds'));
  const series = useSeriesNames(idsOf(activity, 'seriesId').flat());
  const categories = useCategoryNames(idsOf(activity, 'categoryId').flat().map(Number));
  return (field, ids) => {
    if (field === 'tagIds') return tags(ids);
    if (field === 'authorIds') return authors(ids);
    return field === 'seriesId' ? series(ids[0] ?? null) : categories(Number(ids[0]));
  };
}

/** What changed and exactly when, and filters by the same person and target. */
function Fields({ activity, onTarget, onActor }: ActivityRowProps) {
  const namesOf = useNamesOf(activity);
  return (
    <div className={styles.fields}>
      <dl className={styles.changes}>
        <div>
          <dt>Time</dt>
          <dd>{timeText(activity.at)}</dd>
        </div>
        {changesIn(activity, namesOf).map(({ field, before, after }) => (
          <div key={field}>
            <dt>{field}</dt>
            <dd dir="auto">
              {before !== null && (
                <>
                  <del>{before}</del> <span aria-hidden="true">→</span>
                  <span className="visually-hidden">is now</span>{' '}
                </>
              )}
              <ins>{after}</ins>
            </dd>
          </div>
        ))}
      </dl>
      <div className={styles.only}>
        {activity.actor && (
          <Button variant="quiet" size="small" onClick={() => onActor(activity.actorId)}>
            Only by {actorOf(activity)}
          </Button>
        )}
        <Button variant="quiet" size="small" onClick={() => onTarget(activity.target.id)}>
          Only on {targetOf(activity) ?? 'the same'}
        </Button>
      </div>
    </div>
  );
}

interface ActivityDayProps extends Omit<ActivityRowProps, 'activity'> {
  readonly name: string;
  readonly acts: readonly Activity[];
}

/** The actions of one day, under its name. */
export function ActivityDay({ name, acts, ...filters }: ActivityDayProps) {
  const id = useId();
  return (
    <section className={styles.day} aria-labelledby={id}>
      <h2 id={id}>{name}</h2>
      <ol className={styles.rows}>
        {acts.map((activity) => (
          <ActivityRow key={activity.id} activity={activity} {...filters} />
        ))}
      </ol>
    </section>
  );
}

/** Each action of a bulk action. */
function BulkActs({ runId, ...filters }: Omit<ActivityRowProps, 'activity'> & { readonly runId: string }) {
  const query = useInfiniteQuery(adminQueries.activity({ runId }));
  return (
    <PagedList query={query} noun="actions" rowHeight={44} loadingHeight={132} empty="No longer stored.">
      {(acts) => (
        <ol className={`${styles.rows} ${styles.ofRun}`}>
          {acts.map((activity) => (
            <ActivityRow key={activity.id} activity={activity} {...filters} />
          ))}
        </ol>
      )}
    </PagedList>
  );
}

/** One action in a line: who, what, on what, and when; a button shows the changes. */
function ActivityRow(props: ActivityRowProps) {
  const { activity, ...filters } = props;
  const { run } = activity;
  const [isOpen, setOpen] = useState(false);
  const textId = useId();
  return (
    <li className={styles.act}>
      <div className={styles.line}>
        <button
          type="button"
          className={styles.chevron}
          aria-label={run ? 'Posts' : 'Fields'}
          aria-describedby={textId}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon icon={lineChevron} />
        </button>
        <p id={textId} dir="auto">
          <strong>{actorOf(activity)}</strong>{' '}
          {run ? (
            bulkDeedOf(activity.action, run.count)
          ) : (
            <>
              {deedOf(activity)} <Target activity={activity} />{' '}
            </>
          )}
          {activity.onBehalfOf && <span className="muted">On behalf of {personName(activity.onBehalfOf)}</span>}
        </p>
        <time dateTime={activity.at}>
          {new Date(activity.at).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })}
        </time>
      </div>
      {isOpen && (run ? <BulkActs runId={run.id} {...filters} /> : <Fields {...props} />)}
    </li>
  );
}

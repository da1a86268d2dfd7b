import type { Activity } from '@inkwell/shared/activity';
import { longDate, personName } from '@inkwell/shared/format';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import styles from '../admin.module.css';
import { actorOf, changesIn, deedOf, targetOf } from './activity-texts.ts';

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

/** One entry: who did what to whom or what, when, and what changed. */
export function ActivityRow({ activity, onTarget, onActor }: ActivityRowProps) {
  const changes = changesIn(activity);
  return (
    <li className={styles.row}>
      <div className={styles.body}>
        <p dir="auto">
          <strong>{actorOf(activity)}</strong> {deedOf(activity)} <Target activity={activity} />
        </p>
        <p className={styles.meta}>
          <time dateTime={activity.at}>
            {longDate(activity.at)}, {new Date(activity.at).toLocaleTimeString('en-US')}
          </time>
          {activity.onBehalfOf && <span>On behalf of {personName(activity.onBehalfOf)}</span>}
        </p>
        {changes.length > 0 && (
          <dl className={styles.changes}>
            {changes.map(({ field, before, after }) => (
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
        )}
        <p className={styles.meta}>
          {activity.actor && (
            <button type="button" className={styles.only} onClick={() => onActor(activity.actorId)}>
              Only by {actorOf(activity)}
            </button>
          )}
          <button type="button" className={styles.only} onClick={() => onTarget(activity.target.id)}>
            Only on {targetOf(activity) ?? 'the same'}
          </button>
        </p>
      </div>
    </li>
  );
}

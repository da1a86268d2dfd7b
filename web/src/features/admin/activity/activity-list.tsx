import { ACTIVITY_ACTIONS } from '@inkwell/shared/activity';
import { DocumentId } from '@inkwell/shared/fields';
import { counted } from '@inkwell/shared/format';
import { TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { paths } from '../../../lib/paths.ts';
import styles from '../admin.module.css';
import { adminQueries } from '../api/queries.ts';
import { PagedList, totalOf } from '../components/paged-list.tsx';
import { Filter } from '../components/search-bar.tsx';
import { oneOf, useAddressFilters } from '../components/use-address-filters.ts';
import { ActivityRow } from './activity-row.tsx';
import { ACTION_OPTIONS, actorOf } from './activity-texts.ts';

const NAMES = ['actor', 'action', 'target', 'since', 'until'] as const;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The start of a day in the viewer's time zone, or of the next day; undefined if the text is no day. */
function beginningOf(day: string | undefined, { isNext = false } = {}): string | undefined {
  const at = day && DAY.test(day) ? new Date(`${day}T00:00:00`) : null;
  if (!at || Number.isNaN(at.getTime())) return undefined;
  if (isNext) at.setDate(at.getDate() + 1);
  return at.toISOString();
}

const idOf = (value: string | undefined) => (DocumentId.safeParse(value).success ? value : undefined);

function choiceOf({ actor, action, target, since, until }: Partial<Record<(typeof NAMES)[number], string>>) {
  const actorId = idOf(actor);
  const targetId = idOf(target);
  const act = oneOf(ACTIVITY_ACTIONS, action);
  const from = beginningOf(since);
  const to = beginningOf(until, { isNext: true });
  return {
    ...(actorId && { actorId }),
    ...(act && { action: act }),
    ...(targetId && { targetId }),
    ...(from && { since: from }),
    ...(to && { until: to }),
  } as const;
}

/** The activity of staff, newest first, filtered by person, action, target and day. */
export function ActivityList() {
  const { values, change } = useAddressFilters(NAMES);
  const choice = choiceOf(values);
  const query = useInfiniteQuery(adminQueries.activity(choice));
  const total = totalOf(query);
  const isNarrowed = Object.keys(choice).length > 0;
  const shown = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const actors = new Map(shown.filter(({ actor }) => actor).map((act) => [act.actorId, actorOf(act)]));
  const isUnknown = choice.actorId !== undefined && !actors.has(choice.actorId);

  return (
    <div className={styles.panel}>
      <div className={styles.bar}>
        <p role="status" className={styles.note}>
          {total !== null && `${counted(total, 'act', 'acts')} ${isNarrowed ? 'found' : 'in total'}`}
        </p>
        <ButtonLink variant="secondary" size="small" to={paths.admin}>
          Back to the panel
        </ButtonLink>
      </div>
      <section className={styles.findBar} aria-label="Find acts">
        <Filter
          label="Person"
          value={choice.actorId ?? ''}
          options={[
            { value: '', label: 'Anybody' },
            ...[...actors].map(([value, label]) => ({ value, label })),
            ...(isUnknown ? [{ value: choice.actorId ?? '', label: 'Somebody else' }] : []),
          ]}
          onChange={(actor) => change({ actor })}
        />
        <Filter
          label="Act"
          value={choice.action ?? ''}
          options={[{ value: '', label: 'Any' }, ...ACTION_OPTIONS]}
          onChange={(action) => change({ action })}
        />
        <TextInput
          className={styles.date ?? ''}
          type="date"
          label="From"
          value={values.since ?? ''}
          onChange={({ currentTarget }) => change({ since: currentTarget.value }, { replaced: true })}
        />
        <TextInput
          className={styles.date ?? ''}
          type="date"
          label="To"
          value={values.until ?? ''}
          onChange={({ currentTarget }) => change({ until: currentTarget.value }, { replaced: true })}
        />
        {isNarrowed && (
          <Button
            variant="quiet"
            size="small"
            onClick={() => change({ actor: '', action: '', target: '', since: '', until: '' })}
          >
            Clear filters
          </Button>
        )}
        {choice.targetId && <p className={styles.findNote}>Only what was done to one and the same.</p>}
      </section>
      <PagedList
        query={query}
        noun="acts"
        empty={
          <EmptyState title={isNarrowed ? 'No acts found' : 'Nothing was done yet'}>
            {isNarrowed ? 'Try fewer filters.' : 'What staff do is listed here.'}
          </EmptyState>
        }
      >
        {(acts) => (
          <ol className={`${styles.rows} ${styles.list}`} aria-busy={query.isPlaceholderData}>
            {acts.map((activity) => (
              <ActivityRow
                key={activity.id}
                activity={activity}
                onActor={(actor) => change({ actor })}
                onTarget={(target) => change({ target })}
              />
            ))}
          </ol>
        )}
      </PagedList>
    </div>
  );
}

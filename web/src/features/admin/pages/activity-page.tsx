import '../../../styles/mantine-forms.css';
import { ACTIVITY_ACTIONS, type Activity } from '@inkwell/shared/activity';
import { DocumentId } from '@inkwell/shared/fields';
import { longDate } from '@inkwell/shared/format';
import { isAdmin } from '@inkwell/shared/permissions';
import { TextInput } from '@mantine/core';
import { Button } from '../../../components/button.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { ActivityDay } from '../activity/activity-row.tsx';
import { ACTION_OPTIONS, actorOf } from '../activity/activity-texts.ts';
import styles from '../admin.module.css';
import { adminQueries } from '../api/queries.ts';
import { foundText, PagedList } from '../components/paged-list.tsx';
import { PersonFilter } from '../components/person-filter.tsx';
import { Filter } from '../components/search-bar.tsx';
import { staffPage } from '../components/staff-page.tsx';
import { givenOf, oneOf } from '../components/use-address-filters.ts';
import { useStaffList } from '../components/use-staff-list.ts';
import { beginningOf } from '../days.ts';

const NAMES = ['actor', 'action', 'target', 'since', 'until'] as const;

const idOf = (value: string | undefined) => (DocumentId.safeParse(value).success ? value : undefined);

function choiceOf({ actor, action, target, since, until }: Partial<Record<(typeof NAMES)[number], string>>) {
  return givenOf({
    actorId: idOf(actor),
    action: oneOf(ACTIVITY_ACTIONS, action),
    targetId: idOf(target),
    since: beginningOf(since),
    until: beginningOf(until, { isNext: true }),
  });
}

/** A day in the viewer's time zone, as `2026-11-23`. */
function dayOf(at: Date): string {
  const [month, day] = [at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${at.getFullYear()}-${month}-${day}`;
}

/** Consecutive actions of one day, under that day. */
function byDay(acts: readonly Activity[]): [day: string, acts: Activity[]][] {
  const days = new Map<string, Activity[]>();
  for (const act of acts) {
    const day = dayOf(new Date(act.at));
    days.set(day, [...(days.get(day) ?? []), act]);
  }
  return [...days];
}

function dayName(day: string): string {
  const now = new Date();
  if (day === dayOf(now)) return 'Today';
  now.setDate(now.getDate() - 1);
  return day === dayOf(now) ? 'Yesterday' : longDate(`${day}T00:00:00`);
}

/** The activity of staff, newest first, filtered by person, action, target and day. */
function ActivityList() {
  const { values, change, clear, query, total } = useStaffList(NAMES, (now) => adminQueries.activity(choiceOf(now)));
  const choice = choiceOf(values);
  const isNarrowed = Object.keys(choice).length > 0;

  return (
    <>
      <PageHead count={foundText(total, 'action', 'actions', isNarrowed)} />
      <section className={styles.findBar} aria-label="Find actions">
        <div className={styles.filters}>
          <PersonFilter
            label="Person"
            value={choice.actorId ?? ''}
            people={adminQueries.actors()}
            optionOf={(person) => ({ value: person.actorId, label: actorOf(person) })}
            onChange={(actor) => change({ actor })}
          />
          <Filter
            label="Action"
            value={choice.action ?? ''}
            options={ACTION_OPTIONS}
            onChange={(action) => change({ action })}
          />
          {(['since', 'until'] as const).map((name) => (
            <TextInput
              key={name}
              className={styles.filter ?? ''}
              type="date"
              label={name === 'since' ? 'From' : 'To'}
              value={values[name] ?? ''}
              onChange={({ currentTarget }) => change({ [name]: currentTarget.value }, { replaced: true })}
            />
          ))}
        </div>
        {isNarrowed && (
          <Button variant="quiet" size="small" onClick={clear}>
            Clear filters
          </Button>
        )}
        {choice.targetId && <p className={styles.findNote}>Only actions on one target.</p>}
      </section>
      <PagedList
        query={query}
        noun="actions"
        rowHeight={44}
        countOf={(acts) => acts.reduce((sum, { run }) => sum + (run?.count ?? 1), 0)}
        empty={
          <EmptyState title={isNarrowed ? 'No actions found' : 'No activity yet'}>
            {isNarrowed ? 'Try fewer filters.' : 'Actions of staff are listed here.'}
          </EmptyState>
        }
      >
        {(acts) => (
          <div className={styles.list} aria-busy={query.isPlaceholderData}>
            {byDay(acts).map(([day, ofDay]) => (
              <ActivityDay
                key={day}
                name={dayName(day)}
                acts={ofDay}
                onActor={(actor) => change({ actor })}
                onTarget={(target) => change({ target })}
              />
            ))}
          </div>
        )}
      </PagedList>
    </>
  );
}

/** `/admin/activity`, for admins: the activity of staff. Moderators see the panel instead. Product §2. */
export const Component = staffPage({ title: 'Activity', may: isAdmin, hasHead: true }, ActivityList);

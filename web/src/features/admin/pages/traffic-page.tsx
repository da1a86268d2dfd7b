import '../../../components/mantine-parts.ts';
import { counted } from '@inkwell/shared/format';
import { isStaff } from '@inkwell/shared/permissions';
import { TrafficGroup } from '@inkwell/shared/traffic';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Navigate, useSearchParams } from 'react-router';
import { Loaded } from '../../../components/loaded.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { WriterGate } from '../../../components/staff-gate.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { paths } from '../../../lib/paths.ts';
import { trafficQueries } from '../api/traffic.ts';
import { useStaffQuery } from '../api/unauthorized.ts';
import { ExportButton } from '../components/export-button.tsx';
import { FigureCard } from '../components/figure-card.tsx';
import { ListTabs } from '../components/list-tabs.tsx';
import { StaffPage } from '../components/staff-page.tsx';
import { oneOf } from '../components/use-address-filters.ts';
import { toCsv } from '../csv.ts';
import { BarRows } from '../traffic/bar-rows.tsx';
import { usePeriods } from '../traffic/period-filter.tsx';
import type { Periods } from '../traffic/periods.ts';
import { PostTraffic } from '../traffic/post-traffic.tsx';
import { Speed } from '../traffic/speed.tsx';
import { GROUPS, nameOf, TrafficRows, useTrendKey } from '../traffic/traffic-rows.tsx';
import { Trend } from '../traffic/trend.tsx';

/** `/admin/analytics`: the traffic of the site, for staff; with `?post=`, the traffic of a post, for its authors too. */
export function Component() {
  const [search] = useSearchParams();
  const post = search.get('post');
  return (
    <StaffPage title={post ? 'Statistics' : 'Traffic'} gate={WriterGate} hasHead>
      {(viewer) => {
        if (post) return <PostTraffic key={post} id={post} />;
        return isStaff(viewer) ? <Traffic /> : <Navigate to={paths.writing} replace />;
      }}
    </StaffPage>
  );
}

/** The views of the last minutes, updated while the page is open. */
function NowCard() {
  const { data, isError } = useQuery(trafficQueries.now());
  if (isError && !data) return null;
  return <FigureCard label="Views now" value={data?.views} note="In the last 30 minutes" />;
}

const TABS = Object.keys(GROUPS) as TrafficGroup[];

/** Posts by the newsletter subscribers and followers they gained. */
function WonRows({ periods }: { readonly periods: Periods }) {
  const query = useStaffQuery(trafficQueries.won(periods));
  return (
    <Loaded query={query} loading="Loading the list" failure="Failed to load the list" height="22rem">
      {({ posts, names }) =>
        posts.length === 0 ? (
          <EmptyState title="No subscriptions yet" headingLevel={3}>
            No post gained subscribers or followers in this period.
          </EmptyState>
        ) : (
          <BarRows
            label="Subscriptions"
            rows={posts.map(({ key, subscribers, followers }) => ({
              key,
              name: names[key] ? <Link to={paths.postTraffic(key)}>{names[key]}</Link> : nameOf('post', key),
              value: subscribers,
              text: counted(subscribers, 'subscriber', 'subscribers'),
              note: counted(followers, 'follower', 'followers'),
            }))}
          />
        )
      }
    </Loaded>
  );
}

function Traffic() {
  const { periods, field } = usePeriods();
  const [search] = useSearchParams();
  const isWon = search.get('by') === 'won';
  const group = oneOf(TrafficGroup.options, search.get('by') ?? undefined) ?? 'post';
  const { addressOf } = useTrendKey();
  const client = useQueryClient();
  const { from, to } = periods;
  const query = trafficQueries.rows({ group, from, to });
  return (
    <>
      <PageHead>
        {!isWon && (
          <ExportButton
            name={`traffic-${group}`}
            action="export the traffic"
            make={async () => {
              const { rows, names } = await client.fetchQuery(query);
              return toCsv([
                [GROUPS[group], 'Views', 'Daily visitors'],
                ...rows.map(({ key, views, visitors }) => [
                  group === 'day' ? key : nameOf(group, key, names),
                  String(views),
                  String(visitors),
                ]),
              ]);
            }}
          />
        )}
      </PageHead>
      {field}
      <Trend periods={periods}>
        <NowCard />
      </Trend>
      <ListTabs
        aria-label="Group views by"
        tabs={[
          ...TABS.map((one) => ({ label: GROUPS[one], to: addressOf(one), isCurrent: !isWon && one === group })),
          { label: 'Subscriptions', to: addressOf('won'), isCurrent: isWon },
        ]}
      />
      {isWon ? <WonRows periods={periods} /> : <List key={group} query={query} group={group} />}
      <Speed periods={periods} />
    </>
  );
}

interface ListProps {
  readonly query: ReturnType<typeof trafficQueries.rows>;
  readonly group: TrafficGroup;
}

function List({ query: options, group }: ListProps) {
  const query = useStaffQuery(options);
  return (
    <Loaded query={query} loading="Loading the list" failure="Failed to load the list" height="22rem">
      {({ rows, names }) => (
        <TrafficRows
          label={GROUPS[group]}
          group={group}
          rows={group === 'day' ? rows.toReversed() : rows}
          names={names}
        />
      )}
    </Loaded>
  );
}

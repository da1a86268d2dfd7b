import { counted } from '@inkwell/shared/format';
import type { PostFigures, ReadThrough } from '@inkwell/shared/traffic';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../../components/button.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { paths } from '../../../lib/paths.ts';
import { trafficQueries } from '../api/traffic.ts';
import { useStaffQuery } from '../api/unauthorized.ts';
import { ExportButton } from '../components/export-button.tsx';
import { FigureCard } from '../components/figure-card.tsx';
import { toCsv } from '../csv.ts';
import { BarRows } from './bar-rows.tsx';
import { usePeriods } from './period-filter.tsx';
import styles from './post-traffic.module.css';
import { TrafficRows } from './traffic-rows.tsx';
import { Trend } from './trend.tsx';

const STEPS = [
  ['quarter', '25%'],
  ['half', '50%'],
  ['threeQuarters', '75%'],
  ['whole', '100%'],
] as const;

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className={styles.part}>
    <h2>{title}</h2>
    {children}
  </section>
);

/** How much of the post was read, as shares of the visits that reported it. */
function ReadShares({ visits, ...read }: ReadThrough) {
  if (visits === 0)
    return (
      <EmptyState title="No visits yet" headingLevel={3}>
        Visits are counted when readers leave the page.
      </EmptyState>
    );
  return (
    <>
      <p className={styles.note}>Share of {counted(visits, 'visit', 'visits')} that read at least this much.</p>
      <BarRows
        label="Read-through"
        full={visits}
        rows={STEPS.map(([step, name]) => ({
          key: step,
          name,
          value: read[step],
          text: `${Math.round((100 * read[step]) / visits)}% of visits`,
        }))}
      />
    </>
  );
}

const csvOf = ({ days }: PostFigures): string =>
  toCsv([
    ['Day', 'Views', 'Daily visitors'],
    ...days.map(({ key, views, visitors }) => [key, String(views), String(visitors)]),
  ]);

/** The traffic of one post: its trend, sources and read-through, and the subscribers and followers that it gained. */
export function PostTraffic({ id }: { readonly id: string }) {
  const { periods, field } = usePeriods();
  const query = useStaffQuery(trafficQueries.post(id, periods));
  const figures = query.data;
  return (
    <>
      <PageHead title={figures?.title ?? 'Statistics'}>
        {figures && (
          <>
            <ExportButton name="post-traffic" action="export the statistics" make={async () => csvOf(figures)} />
            <ButtonLink size="small" to={paths.post({ id, title: figures.title })}>
              View Post
            </ButtonLink>
          </>
        )}
      </PageHead>
      {field}
      <Loaded
        query={query}
        loading="Loading the statistics"
        failure="Failed to load the statistics of this post"
        height="40rem"
      >
        {({ sources, campaigns, readThrough, comments, subscribers, followers }) => (
          <>
            <Trend periods={periods} post={id}>
              <FigureCard label="Comments" value={comments} note="Since publication" />
              <FigureCard label="Subscribers" value={subscribers} note="Gained from this post" />
              <FigureCard label="Followers" value={followers} note="Gained from this post" />
            </Trend>
            <div className={styles.columns}>
              <Part title="Read-through">
                <ReadShares {...readThrough} />
              </Part>
              <Part title="Sources">
                <TrafficRows label="Sources" group="source" rows={sources} />
              </Part>
              <Part title="Campaigns">
                <TrafficRows label="Campaigns" group="campaign" rows={campaigns} />
              </Part>
            </div>
          </>
        )}
      </Loaded>
    </>
  );
}

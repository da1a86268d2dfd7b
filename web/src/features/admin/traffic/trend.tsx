import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Chart } from '../../../components/chart.tsx';
import { LoadingRegion, Skeleton } from '../../../components/skeleton.tsx';
import { LoadError } from '../../../components/states.tsx';
import styles from '../admin.module.css';
import { trafficQueries } from '../api/traffic.ts';
import { useLoginWhenUnauthorized } from '../api/unauthorized.ts';
import { FigureCard } from '../components/figure-card.tsx';
import { changeText, type Periods, trendOf, UNITS } from './periods.ts';

interface TrendProps {
  readonly periods: Periods;
  /** Of the whole site without it. */
  readonly post?: string;
  /** Further figures. */
  readonly children?: ReactNode;
}

/** Views and visitors of a period with further figures, and the views of each unit beside those of the period before. */
export function Trend({ periods, post, children }: TrendProps) {
  const { unit, to, before } = periods;
  const query = useQuery(trafficQueries.rows({ group: 'day', from: before.from, to, ...(post && { post }) }));
  useLoginWhenUnauthorized(query.error);
  if (query.isError && !query.data) return <LoadError title="Failed to load the trend" query={query} />;
  const trend = query.data && trendOf(periods, query.data.rows);
  const note = trend ? changeText(trend.now.views, trend.before.views, unit) : <Skeleton width="6rem" height="1.6em" />;
  const { axis, length } = UNITS[unit];
  return (
    <>
      <dl className={styles.figures}>
        <FigureCard label="Views" value={trend?.now.views} note={note} />
        <FigureCard label="Daily visitors" value={trend?.now.visitors} note="Estimate, added up by day" />
        {children}
      </dl>
      {trend ? (
        <Chart
          key={unit}
          kind={unit === 'day' ? 'lines' : 'columns'}
          axis={axis}
          caption={`Views by ${unit}, beside the period before`}
          series={['Views', `Views ${length} earlier`]}
          columns={trend.columns}
        />
      ) : (
        <LoadingRegion label="Loading the trend">
          <Skeleton height="11.25rem" />
        </LoadingRegion>
      )}
    </>
  );
}

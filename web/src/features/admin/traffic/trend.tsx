import { TRAFFIC_LIMITS, type TrendKind } from '@inkwell/shared/traffic';
import { type ReactNode, useEffect, useRef } from 'react';
import { ButtonLink } from '../../../components/button.tsx';
import { Chart, LoadingChart } from '../../../components/chart.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { LoadError } from '../../../components/states.tsx';
import styles from '../admin.module.css';
import { trafficQueries } from '../api/traffic.ts';
import { useStaffQuery } from '../api/unauthorized.ts';
import { FigureCard } from '../components/figure-card.tsx';
import { changeText, type Periods, trendOf, UNITS } from './periods.ts';
import { nameOf, useTrendKey } from './traffic-rows.tsx';

const KINDS: Readonly<Record<TrendKind, string>> = { source: 'Source', campaign: 'Campaign', country: 'Country' };

interface TrendProps {
  readonly periods: Periods;
  /** Omitted for the whole site. */
  readonly post?: string;
  /** Further figures, for all views. */
  readonly children?: ReactNode;
}

/**
 * Views and visitors of a period, compared with the previous one, with further figures. If the address names a source, campaign or country, only of
 * that.
 */
export function Trend({ periods, post, children }: TrendProps) {
  const { unit, to, before } = periods;
  const { selected, addressOf } = useTrendKey();
  const query = useStaffQuery(
    trafficQueries.rows({ group: 'day', from: before.from, to, ...(post && { post }), ...selected }),
  );
  const heading = useRef<HTMLHeadingElement>(null);
  const shownKey = useRef(selected?.key);
  useEffect(() => {
    // The link that opened it is further down the page.
    if (selected?.key !== shownKey.current) heading.current?.focus({ preventScroll: true });
    shownKey.current = selected?.key;
  }, [selected?.key]);
  const name = selected && `${KINDS[selected.kind]}: ${nameOf(selected.kind, selected.key)}`;
  const head = selected && (
    <>
      <div className={styles.bar}>
        <h2 ref={heading} tabIndex={-1} dir="auto">
          {name}
        </h2>
        <ButtonLink size="small" variant="secondary" to={addressOf(selected.kind)}>
          Show All Views
        </ButtonLink>
      </div>
      <p className={styles.note}>Days when it was not among the top {TRAFFIC_LIMITS.top} count as 0.</p>
    </>
  );
  if (query.isError && !query.data)
    return (
      <>
        {head}
        <LoadError title="Failed to load the trend" query={query} />
      </>
    );
  const trend = query.data && trendOf(periods, query.data.rows);
  const note = trend ? changeText(trend.now.views, trend.before.views, unit) : <Skeleton width="6rem" height="1.6em" />;
  const { axis, length } = UNITS[unit];
  return (
    <>
      {head}
      <dl className={styles.figures}>
        <FigureCard label="Views" value={trend?.now.views} note={note} />
        <FigureCard label="Daily visitors" value={trend?.now.visitors} note="Sum of daily estimates" />
        {!selected && children}
      </dl>
      {trend ? (
        <Chart
          key={unit}
          kind={unit === 'day' ? 'lines' : 'columns'}
          axis={axis}
          caption={`Views by ${unit}, compared with the previous period${name ? ` (${name})` : ''}`}
          series={['Views', `Views ${length} earlier`]}
          columns={trend.columns}
        />
      ) : (
        <LoadingChart label="Loading the trend" />
      )}
    </>
  );
}

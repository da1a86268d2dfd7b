import { longDate, wholeNumber } from '@inkwell/shared/format';
import type { PageKind, SpeedFigures } from '@inkwell/shared/traffic';
import { Badge } from '../../../components/badge.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { EmptyState } from '../../../components/states.tsx';
import styles from '../admin.module.css';
import { trafficQueries } from '../api/traffic.ts';
import { useStaffQuery } from '../api/unauthorized.ts';
import type { Periods } from './periods.ts';

const PAGES: Readonly<Record<PageKind, string>> = {
  home: 'Home page',
  post: 'Posts',
  list: 'Lists',
  search: 'Search',
  page: 'Other pages',
};

/** Up to the first limit a measure is good, above the second one poor (web.dev/articles/vitals). CLS is in thousandths. */
const MEASURES = {
  lcp: { label: 'Main content (LCP)', limits: [2_500, 4_000], text: (ms: number) => `${(ms / 1000).toFixed(1)} s` },
  inp: { label: 'Response (INP)', limits: [200, 500], text: (ms: number) => `${wholeNumber(ms)} ms` },
  cls: { label: 'Layout shift (CLS)', limits: [100, 250], text: (value: number) => (value / 1000).toFixed(2) },
} as const;
const NAMES = Object.keys(MEASURES) as (keyof typeof MEASURES)[];

function ratingOf(name: keyof typeof MEASURES, value: number) {
  const { limits } = MEASURES[name];
  if (value <= limits[0]) return ['success', 'good'] as const;
  return value <= limits[1] ? (['warning', 'needs work'] as const) : (['danger', 'poor'] as const);
}

function Measure({ name, value }: { readonly name: keyof typeof MEASURES; readonly value: number | null }) {
  if (value === null) return <>–</>;
  const { text } = MEASURES[name];
  const [tone, word] = ratingOf(name, value);
  return (
    <span>
      {text(value)} <Badge tone={tone}>{word}</Badge>
    </span>
  );
}

function Pages({ pages }: Pick<SpeedFigures, 'pages'>) {
  const measured = pages.filter(({ visits }) => visits > 0);
  if (measured.length === 0)
    return (
      <EmptyState title="No measurements yet" headingLevel={3}>
        One visit in four is measured.
      </EmptyState>
    );
  return (
    <table className={styles.table} aria-label="Speed by kind of page">
      <thead>
        <tr>
          {['Kind of page', ...NAMES.map((name) => MEASURES[name].label), 'Visits', 'Slower since'].map((label) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {measured.map(({ page, visits, slowerSince, ...values }) => {
          // No warning while everything is still good.
          const isGood = NAMES.every((name) => ratingOf(name, values[name] ?? 0)[0] === 'success');
          return (
            <tr key={page}>
              <td data-label="Kind of page">{PAGES[page]}</td>
              {NAMES.map((name) => (
                <td key={name} data-label={MEASURES[name].label}>
                  <Measure name={name} value={values[name]} />
                </td>
              ))}
              <td data-label="Visits">{wholeNumber(visits)}</td>
              <td data-label="Slower since">
                {slowerSince ? (
                  <Badge tone={isGood ? 'neutral' : 'warning'}>{longDate(`${slowerSince}T00:00:00Z`, 'UTC')}</Badge>
                ) : (
                  '–'
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** How fast pages were for readers, by kind of page, and since when one has been slower. */
export function Speed({ periods }: { readonly periods: Periods }) {
  const query = useStaffQuery(trafficQueries.speed(periods));
  return (
    <>
      <div className={styles.bar}>
        <h2>Page Speed</h2>
      </div>
      <p className={styles.note}>Three in four measured visits were at least this fast.</p>
      <Loaded query={query} loading="Loading page speed" failure="Failed to load page speed" height="14rem">
        {({ pages }) => <Pages pages={pages} />}
      </Loaded>
    </>
  );
}

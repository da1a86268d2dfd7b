import { counted, longDate } from '@inkwell/shared/format';
import { DIRECT, OTHER, TRAFFIC_LIMITS, type TrafficGroup, type TrafficRow, TrendKind } from '@inkwell/shared/traffic';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Button } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { paths } from '../../../lib/paths.ts';
import { oneOf } from '../components/use-address-filters.ts';
import { BarRows } from './bar-rows.tsx';

/** Groups of views, in the order of the tabs. */
export const GROUPS: Readonly<Record<TrafficGroup, string>> = {
  post: 'Posts',
  source: 'Sources',
  campaign: 'Campaigns',
  category: 'Categories',
  tag: 'Tags',
  author: 'Authors',
  country: 'Countries',
  device: 'Devices',
  language: 'Languages',
  search: 'Searches',
  unfound: 'Without Results',
  day: 'Days',
};

const DEVICES: Readonly<Record<string, string>> = { mobile: 'Phones', tablet: 'Tablets', desktop: 'Computers' };

/** A region or a language in English; its code if it has no name. */
function spelled(type: 'region' | 'language', code: string): string {
  try {
    return new Intl.DisplayNames('en', { type }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** The name of a row. */
export function nameOf(group: TrafficGroup, key: string, names: Readonly<Record<string, string>> = {}): string {
  if (key === OTHER) return 'Other';
  if (group === 'source') return key === DIRECT ? 'Direct' : key;
  if (group === 'country') return spelled('region', key);
  if (group === 'language') return spelled('language', key);
  if (group === 'device') return DEVICES[key] ?? key;
  if (group === 'day') return key.length > 7 ? longDate(`${key}T00:00:00Z`, 'UTC') : key;
  if (group === 'campaign' || group === 'search' || group === 'unfound') return key;
  return names[key] ?? 'Deleted';
}

/** The number of views, or of searches. */
const countText = (group: TrafficGroup, views: number): string =>
  group === 'search' || group === 'unfound' ? counted(views, 'search', 'searches') : counted(views, 'view', 'views');

const SEARCHES = [
  'No searches yet',
  `Words are listed once ${TRAFFIC_LIMITS.searchers} visitors have searched for them on one day.`,
] as const;

/** Titles and texts of empty lists. */
const EMPTY: Readonly<Partial<Record<TrafficGroup, readonly [title: string, text: string]>>> = {
  campaign: ['No campaigns yet', 'Links with utm_campaign in their address are counted here.'],
  search: SEARCHES,
  unfound: SEARCHES,
};

interface TrafficRowsProps {
  readonly label: string;
  readonly group: TrafficGroup;
  readonly rows: readonly TrafficRow[];
  readonly names?: Readonly<Record<string, string>> | undefined;
}

/** The source, campaign or country in the address; null for the trend of all views. */
export function useTrendKey() {
  const [search] = useSearchParams();
  const kind = oneOf(TrendKind.options, search.get('by') ?? undefined);
  const key = search.get('key');
  /** The address of a list, with the trend of one of its keys or of all views. */
  const addressOf = (by: TrafficGroup | 'won', of: string | null = null) => {
    const next = new URLSearchParams(search);
    next.set('by', by);
    if (of === null) next.delete('key');
    else next.set('key', of);
    return `?${next}`;
  };
  return { selected: kind && key ? { kind, key } : null, addressOf };
}

/** The number of rows before Show All. */
const SHORT = 10;

/** The most viewed ones first, each with a bar. Posts link to their statistics; sources, campaigns and countries to their trend. */
export function TrafficRows({ label, group, rows, names }: TrafficRowsProps) {
  const { selected, addressOf } = useTrendKey();
  const [isLong, setLong] = useState(false);
  const kind = oneOf(TrendKind.options, group);
  if (!rows.some(({ views }) => views > 0)) {
    const [title, text] = EMPTY[group] ?? ['No visits yet', 'Nothing was counted in this period.'];
    return (
      <EmptyState title={title} headingLevel={3}>
        {text}
      </EmptyState>
    );
  }
  const shown = isLong ? rows : rows.slice(0, SHORT);
  return (
    <>
      <BarRows
        label={label}
        rows={shown.map(({ key, views, visitors }) => {
          const name = nameOf(group, key, names);
          const isPost = group === 'post' && names?.[key] !== undefined;
          const to = isPost ? paths.postTraffic(key) : kind && key !== OTHER ? addressOf(kind, key) : null;
          const isSelected = selected?.kind === group && selected.key === key;
          return {
            key,
            name: to ? (
              <Link to={to} aria-current={isSelected || undefined}>
                {name}
              </Link>
            ) : (
              name
            ),
            value: views,
            text: countText(group, views),
            note: counted(visitors, 'daily visitor', 'daily visitors'),
          };
        })}
      />
      {rows.length > SHORT && (
        <Button variant="quiet" size="small" onClick={() => setLong(!isLong)}>
          {isLong ? 'Show Fewer' : `Show All ${rows.length}`}
        </Button>
      )}
    </>
  );
}

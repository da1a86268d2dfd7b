import '../../../components/mantine-parts.ts';
import type { StaffSeries } from '@inkwell/shared/series';
import { paths } from '../../../lib/paths.ts';
import { seriesQueries } from '../../series/api/queries.ts';
import { NamedListDialog } from '../named-lists/named-list-dialog.tsx';
import { NamedListRow } from '../named-lists/named-list-row.tsx';
import { NamedLists } from '../named-lists/named-lists.tsx';
import { OrderDialog } from '../series/order-dialog.tsx';

/** One series with its actions. */
function SeriesRow({ series }: { readonly series: StaffSeries }) {
  return (
    <NamedListRow
      kind="series"
      list={series}
      path={paths.series(series.slug)}
      hasPage={series.postCount > 0}
      acts={{
        Posts: (onClose) => <OrderDialog series={series} onClose={onClose} />,
        Edit: (onClose) => <NamedListDialog kind="series" list={series} onClose={onClose} />,
      }}
      question="Its posts are kept without a series, and its page is removed."
    />
  );
}

const WORDS = {
  title: 'Series',
  one: 'series',
  many: 'series',
  create: 'New Series',
  first: 'Add posts to a series in the editor. Typing a new name creates a series.',
};

/** `/admin/series`, for admins and moderators. */
export function Component() {
  return (
    <NamedLists
      kind="series"
      queries={seriesQueries}
      words={WORDS}
      renderRow={(series) => <SeriesRow key={series.id} series={series} />}
    />
  );
}

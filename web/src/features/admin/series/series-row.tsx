import type { StaffSeries } from '@inkwell/shared/series';
import { paths } from '../../../lib/paths.ts';
import { NamedListDialog } from '../named-lists/named-list-dialog.tsx';
import { NamedListRow } from '../named-lists/named-list-row.tsx';
import { OrderDialog } from './order-dialog.tsx';

/** One series with its acts. */
export function SeriesRow({ series }: { readonly series: StaffSeries }) {
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
      question={`Delete the series ${series.name}? Its posts are kept without a series, and its page is removed.`}
    />
  );
}

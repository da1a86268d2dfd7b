import type { StaffSeries } from '@inkwell/shared/series';
import { paths } from '../../../lib/paths.ts';
import { NamedListRow } from '../named-lists/named-list-row.tsx';
import { OrderDialog } from './order-dialog.tsx';
import { useDeleteSeries } from './series-actions.ts';
import { SeriesDialog } from './series-dialog.tsx';

/** One series with its acts. */
export function SeriesRow({ series }: { readonly series: StaffSeries }) {
  return (
    <NamedListRow
      list={series}
      noun="Series"
      path={paths.series(series.slug)}
      hasPage={series.postCount > 0}
      acts={{
        Posts: (onClose) => <OrderDialog series={series} onClose={onClose} />,
        Edit: (onClose) => <SeriesDialog series={series} onClose={onClose} />,
      }}
      remove={useDeleteSeries(series)}
      question={`Delete the series ${series.name}? Its posts stay, without a series. Its page will be gone.`}
    />
  );
}

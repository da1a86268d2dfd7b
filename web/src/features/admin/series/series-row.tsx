import type { StaffSeries } from '@inkwell/shared/series';
import { useId, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { paths } from '../../../lib/paths.ts';
import { NamedListRow } from '../named-lists/named-list-row.tsx';
import { OrderDialog } from './order-dialog.tsx';
import { useDeleteSeries } from './series-actions.ts';
import { SeriesDialog } from './series-dialog.tsx';

/** One series with its acts. */
export function SeriesRow({ series }: { readonly series: StaffSeries }) {
  const { name, slug, postCount } = series;
  const nameId = useId();
  const [asked, setAsked] = useState<'posts' | 'edit' | 'delete' | null>(null);
  const remove = useDeleteSeries(series);
  const close = () => setAsked(null);
  const act = { variant: 'quiet', size: 'small', 'aria-describedby': nameId } as const;
  return (
    <NamedListRow
      list={series}
      nameId={nameId}
      path={paths.series(slug)}
      hasPage={postCount > 0}
      acts={
        <>
          <Button {...act} onClick={() => setAsked('posts')}>
            Posts
          </Button>
          <Button {...act} onClick={() => setAsked('edit')}>
            Edit
          </Button>
          <Button {...act} data-danger isPending={remove.isPending} onClick={() => setAsked('delete')}>
            {remove.isPending ? 'Deleting...' : 'Delete'}
          </Button>
        </>
      }
    >
      {asked === 'posts' && <OrderDialog series={series} onClose={close} />}
      {asked === 'edit' && <SeriesDialog series={series} onClose={close} />}
      <ConfirmDialog
        isOpen={asked === 'delete'}
        title="Delete Series"
        confirmLabel="Delete"
        pendingLabel="Deleting..."
        isPending={remove.isPending}
        onConfirm={() => {
          close();
          remove.mutate();
        }}
        onClose={close}
      >
        {`Delete the series ${name}? Its posts stay, and belong to no series. Its page ends.`}
      </ConfirmDialog>
    </NamedListRow>
  );
}

import { SERIES_NAME_TAKEN, SeriesInput, type StaffSeries } from '@inkwell/shared/series';
import { NamedListDialog } from '../named-lists/named-list-dialog.tsx';
import { useSaveSeries } from './series-actions.ts';

interface SeriesDialogProps {
  /** Null for a new one. */
  readonly series: StaffSeries | null;
  readonly onClose: () => void;
}

const WORDS = { noun: 'Series', path: '/series/', nameTaken: SERIES_NAME_TAKEN };

/** Creates or changes a series. */
export function SeriesDialog({ series, onClose }: SeriesDialogProps) {
  const save = useSaveSeries(series);
  return <NamedListDialog list={series} save={save} rules={SeriesInput} words={WORDS} onClose={onClose} />;
}

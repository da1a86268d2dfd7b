import { lazyDialog } from '../../../components/lazy-dialog.tsx';

export const LazyReviewSheet = lazyDialog(
  async () => (await import('./review-sheet.tsx')).ReviewSheet,
  'The review could not be opened',
);

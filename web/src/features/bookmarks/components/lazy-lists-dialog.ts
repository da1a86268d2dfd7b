import { lazyDialog } from '../../../components/lazy-dialog.tsx';

/** The dialog with the lists of a saved post. */
export const LazyListsDialog = lazyDialog(
  async () => (await import('./lists-dialog.tsx')).ListsDialog,
  'The lists could not be opened',
);

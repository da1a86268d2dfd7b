import { lazyDialog } from '../../../components/lazy-dialog.tsx';

export const LazyLibraryDialog = lazyDialog(
  async () => (await import('./library-dialog.tsx')).LibraryDialog,
  'The pictures could not be shown',
);

export const LazyPictureDialog = lazyDialog(
  async () => (await import('./picture-dialog.tsx')).PictureDialog,
  'The picture could not be opened',
);

import { lazyPart } from '../../../components/lazy-part.tsx';

export const LazyLibraryDialog = lazyPart(
  async () => (await import('./library-dialog.tsx')).LibraryDialog,
  'The pictures could not be shown',
);

export const LazyPictureDialog = lazyPart(
  async () => (await import('./picture-dialog.tsx')).PictureDialog,
  'The picture could not be opened',
);

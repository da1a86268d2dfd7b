import { lazyDialog } from '../../components/lazy-dialog.tsx';

/** Loaded before its first use on staff pages, elsewhere with it. */
export const Palette = lazyDialog(
  async () => (await import('./palette.tsx')).Palette,
  'The command palette could not be opened',
);

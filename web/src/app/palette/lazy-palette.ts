import { lazyDialog } from '../../components/lazy-dialog.tsx';

/** Preloaded on staff pages; loaded on first use elsewhere. */
export const Palette = lazyDialog(
  async () => (await import('./palette.tsx')).Palette,
  'The command palette could not be opened',
);

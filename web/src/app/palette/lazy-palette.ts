import { lazyPart } from '../../components/lazy-part.tsx';

/** Loaded before its first use on staff pages, elsewhere with it. */
export const Palette = lazyPart(
  async () => (await import('./palette.tsx')).Palette,
  'The command palette could not be opened',
);

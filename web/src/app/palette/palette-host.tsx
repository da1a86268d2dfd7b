import type { User } from '@inkwell/shared/users';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { lazyDialog } from '../../components/lazy-dialog.tsx';
import { Palette } from './lazy-palette.ts';
import { opensPalette } from './palette-keys.ts';
import { paletteStore } from './palette-store.ts';

const Broadcast = lazyDialog(
  async () => (await import('./broadcast.tsx')).Broadcast,
  'The notification could not be opened',
);

/** Opens the command palette, and the dialogs of its acts, on every page that staff see. */
export function PaletteHost({ viewer }: { readonly viewer: User }) {
  const isOpen = useSyncExternalStore(paletteStore.subscribe, paletteStore.snapshot);
  const [isBroadcasting, setBroadcasting] = useState(false);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!opensPalette(event)) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.repeat) return;
      if (paletteStore.snapshot()) paletteStore.close();
      else paletteStore.open();
    };
    // Before the handlers of fields and dialogs, some of which keep keys to themselves.
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => {
      document.removeEventListener('keydown', onKeyDown, { capture: true });
      paletteStore.close();
    };
  }, []);

  return (
    <>
      {isOpen && <Palette viewer={viewer} onBroadcast={() => setBroadcasting(true)} onClose={paletteStore.close} />}
      {isBroadcasting && <Broadcast onClose={() => setBroadcasting(false)} />}
    </>
  );
}

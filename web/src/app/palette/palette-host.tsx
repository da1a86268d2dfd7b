import type { User } from '@inkwell/shared/users';
import { useEffect, useState } from 'react';
import { lazyDialog } from '../../components/lazy-dialog.tsx';
import { useStore } from '../../lib/store.ts';
import { Palette } from './lazy-palette.ts';
import { opensPalette } from './palette-keys.ts';
import { paletteIsOpen } from './palette-store.ts';

const Broadcast = lazyDialog(
  async () => (await import('./broadcast.tsx')).Broadcast,
  'The notification could not be opened',
);

/** Opens the command palette, and the dialogs of its actions, on every page for staff. */
export function PaletteHost({ viewer }: { readonly viewer: User }) {
  const isOpen = useStore(paletteIsOpen);
  const [isBroadcasting, setBroadcasting] = useState(false);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!opensPalette(event)) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.repeat) return;
      paletteIsOpen.set(!paletteIsOpen.snapshot());
    };
    // Runs before the handlers of fields and dialogs, some of which stop keys from propagating.
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => {
      document.removeEventListener('keydown', onKeyDown, { capture: true });
      paletteIsOpen.set(false);
    };
  }, []);

  return (
    <>
      {isOpen && (
        <Palette viewer={viewer} onBroadcast={() => setBroadcasting(true)} onClose={() => paletteIsOpen.set(false)} />
      )}
      {isBroadcasting && <Broadcast onClose={() => setBroadcasting(false)} />}
    </>
  );
}

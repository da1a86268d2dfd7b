import { useState } from 'react';
import { safeStorage } from '../../lib/safe-storage.ts';

const KEY = 'inkwell:editor-settings';

/** Whether the settings beside the text are shown; this browser remembers it. */
export function useSettingsFold() {
  const [isShown, setShown] = useState(() => safeStorage.get(KEY) !== 'folded');
  const show = (isOn: boolean) => {
    safeStorage.set(KEY, isOn ? 'shown' : 'folded');
    setShown(isOn);
  };
  return [isShown, show] as const;
}

import { useEffect, useRef, useState } from 'react';

/** The editor that a stored text is open in. */
export interface Unsaved {
  readonly isDirty: boolean;
  /** Saves what is on screen. @returns null if it cannot be saved, which the editor has said */
  saveAll(): Promise<string | null>;
  /** Whether the writer has to look at the form before a save. */
  mustCorrect(): boolean;
}

/**
 * Does something with a stored text once its editor, if there is one, has saved what is on screen. A dialog that is closed meanwhile does
 * nothing more.
 * @param onCorrect when the writer has to look at the form first; after a failure of the network, the same button tries again
 */
export function useSavedFirst(unsaved: Unsaved | undefined, onCorrect: () => void) {
  const [isSaving, setSaving] = useState(false);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const savedFirst = async (act: () => void) => {
    if (!unsaved) return act();
    setSaving(true);
    const id = await unsaved.saveAll().finally(() => setSaving(false));
    if (!isOpen.current) return;
    if (id !== null) act();
    else if (unsaved.mustCorrect()) onCorrect();
  };
  return { isSaving, isDirty: unsaved?.isDirty ?? false, savedFirst };
}

import { useEffect, useRef, useState } from 'react';

/** The open editor of a stored text. */
export interface Unsaved {
  readonly isDirty: boolean;
  /** Saves the text on screen. @returns null if it cannot be saved, which the editor has reported */
  saveAll(): Promise<string | null>;
  /** Whether the writer has to fix the form before a save. */
  mustCorrect(): boolean;
}

/**
 * Acts on a stored text once its editor, if open, has saved the text on screen. Does nothing if the dialog is closed meanwhile.
 * @param onCorrect called if the writer has to fix the form first; after a network failure, the same button tries again
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

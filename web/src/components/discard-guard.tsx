import { type ReactNode, useState } from 'react';
import { useLeaveGuard } from '../hooks/use-leave-guard.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { DialogActions } from './dialog-actions.tsx';

export interface DiscardGuard {
  /** Calls `drop` at once, or after a question if text would be lost. */
  readonly ask: (drop: () => void) => void;
  /** The dialog with the question; must be rendered. */
  readonly question: ReactNode;
}

interface QuestionProps {
  readonly words: string;
  readonly onKeep: () => void;
  readonly onDiscard: () => void;
}

function Question({ words, onKeep, onDiscard }: QuestionProps) {
  return (
    <Dialog onClose={onKeep} title="Discard your text?">
      <p>{words}</p>
      <DialogActions>
        <Button variant="danger" onClick={onDiscard}>
          Discard
        </Button>
        <Button onClick={onKeep} data-autofocus>
          Keep Writing
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/**
 * Asks before a form with typed text is closed or left.
 * @param hasUnsaved called when the form is closed or left
 * @param words a sentence that says what would be lost
 * @param onDiscard called when the reader confirms
 */
export function useDiscardGuard(hasUnsaved: () => boolean, words: string, onDiscard?: () => void): DiscardGuard {
  const leaving = useLeaveGuard(hasUnsaved);
  const [closing, setClosing] = useState<{ readonly drop: () => void } | null>(null);
  const isAsking = leaving.isAsking || closing !== null;

  const keep = () => {
    setClosing(null);
    leaving.stay();
  };
  const discard = () => {
    setClosing(null);
    onDiscard?.();
    if (leaving.isAsking) leaving.leave();
    else closing?.drop();
  };

  return {
    ask: (drop) => (hasUnsaved() ? setClosing({ drop }) : drop()),
    // Mounted on demand, so that it is above the dialog that opens it.
    question: isAsking && <Question words={words} onKeep={keep} onDiscard={discard} />,
  };
}

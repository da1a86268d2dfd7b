import { Modal } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { Button } from '../../../components/button.tsx';
import styles from '../editor.module.css';

interface LeaveGuardProps {
  /** Asked at the moment of leaving. */
  readonly hasUnsavedWork: () => boolean;
  /** Forgets the draft before leaving. */
  readonly onDiscard: () => Promise<void>;
}

/** Asks before unsaved work is left behind, by a link as well as by closing the tab. */
export function LeaveGuard({ hasUnsavedWork, onDiscard }: LeaveGuardProps) {
  const ask = useRef(hasUnsavedWork);
  ask.current = hasUnsavedWork;
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      (from.pathname !== to.pathname || from.search !== to.search) && ask.current(),
  );

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (ask.current()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);

  if (blocker.state !== 'blocked') return null;
  const { proceed, reset } = blocker;
  return (
    <Modal opened onClose={reset} title="Leave without saving?" closeButtonProps={{ 'aria-label': 'Close' }}>
      <p>Your changes are not saved. They are kept as a draft in this browser and offered when you come back.</p>
      <div className={styles.actions} style={{ marginTop: '1.25rem' }}>
        <Button variant="danger" onClick={() => void onDiscard().then(proceed)}>
          Discard Draft
        </Button>
        <Button variant="secondary" onClick={proceed}>
          Leave
        </Button>
        <Button onClick={reset} data-autofocus>
          Keep Editing
        </Button>
      </div>
    </Modal>
  );
}

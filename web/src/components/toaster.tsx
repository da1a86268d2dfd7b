import '@mantine/notifications/styles.layer.css';
import { Notifications, notifications } from '@mantine/notifications';
import { type PointerEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { dismissToast, TOAST_DURATION_MS, TOAST_SWIPE_PX, type Toast, toastStore } from '../lib/toast.ts';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import { lineClose } from './line-icons.ts';
import { Mantine } from './mantine.tsx';
import styles from './toaster.module.css';
import { ToneIcon } from './tone-icon.tsx';

/** Follows a pointer to the right; lets go at `TOAST_SWIPE_PX` or springs back. */
function useSwipeRight(onSwipe: () => void) {
  const startX = useRef<number | null>(null);
  const [offset, setOffset] = useState(0);
  const distance = (event: PointerEvent) => Math.max(0, event.clientX - (startX.current ?? event.clientX));
  const end = () => {
    startX.current = null;
    setOffset(0);
  };
  return {
    offset,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0 || (event.target as Element).closest('button')) return;
        startX.current = event.clientX;
        event.currentTarget.setPointerCapture?.(event.pointerId);
      },
      onPointerMove: (event: PointerEvent) => startX.current !== null && setOffset(distance(event)),
      onPointerUp(event: PointerEvent) {
        if (startX.current !== null && distance(event) >= TOAST_SWIPE_PX) onSwipe();
        end();
      },
      onPointerCancel: end,
    },
  };
}

function ToastCard({ toast }: { readonly toast: Toast }) {
  const [isHeld, setHeld] = useState(false);
  const { offset, handlers } = useSwipeRight(() => dismissToast(toast.id));

  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismissToast(toast.id), TOAST_DURATION_MS);
    return () => clearTimeout(timer);
  }, [isHeld, toast.id]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: swiping is a second way to what the close button does
    <div
      className={styles.toast}
      data-tone={toast.tone}
      data-testid="toast"
      style={offset > 0 ? { transform: `translateX(${offset}px)`, transition: 'none' } : undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      {...handlers}
    >
      {toast.tone && (
        <span className={styles.icon}>
          <ToneIcon tone={toast.tone} isSaid={toast.title.toLowerCase() === toast.tone} />
        </span>
      )}
      <div className={styles.words}>
        <p className={styles.title}>{toast.title}</p>
        {toast.message && <p className={styles.message}>{toast.message}</p>}
      </div>
      <IconButton label="Close" className={styles.close} onClick={() => dismissToast(toast.id)}>
        <Icon icon={lineClose} />
      </IconButton>
    </div>
  );
}

/** The only place for a toast: a newer one takes it over at once, without waiting for the other to leave. */
const PLACE = 'toast';

function CurrentToast() {
  const toast = useSyncExternalStore(toastStore.subscribe, toastStore.snapshot);
  return toast?.isOpen ? <ToastCard key={toast.id} toast={toast} /> : null;
}

/**
 * The corner where toasts appear, one at a time, for 5 s; hovering or focusing holds them, a swipe to the right of 50 px
 * closes them. A polite live region reads them out. Product §9. Mantine places them; the card is ours, because its own
 * knows neither direction nor distance of a swipe.
 */
export function Toaster() {
  const isOpen = useSyncExternalStore(toastStore.subscribe, () => toastStore.snapshot()?.isOpen ?? false);

  useEffect(() => {
    if (!isOpen) return;
    notifications.show({ id: PLACE, message: '', autoClose: false, renderNotification: () => <CurrentToast /> });
    return () => void notifications.hide(PLACE);
  }, [isOpen]);

  return (
    <Mantine>
      <section aria-label="Toasts" aria-live="polite" aria-atomic="true">
        <Notifications
          limit={1}
          position="bottom-right"
          containerWidth={384}
          zIndex={1000}
          transitionDuration={0}
          allowDragDismiss={false}
          allowScrollDismiss={false}
          withinPortal={false}
        />
      </section>
    </Mantine>
  );
}

import '@mantine/notifications/styles.layer.css';
import { Notifications, notifications } from '@mantine/notifications';
import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router';
import { dismissToast, TOAST_DURATION_MS, TOAST_SWIPE_PX, type Toast, toastStore } from '../lib/toast.ts';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import { lineClose } from './line-icons.ts';
import { Mantine } from './mantine.tsx';
import { toastPlaceStore } from './toast-places.ts';
import styles from './toaster.module.css';
import { ToneIcon } from './tone-icon.tsx';

/** Follows a pointer to the right; closes at `TOAST_SWIPE_PX` or springs back. */
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
        if (event.button !== 0 || (event.target as Element).closest('button, a')) return;
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

interface ToastCardProps {
  readonly toast: Toast;
  /** Called when pointer or focus enter or leave the toast. */
  readonly onHold: (isHeld: boolean) => void;
}

function ToastCard({ toast, onHold }: ToastCardProps) {
  const { offset, handlers } = useSwipeRight(() => dismissToast(toast.id));

  // Removing an element fires no event for a pointer or focus in it.
  useEffect(() => () => onHold(false), [onHold]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: swiping is a second way to what the close button does
    <div
      className={styles.toast}
      data-tone={toast.tone}
      data-testid="toast"
      style={offset > 0 ? { transform: `translateX(${offset}px)`, transition: 'none' } : undefined}
      onPointerEnter={() => onHold(true)}
      onPointerLeave={() => onHold(false)}
      onFocus={() => onHold(true)}
      onBlur={() => onHold(false)}
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
        {toast.reason && <p className={styles.message}>{toast.reason}</p>}
        {toast.link && (
          <Link className={styles.link} to={toast.link} onClick={() => dismissToast(toast.id)}>
            Show
          </Link>
        )}
      </div>
      <IconButton label="Close" className={styles.close} onClick={() => dismissToast(toast.id)}>
        <Icon icon={lineClose} />
      </IconButton>
    </div>
  );
}

/** The only entry in Mantine's list: a newer toast replaces its content at once. */
const ENTRY = 'toast';

/**
 * A toast between a dialog's header and its scrolling content. The visible content keeps its place, and the focused
 * element stays visible.
 */
function ToastInDialog({ place, ...card }: ToastCardProps & { readonly place: HTMLElement }) {
  const room = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const scroller = place.previousElementSibling;
    const height = room.current?.offsetHeight ?? 0;
    if (!scroller) return;
    if (scroller.scrollTop > 0) scroller.scrollTop += height;
    const focused = document.activeElement;
    if (scroller.contains(focused)) focused?.scrollIntoView({ block: 'nearest' });
    return () => {
      scroller.scrollTop -= height;
    };
  }, [place]);

  return (
    <div ref={room} className={styles.room}>
      <ToastCard {...card} />
    </div>
  );
}

function CornerToast({ onHold }: Pick<ToastCardProps, 'onHold'>) {
  const toast = useOpenToast();
  return toast && <ToastCard key={toast.id} toast={toast} onHold={onHold} />;
}

function useOpenToast(): Toast | null {
  const toast = useSyncExternalStore(toastStore.subscribe, toastStore.snapshot);
  return toast?.isOpen ? toast : null;
}

/**
 * Shows one toast at a time, for 5 s: in a corner of the page, or below the title of an open dialog. Hovering or
 * focusing a toast pauses its time, a swipe of 50 px to the right closes it. Polite live regions, which exist before
 * the first toast, announce it. Product §9. Mantine places the toasts in the corner; the card is ours.
 */
export function Toaster() {
  const toast = useOpenToast();
  const place = useSyncExternalStore(toastPlaceStore.subscribe, toastPlaceStore.snapshot);
  const [isHeld, setHeld] = useState(false);
  const isInCorner = toast !== null && place === null;
  const id = toast?.id;

  useEffect(() => {
    if (id === undefined || isHeld) return;
    const timer = setTimeout(() => dismissToast(id), TOAST_DURATION_MS);
    return () => clearTimeout(timer);
  }, [id, isHeld]);

  useEffect(() => {
    if (!isInCorner) return;
    notifications.show({
      id: ENTRY,
      message: '',
      // Mantine's is an alert: it would be read out a second time, and interrupt.
      role: 'none',
      autoClose: false,
      renderNotification: () => <CornerToast onHold={setHeld} />,
    });
    return () => void notifications.hide(ENTRY);
  }, [isInCorner]);

  return (
    <Mantine>
      <section aria-label="Toasts" aria-live="polite" aria-atomic="true">
        <Notifications
          limit={1}
          position="bottom-right"
          containerWidth={384}
          notificationMaxHeight="100dvh"
          zIndex={1000}
          transitionDuration={0}
          allowDragDismiss={false}
          allowScrollDismiss={false}
          withinPortal={false}
        />
      </section>
      {place &&
        createPortal(
          <div aria-live="polite" aria-atomic="true">
            {toast && <ToastInDialog key={toast.id} toast={toast} place={place} onHold={setHeld} />}
          </div>,
          place,
        )}
    </Mantine>
  );
}

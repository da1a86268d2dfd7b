import '@mantine/notifications/styles.layer.css';
import { wholeNumber } from '@inkwell/shared/format';
import { lineClose } from '@inkwell/shared/line-icons';
import { Notifications, notifications } from '@mantine/notifications';
import {
  createContext,
  type FocusEvent,
  type PointerEvent,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router';
import { isTyping } from '../hooks/use-slash.ts';
import { useStore } from '../lib/store.ts';
import {
  dismissToast,
  type ProgressStore,
  TOAST_DURATION_MS,
  TOAST_SWIPE_PX,
  type Toast,
  toastStore,
} from '../lib/toast.ts';
import { Button, IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import { Mantine } from './mantine.tsx';
import { toastPlaces } from './toast-places.ts';
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

const UNDO_KEYS = 'Control+Z Meta+Z';

/** Presses the button of a toast on Ctrl or Cmd with Z, unless these keys undo typing. */
function useUndoKey(press: (() => void) | undefined): void {
  const latest = useRef(press);
  latest.current = press;
  const isOn = press !== undefined;
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
      if (!isUndo || event.key.toLowerCase() !== 'z' || event.defaultPrevented || isTyping(event.target)) return;
      event.preventDefault();
      latest.current?.();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isOn]);
}

/** The element that had the focus before the toast; it receives the focus again before the toast disappears. */
function useFocusBefore() {
  const before = useRef<Element | null>(null);
  return {
    remember({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
      if (relatedTarget instanceof Element && !currentTarget.contains(relatedTarget)) before.current = relatedTarget;
    },
    restore(card: Element | null) {
      if (!card?.contains(document.activeElement)) return;
      const target = before.current?.isConnected ? before.current : document.querySelector('main');
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    },
  };
}

/** Its figures are not announced: they would drown out everything else. */
function ToastProgress({ progress, name }: { readonly progress: ProgressStore; readonly name: string }) {
  const { done, total } = useStore(progress);
  const figures = `${wholeNumber(done)} of ${wholeNumber(total)}`;
  return (
    <div className={styles.progress} aria-live="off">
      <progress value={done} max={total} aria-label={name} aria-valuetext={figures} />
      <span>{figures}</span>
    </div>
  );
}

interface ToastCardProps {
  readonly toast: Toast;
  /** Called when pointer or focus enter or leave the toast. */
  readonly onHold: (isHeld: boolean) => void;
}

function ToastCard({ toast, onHold }: ToastCardProps) {
  const { offset, handlers } = useSwipeRight(() => dismissToast(toast.id));
  const { action } = toast;
  const card = useRef<HTMLDivElement>(null);
  const focus = useFocusBefore();
  const close = () => {
    focus.restore(card.current);
    dismissToast(toast.id);
  };
  const act = () => {
    close();
    action?.run();
  };
  useUndoKey(action && act);

  // Removing an element fires no event for a pointer or focus in it.
  useEffect(() => () => onHold(false), [onHold]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: swiping is a second way to close the toast
    <div
      ref={card}
      className={styles.toast}
      data-tone={toast.tone}
      data-testid="toast"
      style={offset > 0 ? { transform: `translateX(${offset}px)`, transition: 'none' } : undefined}
      onPointerEnter={() => onHold(true)}
      onPointerLeave={() => onHold(false)}
      onFocus={(event) => {
        focus.remember(event);
        onHold(true);
      }}
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
        {toast.progress && <ToastProgress progress={toast.progress} name={toast.title} />}
        {toast.link && (
          <Link className={styles.link} to={toast.link} onClick={() => dismissToast(toast.id)}>
            {toast.linkLabel ?? 'Show'}
          </Link>
        )}
        {action && (
          <Button
            size="small"
            variant="secondary"
            className={styles.action}
            aria-keyshortcuts={UNDO_KEYS}
            onClick={act}
          >
            {action.label}
          </Button>
        )}
      </div>
      <IconButton label="Close" className={styles.close} onClick={close}>
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

/** Whether the toast is shown in the corner, where Mantine's entry stays a moment longer. */
const InCorner = createContext(false);

function CornerToast({ onHold }: Pick<ToastCardProps, 'onHold'>) {
  const toast = useOpenToast();
  return use(InCorner) && toast && <ToastCard key={toast.id} toast={toast} onHold={onHold} />;
}

function useOpenToast(): Toast | null {
  const toast = useStore(toastStore);
  return toast?.isOpen ? toast : null;
}

/**
 * The topmost of the dialogs that were open when the toast appeared; null for the corner. Dialogs that are opened later do not take it over. They
 * close toasts of successful actions, because the reader has moved on.
 */
function useToastPlace(toast: Toast | null): HTMLElement | null {
  const places = useStore(toastPlaces);
  const [first, setFirst] = useState({ id: toast?.id, places });
  if (first.id !== toast?.id) setFirst({ id: toast?.id, places });
  const known = toast && first.id === toast.id ? first.places : places;
  const isBehind = places.some((place) => !known.includes(place));
  const isPast = isBehind && toast?.tone === 'success' && !toast.isNews;
  useEffect(() => {
    if (isPast) dismissToast(toast?.id);
  }, [isPast, toast?.id]);
  return places.findLast((place) => known.includes(place)) ?? null;
}

/**
 * Shows one toast at a time, for 5 s unless it shows progress: in a corner of the page, or below the title of an open dialog. Hovering or
 * focusing a toast pauses its time, a swipe of 50 px to the right closes it, and Ctrl or Cmd with Z presses its button. Polite live regions,
 * which exist before the first toast, announce it. Product §9. Mantine places the toasts in the corner; the card is ours.
 */
export function Toaster() {
  const toast = useOpenToast();
  const place = useToastPlace(toast);
  const [isHeld, setHeld] = useState(false);
  const isInCorner = toast !== null && place === null;
  const id = toast?.id;
  const isLasting = toast?.progress !== undefined;

  useEffect(() => {
    if (id === undefined || isHeld || isLasting) return;
    const timer = setTimeout(() => dismissToast(id), TOAST_DURATION_MS);
    return () => clearTimeout(timer);
  }, [id, isHeld, isLasting]);

  useEffect(() => {
    if (!isInCorner) return;
    notifications.show({
      id: ENTRY,
      message: '',
      // Mantine's role is alert, which would interrupt and read the toast a second time.
      role: 'none',
      autoClose: false,
      renderNotification: () => <CornerToast onHold={setHeld} />,
    });
    return () => void notifications.hide(ENTRY);
  }, [isInCorner]);

  return (
    <Mantine>
      <section aria-label="Toasts" aria-live="polite" aria-atomic="true">
        <InCorner value={isInCorner}>
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
        </InCorner>
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

import type { NotificationType } from '@inkwell/shared/notifications';

/** A short message at the corner of the screen. Product §8 has the texts, §9 the times. */
export interface ToastInput {
  readonly title: string;
  readonly message?: string;
  /** Why something failed, if the message does not say so. */
  readonly reason?: string | null;
  /** A path of the site that the toast links to. */
  readonly link?: string;
  /** Neutral unless given. */
  readonly tone?: NotificationType;
}

export interface Toast extends ToastInput {
  readonly id: number;
  /** True if it is not the answer to an action of the reader. */
  readonly isNews: boolean;
  /** False once dismissed: it disappears at once and is removed after `TOAST_REMOVE_MS`. */
  readonly isOpen: boolean;
}

export const TOAST_DURATION_MS = 5_000;
const TOAST_REMOVE_MS = 1_000_000;
export const TOAST_SWIPE_PX = 50;

let current: Toast | null = null;
/** An unprompted message that waits; a newer one replaces it. */
let waiting: ToastInput | null = null;
let lastId = 0;
let removal: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function change(next: Toast | null): void {
  current = next;
  for (const listener of listeners) listener();
}

function show(input: ToastInput, isNews: boolean): number {
  clearTimeout(removal);
  lastId += 1;
  change({ ...input, id: lastId, isNews, isOpen: true });
  return lastId;
}

/** Shows a message, which replaces the one on screen. Callable from anywhere. */
export const toast = (input: ToastInput): number => show(input, false);

/**
 * Shows an unprompted message. It waits until the answer to an action has had its time: the sender of a broadcast
 * receives it too, and has to see first that it was sent.
 */
export function toastNews(input: ToastInput): void {
  if (current?.isOpen && !current.isNews) waiting = input;
  else show(input, true);
}

/** The red variant, which product §8 calls destructive, for what failed. */
export const toastError = (title: string, message?: string, reason: string | null = null): number =>
  toast({ title, tone: 'error', reason, ...(message !== undefined && { message }) });

/** The variant for what succeeded. */
export const toastSuccess = (title: string, message?: string): number =>
  toast({ title, tone: 'success', ...(message !== undefined && { message }) });

/** Closes the message with this id, or the one on screen. */
export function dismissToast(id?: number): void {
  if (!current || (id !== undefined && current.id !== id)) return;
  change({ ...current, isOpen: false });
  clearTimeout(removal);
  if (waiting) {
    const next = waiting;
    waiting = null;
    show(next, true);
    return;
  }
  removal = setTimeout(() => change(null), TOAST_REMOVE_MS);
}

/** For the component that draws the message. */
export const toastStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  snapshot: (): Toast | null => current,
};

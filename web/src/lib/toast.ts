import type { NotificationType } from '@inkwell/shared/notifications';
import { createStore, type Store } from './store.ts';

/** The progress that a toast shows. */
export type ProgressStore = Omit<Store<{ readonly done: number; readonly total: number }>, 'set'>;

/** A short message at the corner of the screen. Product §8 has the texts, §9 the times. */
export interface ToastInput {
  readonly title: string;
  readonly message?: string;
  /** A line below the message: the cause of a failure, or a detail about a success. */
  readonly reason?: string | null;
  /** A button of the toast. */
  readonly action?: { readonly label: string; readonly run: () => void };
  /** A path of the site that the toast links to. */
  readonly link?: string;
  /** The label of the link; `Show` by default. */
  readonly linkLabel?: string;
  /** Shown as a bar. The toast then stays until it is closed or replaced. */
  readonly progress?: ProgressStore;
  /** Neutral by default. */
  readonly tone?: NotificationType;
}

export interface Toast extends ToastInput {
  readonly id: number;
  /** True unless the toast answers an action of the reader. */
  readonly isNews: boolean;
  /** False once dismissed: it disappears at once and is removed after `TOAST_REMOVE_MS`. */
  readonly isOpen: boolean;
}

export const TOAST_DURATION_MS = 5_000;
const TOAST_REMOVE_MS = 1_000_000;
export const TOAST_SWIPE_PX = 50;

/** The message on screen, for the component that renders it. */
export const toastStore = createStore<Toast | null>(null);
/** The waiting unprompted message; a newer one replaces it. */
let waiting: ToastInput | null = null;
let lastId = 0;
let removal: ReturnType<typeof setTimeout> | undefined;

function show(input: ToastInput, isNews: boolean): number {
  clearTimeout(removal);
  lastId += 1;
  toastStore.set({ ...input, id: lastId, isNews, isOpen: true });
  return lastId;
}

/** Shows a message, which replaces the one on screen. */
export const toast = (input: ToastInput): number => show(input, false);

/**
 * Shows an unprompted message after the response to an action has had its time: the sender of a broadcast also receives it, and must first see that
 * it was sent.
 */
export function toastNews(input: ToastInput): void {
  const current = toastStore.snapshot();
  if (current?.isOpen && !current.isNews) waiting = input;
  else show(input, true);
}

/** Product §8 calls this variant destructive. */
export const toastError = (title: string, message?: string, reason: string | null = null): number =>
  toast({ title, tone: 'error', reason, ...(message !== undefined && { message }) });

export const toastSuccess = (
  title: string,
  message?: string,
  more: Pick<ToastInput, 'reason' | 'action' | 'link' | 'linkLabel'> = {},
): number => toast({ title, tone: 'success', ...(message !== undefined && { message }), ...more });

/** Closes the message with this id, or the one on screen. */
export function dismissToast(id?: number): void {
  const current = toastStore.snapshot();
  if (!current || (id !== undefined && current.id !== id)) return;
  toastStore.set({ ...current, isOpen: false });
  clearTimeout(removal);
  if (waiting) {
    const next = waiting;
    waiting = null;
    show(next, true);
    return;
  }
  removal = setTimeout(() => toastStore.set(null), TOAST_REMOVE_MS);
}

/** Removes every message at once. Tests share this module, and each begins without one. */
export function forgetToasts(): void {
  clearTimeout(removal);
  waiting = null;
  toastStore.set(null);
}

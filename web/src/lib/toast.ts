import type { NotificationType } from '@inkwell/shared/notifications';

/** A short message at the corner of the screen. Product §8 has the texts, §9 the times. */
export interface ToastInput {
  readonly title: string;
  readonly message?: string;
  /** Neutral unless given. */
  readonly tone?: NotificationType;
}

export interface Toast extends ToastInput {
  readonly id: number;
  /** False once dismissed: it leaves the screen at once and the list after `TOAST_REMOVE_MS`. */
  readonly isOpen: boolean;
}

export const TOAST_DURATION_MS = 5_000;
export const TOAST_REMOVE_MS = 1_000_000;
export const TOAST_SWIPE_PX = 50;

let current: Toast | null = null;
let lastId = 0;
let removal: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function change(next: Toast | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a message in the place of the one on screen: only one shows at a time. Callable from anywhere. */
export function toast(input: ToastInput): number {
  clearTimeout(removal);
  lastId += 1;
  change({ ...input, id: lastId, isOpen: true });
  return lastId;
}

/** The red variant, which product §8 calls destructive, for what failed. */
export const toastError = (title: string, message?: string): number =>
  toast({ title, tone: 'error', ...(message !== undefined && { message }) });

/** The variant for what succeeded. */
export const toastSuccess = (title: string, message?: string): number =>
  toast({ title, tone: 'success', ...(message !== undefined && { message }) });

/** Closes the message with this id, or whichever is on screen. */
export function dismissToast(id?: number): void {
  if (!current || (id !== undefined && current.id !== id)) return;
  change({ ...current, isOpen: false });
  clearTimeout(removal);
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

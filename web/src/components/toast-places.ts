import { createStore } from '../lib/store.ts';

/** Places for toasts in the open dialogs, in the order of opening: the topmost dialog is last. */
export const toastPlaces = createStore<readonly HTMLElement[]>([]);

/** Shows toasts in `element` until the returned function is called. A toast stays in the dialogs that were open when it appeared. */
export function offerToastPlace(element: HTMLElement): () => void {
  toastPlaces.set([...toastPlaces.snapshot(), element]);
  return () => toastPlaces.set(toastPlaces.snapshot().filter((place) => place !== element));
}

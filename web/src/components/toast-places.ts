/** Places for toasts in the open dialogs, in the order of opening. */
let places: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

function change(next: readonly HTMLElement[]): void {
  places = next;
  for (const listener of listeners) listener();
}

/** Shows toasts in `element` until the returned function is called. A toast stays in the dialogs that were open when it appeared. */
export function offerToastPlace(element: HTMLElement): () => void {
  change([...places, element]);
  return () => change(places.filter((place) => place !== element));
}

/** The places in the open dialogs; the topmost dialog is the last. */
export const toastPlaceStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  snapshot: (): readonly HTMLElement[] => places,
};

/** Places for toasts in the open dialogs, in the order of opening. */
let places: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

function change(next: readonly HTMLElement[]): void {
  places = next;
  for (const listener of listeners) listener();
}

/** Shows toasts in `element` until the returned function is called or another place is added. */
export function offerToastPlace(element: HTMLElement): () => void {
  change([...places, element]);
  return () => change(places.filter((place) => place !== element));
}

/** The place in the topmost dialog; null if none is open. */
export const toastPlaceStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  snapshot: (): HTMLElement | null => places.at(-1) ?? null,
};

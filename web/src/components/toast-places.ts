/** The open dialogs' places for toasts, in the order in which they were opened. */
let places: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

function change(next: readonly HTMLElement[]): void {
  places = next;
  for (const listener of listeners) listener();
}

/** Has toasts appear in `element` until the returned function is called, or until another place is offered. */
export function offerToastPlace(element: HTMLElement): () => void {
  change([...places, element]);
  return () => change(places.filter((place) => place !== element));
}

/** For the component that draws toasts: the place in the topmost dialog, null where none is open. */
export const toastPlaceStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  snapshot: (): HTMLElement | null => places.at(-1) ?? null,
};

let isOpen = false;
const listeners = new Set<() => void>();

function change(next: boolean): void {
  isOpen = next;
  for (const listener of listeners) listener();
}

/** Whether the command palette is open. */
export const paletteStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  snapshot: (): boolean => isOpen,
  open: (): void => change(true),
  close: (): void => change(false),
};

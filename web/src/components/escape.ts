/** What lies over the page, one over the other, the top one last: each with what Escape does for it while it is the top one. */
const layers: Layer[] = [];

interface Layer {
  readonly leave: () => void;
  /** Whether it takes Escape for itself where nothing else is open. */
  readonly listens: boolean;
}

/** Mantine's dialogs each take Escape for themselves, wherever it was pressed. Of several layers, the top one alone is left. */
function leaveTopLayer(event: KeyboardEvent): void {
  const top = layers.at(-1);
  if (event.key !== 'Escape' || event.isComposing || !top || (layers.length === 1 && top.listens)) return;
  // An open list is closed first.
  if (event.target instanceof Element && event.target.getAttribute('data-mantine-stop-propagation') === 'true') return;
  event.stopImmediatePropagation();
  top.leave();
}

// Before any dialog can listen: who listens first, hears first.
window.addEventListener('keydown', leaveTopLayer, { capture: true });

/**
 * Notes what has come to lie over the page. @param leave what Escape does while it is the top one
 * @param listens whether it takes Escape for itself where nothing else is open
 * @returns how to say that it is gone
 */
export function openLayer(leave: () => void, { listens = false } = {}): () => void {
  const layer = { leave, listens };
  layers.push(layer);
  return () => void layers.splice(layers.indexOf(layer), 1);
}

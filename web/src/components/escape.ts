/** Layers over the page, the top one last, each with what Escape does while it is on top. */
const layers: Layer[] = [];

interface Layer {
  readonly leave: () => void;
  /** Whether it also listens for Escape while no other layer is open. */
  readonly listens: boolean;
}

/** Each of Mantine's dialogs reacts to Escape, wherever it was pressed. Here only the top layer does. */
function leaveTopLayer(event: KeyboardEvent): void {
  const top = layers.at(-1);
  if (event.key !== 'Escape' || event.isComposing || !top || (layers.length === 1 && top.listens)) return;
  // An open list closes first.
  if (event.target instanceof Element && event.target.getAttribute('data-mantine-stop-propagation') === 'true') return;
  event.stopImmediatePropagation();
  top.leave();
}

// Registered before any dialog's listener: the first listener runs first.
window.addEventListener('keydown', leaveTopLayer, { capture: true });

/**
 * Adds a layer.
 * @param leave what Escape does while the layer is on top
 * @param listens whether it also listens while no other layer is open
 * @returns what removes the layer
 */
export function openLayer(leave: () => void, { listens = false } = {}): () => void {
  const layer = { leave, listens };
  layers.push(layer);
  return () => void layers.splice(layers.indexOf(layer), 1);
}

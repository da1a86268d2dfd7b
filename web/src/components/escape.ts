/** Open layers over the page, the top one last. */
const layers: Layer[] = [];

interface Layer {
  readonly leave: () => void;
  /** Whether it handles Escape even if it is the only layer. */
  readonly listens: boolean;
}

/** Every Mantine dialog reacts to Escape wherever it was pressed. With this, only the top layer does. */
function leaveTopLayer(event: KeyboardEvent): void {
  const top = layers.at(-1);
  if (event.key !== 'Escape' || event.isComposing || !top || (layers.length === 1 && top.listens)) return;
  // An open list closes before its layer.
  if (event.target instanceof Element && event.target.getAttribute('data-mantine-stop-propagation') === 'true') return;
  event.stopImmediatePropagation();
  top.leave();
}

// Registered before any dialog's listener: the first listener runs first.
if (!import.meta.env.SSR) window.addEventListener('keydown', leaveTopLayer, { capture: true });

/**
 * Adds a layer.
 * @param leave what Escape does while the layer is on top
 * @param listens whether it also listens while no other layer is open
 * @returns a function that removes the layer
 */
export function openLayer(leave: () => void, { listens = false } = {}): () => void {
  const layer = { leave, listens };
  layers.push(layer);
  return () => void layers.splice(layers.indexOf(layer), 1);
}

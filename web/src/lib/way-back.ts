import { createStore } from './store.ts';

/** The list from which a writer opened the editor. */
export interface WayBack {
  /** Its path with the query. */
  readonly to: string;
  readonly label: string;
}

/** The staff list that was last shown, while its viewer stays on staff pages. It is not stored. */
export const lastList = createStore<WayBack | null>(null);

/** Only lists of writers: whatever a history entry contains, it never leads out of the app. */
const LISTS = /^\/(?:admin|writing|drafts)(?:[/?]|$)/;

/** The history state for the editor. */
export const stateOfWayBack = (wayBack: WayBack | null) => (wayBack ? { wayBack } : null);

/** Reads the state, which this or an earlier version of the app wrote. */
export function wayBackIn(state: unknown): WayBack | null {
  if (typeof state !== 'object' || state === null || !('wayBack' in state)) return null;
  const { wayBack } = state;
  if (typeof wayBack !== 'object' || wayBack === null || !('to' in wayBack) || !('label' in wayBack)) return null;
  const { to, label } = wayBack;
  return typeof to === 'string' && typeof label === 'string' && LISTS.test(to) ? { to, label } : null;
}

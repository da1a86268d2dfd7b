import { createStore } from './store.ts';

/** The list from which a writer opened the editor. */
export interface WayBack {
  /** Its path with the query. */
  readonly to: string;
  readonly label: string;
}

/** The list of the staff that was shown last, while its reader stays on their pages. Nothing of it is stored. */
export const lastList = createStore<WayBack | null>(null);

/** Only lists of writers: whatever the state of a history entry holds, it never leads out of the app. */
const LISTS = /^\/(?:admin|writing|drafts)(?:[/?]|$)/;

/** The state of the entry at which the editor leaves. */
export const stateOfWayBack = (wayBack: WayBack | null) => (wayBack ? { wayBack } : null);

/** Reads it, as this or an earlier version of the app wrote it. */
export function wayBackIn(state: unknown): WayBack | null {
  if (typeof state !== 'object' || state === null || !('wayBack' in state)) return null;
  const { wayBack } = state;
  if (typeof wayBack !== 'object' || wayBack === null || !('to' in wayBack) || !('label' in wayBack)) return null;
  const { to, label } = wayBack;
  return typeof to === 'string' && typeof label === 'string' && LISTS.test(to) ? { to, label } : null;
}

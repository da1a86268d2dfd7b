import { SITE_DATA_ID, type Site } from '@inkwell/shared/site-data';
import { useSyncExternalStore } from 'react';

let current: Site | undefined;
const listeners = new Set<() => void>();

/** Name, words and look of the site, as the document of this tab says. */
export function siteNow(): Site {
  current ??= JSON.parse(document.getElementById(SITE_DATA_ID)?.textContent ?? '') as Site;
  return current;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSite = (): Site => useSyncExternalStore(subscribe, siteNow);

/** Shows what an admin has just saved in this tab. Others follow with their next document. */
export function showSite(site: Site): void {
  current = site;
  for (const listener of listeners) listener();
}

import { SITE_DATA_ID, type Site } from '@inkwell/shared/site-data';
import { createContext, use, useSyncExternalStore } from 'react';

let current: Site | undefined;
const listeners = new Set<() => void>();

/** Name, words and look of the site, as the document of this tab says. */
export function siteOfDocument(): Site {
  current ??= JSON.parse(document.getElementById(SITE_DATA_ID)?.textContent ?? '') as Site;
  return current;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The site of a page that the server renders, where there is no document. */
export const SiteContext = createContext<Site | null>(null);

export function useSite(): Site {
  const rendered = use(SiteContext);
  const snapshot = rendered ? () => rendered : siteOfDocument;
  return useSyncExternalStore(subscribe, snapshot, snapshot);
}

/** Shows what an admin has just saved in this tab. Others follow with their next document. */
export function showSite(site: Site): void {
  current = site;
  for (const listener of listeners) listener();
}

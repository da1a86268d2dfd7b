import { SITE_DATA_ID, type Site } from '@inkwell/shared/site-data';
import { createContext, use } from 'react';
import { createStore, useStore } from './store.ts';

let ofDocument: Site | undefined;
const saved = createStore<Site | null>(null);

/** Name, texts and look of the site, from this tab's document. */
export function siteOfDocument(): Site {
  ofDocument ??= JSON.parse(document.getElementById(SITE_DATA_ID)?.textContent ?? '') as Site;
  return saved.snapshot() ?? ofDocument;
}

/** Whether new posts have formulas; false if no document says so, as in tests. */
export const newPostsHaveMath = (): boolean =>
  typeof document !== 'undefined' && document.getElementById(SITE_DATA_ID) !== null && siteOfDocument().math;

/** The site for a page that the server renders without a document. */
export const SiteContext = createContext<Site | null>(null);

export function useSite(): Site {
  const rendered = use(SiteContext);
  return useStore({ ...saved, snapshot: rendered ? () => rendered : siteOfDocument });
}

/** Applies settings that an admin has just saved, in this tab only. Other tabs get them with their next document. */
export const showSite = saved.set;

import { SITE_DATA_ID, type Site } from '@inkwell/shared/site-data';
import { createContext, use } from 'react';
import { createStore, useStore } from './store.ts';

let ofDocument: Site | undefined;
const saved = createStore<Site | null>(null);

/** Name, words and look of the site, as the document of this tab says. */
export function siteOfDocument(): Site {
  ofDocument ??= JSON.parse(document.getElementById(SITE_DATA_ID)?.textContent ?? '') as Site;
  return saved.snapshot() ?? ofDocument;
}

/** Whether new posts have formulas; not where no document says so, as in tests. */
export const newPostsHaveMath = (): boolean =>
  typeof document !== 'undefined' && document.getElementById(SITE_DATA_ID) !== null && siteOfDocument().math;

/** The site of a page that the server renders, where there is no document. */
export const SiteContext = createContext<Site | null>(null);

export function useSite(): Site {
  const rendered = use(SiteContext);
  return useStore({ ...saved, snapshot: rendered ? () => rendered : siteOfDocument });
}

/** Shows what an admin has just saved in this tab. Others follow with their next document. */
export const showSite = saved.set;

/** Caches of the worker. If no worker answers yet, the page deletes the articles itself. */
export const ARTICLES = 'inkwell:articles';
/** Saved posts with their pictures. */
export const SAVED = 'inkwell:saved';
/** The shell, and the files below `/assets` that this browser has used. */
export const SHELL = 'inkwell:shell';
export const ASSETS = 'inkwell:assets';

/** Messages from a page to the worker. */
export type PageMessage =
  /** The page was opened, and loaded these files, before the worker existed. */
  | { readonly type: 'opened'; readonly address: string; readonly assets: readonly string[] }
  /** The posts of the reading list, the most recently saved first. */
  | { readonly type: 'saved'; readonly ids: readonly string[] }
  /** The session has ended. */
  | { readonly type: 'forget' };

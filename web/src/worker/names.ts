/** Caches of the worker. The page drops the articles itself where no worker answers yet. */
export const ARTICLES = 'inkwell:articles';
/** The shell, and the files below `/assets` that this browser has used. */
export const SHELL = 'inkwell:shell';
export const ASSETS = 'inkwell:assets';

/** What a page tells the worker. */
export type PageMessage =
  /** It was opened, with these files, before there was a worker to see it. */
  | { readonly type: 'opened'; readonly address: string; readonly assets: readonly string[] }
  /** The session has ended. */
  | { readonly type: 'forget' };

import { hasTypedText } from './typed-text.ts';

/*
 * How the app loads its own code: in the build, every `import()` calls `loadChunk` (scripts/chunk-loader.ts). A document never retries a module that
 * failed to load (HTML, "fetch a single module script"; so do browsers). Files are therefore preloaded as classic scripts, which may be repeated.
 * When all of its files have loaded, a chunk is imported, which takes them from the preload. docs/decisions/0015-own-loading-of-code.md
 */

/** A file of the app that the server does not have. */
export class MissingFileError extends Error {
  override readonly name = 'MissingFileError';
}

/** A chunk that only a new document can load. */
export class ReloadNeededError extends Error {
  override readonly name = 'ReloadNeededError';
  constructor(
    /** Whether the site has been deployed since this document was loaded. */
    readonly isOutdated: boolean,
    cause: unknown,
  ) {
    super('The page has to be reloaded', { cause });
  }
}

const ANSWER_MS = 30_000;
const RELOADED_KEY = 'inkwell:reloaded-for';

/** Loaded and loading files by address. */
const files = new Map<string, Promise<void>>();

/**
 * Adds the element until it loads, fails or times out; it stays if it has loaded.
 * @returns whether it has loaded
 */
function loadElement(element: HTMLLinkElement | HTMLScriptElement): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isLoaded: boolean) => {
      clearTimeout(timer);
      if (!isLoaded) element.remove();
      resolve(isLoaded);
    };
    const timer = setTimeout(end, ANSWER_MS, false);
    element.onload = () => end(true);
    element.onerror = () => end(false);
    document.head.append(element);
  });
}

const loadLink = (href: string): Promise<boolean> => {
  const kind = href.endsWith('.css')
    ? { rel: 'stylesheet' }
    : { rel: 'preload', as: 'script', crossOrigin: 'anonymous' };
  return loadElement(Object.assign(document.createElement('link'), kind, { href }));
};

/** Makes the browser forget a failed preload: the failure is passed to the next script with that address, here one that never runs. */
const forgetPreload = (src: string): Promise<boolean> =>
  loadElement(Object.assign(document.createElement('script'), { crossOrigin: 'anonymous', src }));

/**
 * Requests a file past the browser's cache.
 * @throws MissingFileError; TypeError when the network fails
 */
async function findFault(address: string): Promise<void> {
  const response = await fetch(address, { cache: 'reload', signal: AbortSignal.timeout(ANSWER_MS) });
  if (response.status === 404 || response.status === 410) throw new MissingFileError(address);
  if (!response.ok) throw new TypeError(address);
  await response.blob();
}

async function loadFile(address: string): Promise<void> {
  if (await loadLink(address)) return;
  if (!address.endsWith('.css')) await forgetPreload(address);
  await findFault(address);
  if (!(await loadLink(address))) throw new TypeError(address);
}

function loadOnce(address: string): Promise<void> {
  const known = files.get(address);
  if (known) return known;
  const loading = loadFile(address);
  files.set(address, loading);
  // Failed files are requested again next time.
  loading.catch(() => files.delete(address));
  return loading;
}

/** Starting a request takes a slow phone 8 ms, so after this many, rendering and input get their turn. */
const BEGUN_AT_ONCE = 4;

/** Unlike a timer, this is not slowed down in background tabs. */
const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

async function loadFiles(addresses: readonly string[]): Promise<void> {
  const begun: Promise<void>[] = [];
  for (const [index, address] of addresses.entries()) {
    if (index % BEGUN_AT_ONCE === 0) await nextTask();
    begun.push(loadOnce(address));
  }
  await Promise.all(begun);
}

const isInPage = (address: string): boolean =>
  document.head.querySelector(`[src="${address}"],[href="${address}"],[data-href="${address}"]`) !== null;

/**
 * Imports a chunk. Can be repeated after a failure.
 * @param names of its files and their dependencies, relative to the site's root
 * @throws MissingFileError; ReloadNeededError; TypeError when the network fails
 */
export async function loadChunk<T>(importChunk: () => Promise<T>, names: readonly string[] = []): Promise<T> {
  const needed = names.map((name) => `/${name}`).filter((address) => files.has(address) || !isInPage(address));
  let isLeaving = false;
  const leave = () => {
    isLeaving = true;
  };
  /** When the reader leaves, Firefox aborts everything that is loading; a reload would then cancel the navigation. */
  const unlessLeaving = async () => isLeaving && pause();
  window.addEventListener('beforeunload', leave);
  try {
    try {
      await loadFiles(needed);
    } catch (error) {
      await unlessLeaving();
      const deployed = error instanceof MissingFileError ? await newerBuild() : null;
      if (deployed === null) throw error;
      await reloadOnceFor(deployed);
      throw new ReloadNeededError(true, error);
    }
    try {
      return await importInTurn(importChunk, names);
    } catch (error) {
      await unlessLeaving();
      await reloadOnceFor(names[0] ?? String(error));
      throw new ReloadNeededError(false, error);
    }
  } finally {
    window.removeEventListener('beforeunload', leave);
  }
}

/** The latest import of each chunk, by its first file. */
const imports = new Map<string, Promise<unknown>>();

/** In WebKit, a second import that begins while the first runs the module resolves before the exports have values. */
function importInTurn<T>(importChunk: () => Promise<T>, [name]: readonly string[]): Promise<T> {
  if (name === undefined) return importChunk();
  const importing = imports.get(name)?.then(importChunk, importChunk) ?? importChunk();
  imports.set(name, importing);
  return importing;
}

/** Long enough for the browser to leave the page. */
const pause = () => new Promise((resolve) => setTimeout(resolve, ANSWER_MS));

let reload = (): void => window.location.reload();

/** Sets how the document is reloaded; in place by default. */
export function setReload(run: () => void): void {
  reload = run;
}

/** The entry script named by the shell; the same for all documents of one build. */
export const entryOf = (html: ParentNode): string | undefined =>
  [...html.querySelectorAll<HTMLMetaElement>('meta[name="inkwell-script"]')].at(-1)?.content;

/** The entry of the deployed build; null if it is this document's, or unknown. */
async function newerBuild(): Promise<string | null> {
  try {
    const response = await fetch('/app.html', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) });
    if (!response.ok) return null;
    const deployed = entryOf(new DOMParser().parseFromString(await response.text(), 'text/html'));
    return deployed && deployed !== entryOf(document) ? deployed : null;
  } catch {
    return null; // The missing file is reported instead.
  }
}

/** True once in this tab for each reason, so that a page never reloads in a loop. */
function mayReloadFor(reason: string): boolean {
  try {
    const earlier = sessionStorage.getItem(RELOADED_KEY) ?? '';
    if (earlier.includes(reason)) return false;
    sessionStorage.setItem(RELOADED_KEY, `${earlier} ${reason}`);
    return true;
  } catch {
    return false; // Without storage, nothing would stop the loop.
  }
}

/** Reloads once, unless text would be lost. */
async function reloadOnceFor(reason: string): Promise<void> {
  if (hasTypedText() || !mayReloadFor(reason)) return;
  reload();
  // The page is about to reload, so the failure need not be shown.
  await pause();
}

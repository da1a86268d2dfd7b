/*
 * How the app loads its own code. The build has every `import()` come through `loadChunk` (vite.config.ts).
 *
 * A module that could not be imported once cannot be imported again before the document is loaded anew (HTML, "fetch a single
 * module script": the module map keeps failures; so does Chromium). That is why files are fetched first, as often as it takes,
 * and imported only when all of them are there.
 */

/** A file of the app that its server does not have. */
export class MissingFileError extends Error {
  override readonly name = 'MissingFileError';
  /** Whether the page is older than what is deployed, so that loading it anew helps. */
  isOutdated = false;
}

export const isOutdated = (error: unknown): boolean => error instanceof MissingFileError && error.isOutdated;

/** Slow networks get what they ask for; those that have stopped to answer are told from them. */
const ANSWER_MS = 30_000;
const RELOADED_KEY = 'inkwell:reloaded-for';

/** By address. What failed is forgotten, and asked for past the browser's cache the next time. */
const files = new Map<string, Promise<unknown>>();
const failed = new Set<string>();

async function fetchFile(address: string): Promise<void> {
  const response = await fetch(address, {
    signal: AbortSignal.timeout(ANSWER_MS),
    ...(failed.has(address) && { cache: 'reload' }),
  });
  if (response.status === 404 || response.status === 410) throw new MissingFileError(address);
  // A hotel's sign-in page answers everything.
  if (!response.ok || response.headers.get('Content-Type')?.includes('html')) throw new TypeError(address);
  // Read to its end it is in the browser's cache, from where it is imported.
  await response.blob();
}

const isInPage = (address: string): boolean =>
  document.head.querySelector(`[src="${address}"],[href="${address}"]`) !== null;

function addStyles(address: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onerror = () => {
      link.remove();
      reject(new TypeError(address));
    };
    const link = Object.assign(document.createElement('link'), {
      rel: 'stylesheet',
      href: address,
      onload: resolve,
      onerror,
    });
    document.head.append(link);
  });
}

function once(key: string, run: () => Promise<unknown>): Promise<unknown> {
  const known = files.get(key);
  if (known) return known;
  const begun = run().catch((error: unknown) => {
    files.delete(key);
    failed.add(key);
    throw error;
  });
  files.set(key, begun);
  return begun;
}

/** On a slow phone each request takes 8 ms to begin; before so many of them what is drawn and what the reader does has its turn. */
const BEGUN_AT_ONCE = 4;

/** Unlike a timer it is not slowed down in pages that nobody looks at. */
const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

async function fetchFiles(addresses: readonly string[]): Promise<void> {
  const begun: Promise<unknown>[] = [];
  for (const [index, address] of addresses.entries()) {
    if (index % BEGUN_AT_ONCE === 0) await nextTask();
    const fetching = once(address, () => fetchFile(address));
    // It may fail before all are begun; below it is told.
    fetching.catch(() => undefined);
    begun.push(fetching);
  }
  await Promise.all(begun);
}

/**
 * Imports a chunk. May be called again after it has failed.
 * @param names of its files and of those that it needs, below the site's root
 * @throws MissingFileError; TypeError when the network fails, as `fetch` has it
 */
export async function loadChunk<T>(importChunk: () => Promise<T>, names: readonly string[] = []): Promise<T> {
  const needed = names.map((name) => `/${name}`).filter((address) => files.has(address) || !isInPage(address));
  try {
    await fetchFiles(needed);
  } catch (error) {
    if (error instanceof MissingFileError) await renewPage(error);
    throw error;
  }
  const sheets = needed.filter((address) => address.endsWith('.css'));
  await Promise.all(sheets.map((address) => once(`${address} in the page`, () => addStyles(address))));
  return importChunk();
}

let renew = (): void => window.location.reload();

/** Says how the document is loaded anew; in place, unless the router knows better where the reader is going. */
export function setRenewal(run: () => void): void {
  renew = run;
}

/** The entry that the shell names; the same for all documents of one build. */
const entryOf = (html: ParentNode): string | undefined =>
  [...html.querySelectorAll<HTMLMetaElement>('meta[name="inkwell-script"]')].at(-1)?.content;

async function deployedEntry(): Promise<string | undefined> {
  const response = await fetch('/app.html', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) });
  return response.ok ? entryOf(new DOMParser().parseFromString(await response.text(), 'text/html')) : undefined;
}

/**
 * Whether words that somebody has typed stand in the page, or its guards say that something would be lost with it. Asked as the
 * browser asks: those who guard something prevent the event.
 */
export function holdsWords(): boolean {
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  const fields = document.querySelectorAll<HTMLInputElement>(
    'textarea,input:not([type=checkbox],[type=radio],[type=hidden])',
  );
  return leaving.defaultPrevented || [...fields].some(({ value }) => value !== '');
}

/** True once in this tab for each build, so that a page never reloads in a circle. */
function mayReloadFor(build: string): boolean {
  try {
    const earlier = sessionStorage.getItem(RELOADED_KEY) ?? '';
    if (earlier.includes(build)) return false;
    sessionStorage.setItem(RELOADED_KEY, `${earlier} ${build}`);
    return true;
  } catch {
    return false; // Without storage nothing would stop the circle.
  }
}

/** Loads the page anew if it is older than the site and nothing is lost by it; else the error says that somebody should. */
async function renewPage(error: MissingFileError): Promise<void> {
  const [own, deployed] = [entryOf(document), await deployedEntry().catch(() => undefined)];
  if (!own || !deployed || own === deployed) return;
  error.isOutdated = true;
  if (holdsWords() || !mayReloadFor(deployed)) return;
  renew();
  // The page is about to go; what it would say about the failure is not worth reading.
  await new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

/**
 * Calls `retry` once, when the network returns or some time has passed, ever more with the number of failures.
 * @returns what calls it off
 */
export function retryLater(retry: () => void, failures: number): () => void {
  const stop = () => {
    clearTimeout(timer);
    window.removeEventListener('online', run);
  };
  const run = () => {
    stop();
    retry();
  };
  const timer = setTimeout(run, Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS));
  window.addEventListener('online', run);
  return stop;
}

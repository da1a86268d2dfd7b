import { PAGE_STYLES_ID } from '@inkwell/shared/page-renderer';
import { SERVED_DATA_ID } from '@inkwell/shared/served-keys';
import { LOOK_STYLE_ID, SITE_DATA_ID } from '@inkwell/shared/site-data';
import { ASSETS, SHELL } from './names.ts';

/** The app shell with the site's name and look (functions/src/pages). */
const SHELL_PATH = '/shell.html';
/** The address used by versions up to 1.0. */
const EARLIER_PATH = '/app.html';
const LIST_PATH = '/assets.json';
/** Hosting's configuration of the identity provider, the same for everybody. */
export const CONFIG_PATH = '/__/firebase/init.json';

/** Addresses below `/assets` in one of our documents: its scripts, in build order, and its styles. */
export const assetsOf = (html: string): string[] =>
  [...html.matchAll(/(?:content|href)="(\/assets\/[^"]+)"/g)].map(([, address = '']) => address);

/** Whether a document is ours and not the page of a network's login portal, which may have styles too. */
const isOurs = (html: string): boolean => html.includes('name="inkwell-script"') && assetsOf(html).length > 0;

/** The elements with name, texts and look of the site. */
const LOOK = new RegExp(` id="(?:${SITE_DATA_ID}|${LOOK_STYLE_ID})"[^>]*>[^<]*`, 'g');

/** Whether a page has the build and the look of a shell. A page contains only the sheets that it needs. */
function isOfShell(page: string, shell: string): boolean {
  const known = new Set(assetsOf(shell));
  return (
    assetsOf(page).every((address) => known.has(address)) && String(page.match(LOOK)) === String(shell.match(LOOK))
  );
}

const scriptsOf = (html: string): string => (html.match(/<meta name="inkwell-script"[^>]*>/g) ?? []).join();

/** The sheets of a page without the ones from the settings. */
const SHEETS = new RegExp(`<style(?! id="${LOOK_STYLE_ID}")[^>]*>(.*?)</style>`, 'gs');

/** The content of a page. */
const CONTENT = [
  /<title>[^<]*<\/title>/,
  /<div id="root"[\s\S]*?<\/div>(?=\s*<p id="unloaded")/,
  new RegExp(`<script[^>]* id="${SERVED_DATA_ID}"[^>]*>[^<]*`),
];

/** The content of a page, with its styles, in the shell of another build (as in functions/src/pages/shell.ts). */
function inShell(page: string, shell: string): string {
  const styles = [...page.matchAll(SHEETS)].map(([, css]) => css).join('');
  return CONTENT.reduce((html, part) => html.replace(part, (own) => page.match(part)?.[0] ?? own), shell).replace(
    new RegExp(`<style id="${LOOK_STYLE_ID}">|</head>`),
    (next) => `<style id="${PAGE_STYLES_ID}">${styles}</style>${next}`,
  );
}

/** A network's login portal answers every request with 200. If its page were stored as a file, it would stay until the next deploy. */
const isFile = (response: Response): boolean =>
  response.status === 200 && !response.headers.get('Content-Type')?.includes('html');

/** A file that takes longer is given up, because it would delay all updates after it. */
const LONGEST_MS = 60_000;

/** For the files of all parts together, within the time that browsers allow a worker. */
const LONGEST_PARTS_MS = 3 * 60_000;

type WaitUntil = (work: Promise<unknown>) => void;

/** Files of each part that is loaded on demand, by the name of its module, which is the same in every build. */
type Parts = Readonly<Record<string, readonly string[]>>;

interface Deployed {
  /** Addresses of the deployed build's files. */
  readonly files: readonly string[];
  /** Files of the previous build, for open pages. */
  readonly older: readonly string[];
  readonly parts: Parts;
}

/** The stored part of a build's list of files, under the list's path. */
interface KeptList {
  readonly parts: Parts;
  /** Names of parts that this browser has used with earlier builds. */
  readonly used: readonly string[];
}

interface Fetched {
  readonly response: Response;
  readonly html: string;
}

export interface Shell {
  /** Stores the deployed app shell, if none is stored. */
  begin(): Promise<void>;
  /**
   * Stores the deployed app shell, with its files and the parts of the app that this browser has used, if `document`, a page of the site, has another
   * build, name or look than the stored one. The stored build stays complete until all files have loaded; if that fails, the next page tries again.
   */
  renew(document: string): Promise<void>;
  /** The document for addresses whose page is not stored. */
  page(): Promise<Response | undefined>;
  /** A stored page, in the stored shell if that is from another build, because the page's own scripts may be gone. */
  around(page: Response): Promise<Response>;
  /** Hosting's configuration, from the network if there is one. */
  config(request: Request, waitUntil: WaitUntil): Promise<Response>;
  /** A file below `/assets`. Its name depends on its content, so a stored file is never out of date. */
  asset(request: Request, waitUntil: WaitUntil): Promise<Response>;
  /** Stores the files that can be loaded. */
  keepAssets(addresses: readonly string[]): Promise<void>;
}

interface Dependencies {
  readonly caches: CacheStorage;
  readonly fetch: (input: RequestInfo, init?: RequestInit) => Promise<Response>;
}

/** The deployed app: its shell, and the files that this browser has used. */
export function createShell({ caches, fetch }: Dependencies): Shell {
  const fresh = async (path: string): Promise<Response> => {
    const response = await fetch(path, { cache: 'no-store', signal: AbortSignal.timeout(LONGEST_MS) });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    // Read at once: the file may be stored only after others have loaded, when its own timeout has passed.
    return new Response(await response.arrayBuffer(), { status: response.status, headers: response.headers });
  };

  const put = async (cache: string, request: RequestInfo, response: Response): Promise<void> => {
    await (await caches.open(cache)).put(request, response);
  };

  /** A storage that fails (private windows, a full disk) counts as empty. */
  const find = async (cache: string, request: RequestInfo): Promise<Response | undefined> => {
    try {
      return await (await caches.open(cache)).match(request, { ignoreVary: true });
    } catch (error) {
      console.warn('A cache could not be read', error);
      return undefined;
    }
  };

  const kept = () => find(SHELL, SHELL_PATH);

  const keptFile = async (request: RequestInfo): Promise<Response | undefined> => {
    const known = await find(ASSETS, request);
    return known && isFile(known) ? known : undefined;
  };

  /** @throws Error if the file cannot be loaded or stored */
  async function keepAsset(address: string, withinMs: number = LONGEST_MS): Promise<void> {
    const cache = await caches.open(ASSETS);
    const known = await cache.match(address);
    if (known && isFile(known)) return;
    const response = await fetch(address, { signal: AbortSignal.timeout(withinMs) });
    if (!isFile(response)) throw new Error(`${address} answered ${response.status} and no file`);
    await cache.put(address, response);
  }

  /** @returns whether the file is stored now */
  async function tryAsset(address: string, withinMs?: number): Promise<boolean> {
    try {
      await keepAsset(address, withinMs);
      return true;
    } catch (error) {
      console.warn(`${address} was not kept`, error);
      return false;
    }
  }

  /** @throws Error if the list cannot be loaded */
  async function deployedFiles(): Promise<Deployed> {
    const list: unknown = await (await fresh(LIST_PATH)).json();
    if (!(list instanceof Object && 'files' in list && 'older' in list && 'parts' in list))
      throw new Error(`${LIST_PATH} is no list`);
    const addresses = (names: unknown) => [names].flat().map((name) => `/assets/${name}`);
    const parts = Object.entries(list.parts as Parts).map(([name, files]) => [name, addresses(files)]);
    return { files: addresses(list.files), older: addresses(list.older), parts: Object.fromEntries(parts) };
  }

  const keptAssets = async (): Promise<string[]> =>
    (await (await caches.open(ASSETS)).keys()).map(({ url }) => new URL(url).pathname);

  /** Names of the parts whose files were all loaded here, or which are still incomplete. */
  async function usedParts(): Promise<string[]> {
    const list = await find(SHELL, LIST_PATH);
    if (!list) return [];
    const { parts, used }: KeptList = await list.json();
    const kept = new Set(await keptAssets());
    return Object.keys(parts).filter((name) => used.includes(name) || parts[name]?.every((file) => kept.has(file)));
  }

  /**
   * Stores the files of used parts one after the other, so that the editor, for example, opens offline after a deploy. Files that are too slow are
   * loaded on use.
   */
  async function keepParts({ parts }: Deployed, used: readonly string[]): Promise<void> {
    const endsAtMs = Date.now() + LONGEST_PARTS_MS;
    for (const address of new Set(used.flatMap((name) => parts[name] ?? []))) {
      await tryAsset(address, Math.max(0, Math.min(LONGEST_MS, endsAtMs - Date.now())));
    }
  }

  /** Deletes files of builds that are neither deployed nor needed by open pages. */
  async function dropAssets({ files, older }: Deployed): Promise<void> {
    const cache = await caches.open(ASSETS);
    const old = (await keptAssets()).filter((address) => !files.includes(address) && !older.includes(address));
    await Promise.all(old.map((address) => cache.delete(address)));
  }

  /**
   * The deployed shell.
   * @throws Error if it cannot be loaded
   */
  async function deployedShell(): Promise<Fetched> {
    const response = await fresh(SHELL_PATH);
    const html = await response.clone().text();
    if (!isOurs(html)) throw new Error(`${SHELL_PATH} is no page of ours`);
    return { response, html };
  }

  /** Replaces the stored shell. Its files are stored first, because it shows nothing without them. */
  async function keepShell({ response, html }: Fetched, list: KeptList, prepare?: () => Promise<void>): Promise<void> {
    await Promise.all(assetsOf(html).map((address) => keepAsset(address)));
    const config = await fresh(CONFIG_PATH);
    if (!isFile(config)) throw new Error(`${CONFIG_PATH} is no file`);
    await prepare?.();
    const cache = await caches.open(SHELL);
    await cache.put(CONFIG_PATH, config);
    await cache.put(LIST_PATH, Response.json(list));
    await cache.put(SHELL_PATH, response);
    await cache.delete(EARLIER_PATH);
  }

  async function follow(document: string): Promise<void> {
    const before = (await (await kept())?.text()) ?? '';
    const isKept = (html: string) => isOurs(before) && isOfShell(html, before);
    if (!isOurs(document) || isKept(document)) return;
    const shell = await deployedShell();
    if (isKept(shell.html)) return;
    const deployed = await deployedFiles();
    const used = await usedParts();
    await keepShell(shell, { parts: deployed.parts, used }, async () => {
      await keepParts(deployed, used);
      // If the network fails or another build is deployed meanwhile, the complete stored build stays.
      const { files } = await deployedFiles();
      const isSame =
        files.join() === deployed.files.join() && assetsOf(shell.html).every((file) => files.includes(file));
      if (!isSame) throw new Error('Another build was deployed meanwhile');
    });
    await dropAssets(deployed);
  }

  /** One at a time, because a slow update would delete files that a later one has stored. */
  let last: Promise<void> = Promise.resolve();

  return {
    async begin() {
      if (isOurs((await (await kept())?.text()) ?? '')) return;
      const shell = await deployedShell();
      await keepShell(shell, { parts: (await deployedFiles()).parts, used: [] });
    },
    renew(document) {
      last = last.then(
        () => follow(document),
        () => follow(document),
      );
      return last;
    },
    page: kept,
    async around(page) {
      const shell = await kept();
      const [own, html] = await Promise.all([page.clone().text(), shell?.text()]);
      if (!shell || !html || scriptsOf(own) === scriptsOf(html)) return page;
      return new Response(inShell(own, html), { headers: shell.headers });
    },
    async config(request, waitUntil) {
      try {
        const response = await fetch(request);
        if (isFile(response)) waitUntil(put(SHELL, CONFIG_PATH, response.clone()));
        return response;
      } catch (error) {
        const known = await find(SHELL, CONFIG_PATH);
        if (known) return known;
        throw error;
      }
    },
    async asset(request, waitUntil) {
      const known = await keptFile(request);
      // A page requests a file again if it could not use it, and then imports it from here.
      const isAnew = request.cache === 'reload';
      if (known && !isAnew) return known;
      try {
        const response = await fetch(request);
        const keeping = isFile(response) ? put(ASSETS, request, response.clone()) : Promise.resolve();
        waitUntil(keeping);
        if (isAnew) await keeping.catch(() => undefined);
        return response;
      } catch (error) {
        if (known) return known;
        throw error;
      }
    },
    async keepAssets(addresses) {
      await Promise.all(addresses.map((address) => tryAsset(address)));
    },
  };
}

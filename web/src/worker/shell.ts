import { ASSETS, SHELL } from './names.ts';

const SHELL_PATH = '/app.html';
const LIST_PATH = '/assets.json';
/** Which project's provider of identities the app asks; Hosting's own, the same for everybody. */
export const CONFIG_PATH = '/__/firebase/init.json';

/** Addresses below `/assets` that a document of ours names: its scripts, in the order of the build, and its styles. */
export const assetsOf = (html: string): string[] =>
  [...html.matchAll(/(?:content|href)="(\/assets\/[^"]+)"/g)].map(([, address = '']) => address);

/** What a document has in common with all others of its build: the names of its scripts. */
const buildOf = (html: string): string => assetsOf(html).join();

/** A hotel's sign-in page answers everything with 200; kept in a file's place it would stay there until the next deploy. */
const isFile = (response: Response): boolean =>
  response.status === 200 && !response.headers.get('Content-Type')?.includes('html');

/** What a file is called in every build: without the part of its name that tells its content. */
const partOf = (address: string): string => address.replace(/-[\w-]{8}(?=\.\w+$)/, '');

type WaitUntil = (work: Promise<unknown>) => void;

export interface Shell {
  /** Keeps the shell that is deployed, unless `document`, a page of the site, is of the build that is kept already. */
  renew(document: string | null): Promise<void>;
  /** The document for addresses whose page is not kept. */
  page(): Promise<Response | undefined>;
  /** Hosting's configuration, from the network where there is one. */
  config(request: Request, waitUntil: WaitUntil): Promise<Response>;
  /** A file below `/assets`: their names tell their content, so what is kept never grows old. */
  asset(request: Request, waitUntil: WaitUntil): Promise<Response>;
  keepAssets(addresses: readonly string[]): Promise<void>;
}

interface Dependencies {
  readonly caches: CacheStorage;
  readonly fetch: (input: RequestInfo, init?: RequestInit) => Promise<Response>;
}

/** The app itself, as it is deployed: its shell, and those of its files that were used here. */
export function createShell({ caches, fetch }: Dependencies): Shell {
  const fresh = async (path: string): Promise<Response> => {
    const response = await fetch(path, { cache: 'no-store' });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return response;
  };

  const put = async (cache: string, request: RequestInfo, response: Response): Promise<void> => {
    await (await caches.open(cache)).put(request, response);
  };

  /** A storage that fails (private windows, a full disk) has nothing, and takes nothing from the page. */
  const find = async (cache: string, request: RequestInfo): Promise<Response | undefined> => {
    try {
      return await (await caches.open(cache)).match(request, { ignoreVary: true });
    } catch (error) {
      console.warn('What is kept could not be read', error);
      return undefined;
    }
  };

  const kept = () => find(SHELL, SHELL_PATH);

  const keptFile = async (request: RequestInfo): Promise<Response | undefined> => {
    const known = await find(ASSETS, request);
    return known && isFile(known) ? known : undefined;
  };

  async function keepAssets(addresses: readonly string[]): Promise<void> {
    const cache = await caches.open(ASSETS);
    await Promise.all(
      addresses.map(async (address) => {
        const known = await cache.match(address);
        if (known && isFile(known)) return;
        const response = await fetch(address);
        if (isFile(response)) await cache.put(address, response);
      }),
    );
  }

  /** Addresses of the files of the build that is deployed, and of the one before, which is for pages that are open. */
  async function deployedAssets(): Promise<{ readonly files: string[]; readonly older: string[] } | null> {
    const list: unknown = await (await fresh(LIST_PATH)).json();
    if (!(list instanceof Object && 'files' in list && 'older' in list)) return null;
    const addresses = (names: unknown) => [names].flat().map((name) => `/assets/${name}`);
    return { files: addresses(list.files), older: addresses(list.older) };
  }

  const keptAssets = async (): Promise<string[]> =>
    (await (await caches.open(ASSETS)).keys()).map(({ url }) => new URL(url).pathname);

  /**
   * Parts of the app that were used here, as they are deployed now: the editor opens without a network after a deploy as it did before. One after the
   * other, beside what the page asks for; what does not come is fetched when it is used.
   */
  async function keepSuccessors(files: readonly string[]): Promise<void> {
    const used = new Set((await keptAssets()).filter((address) => !files.includes(address)).map(partOf));
    for (const address of files.filter((file) => used.has(partOf(file)))) {
      try {
        await keepAssets([address]);
      } catch (error) {
        console.warn(`${address} was not kept`, error);
      }
    }
  }

  /** Files of builds that are no longer deployed, nor kept for open pages, are of no use. */
  async function dropAssets(isOf: (address: string) => boolean): Promise<void> {
    const cache = await caches.open(ASSETS);
    const old = (await keptAssets()).filter((address) => !isOf(address));
    await Promise.all(old.map((address) => cache.delete(address)));
  }

  return {
    async renew(document) {
      const before = await (await kept())?.text();
      if (before !== undefined && document !== null && buildOf(document) === buildOf(before)) return;
      const response = await fresh(SHELL_PATH);
      const html = await response.clone().text();
      const assets = assetsOf(html);
      if (assets.length === 0) throw new Error(`${SHELL_PATH} is no page of ours`);
      // First its files: a shell without them would show nothing.
      await keepAssets(assets);
      const cache = await caches.open(SHELL);
      await cache.put(CONFIG_PATH, await fresh(CONFIG_PATH));
      await cache.put(SHELL_PATH, response);
      if (before === undefined) return;
      const deployed = await deployedAssets();
      if (!deployed) return;
      await keepSuccessors(deployed.files);
      await dropAssets((address) => deployed.files.includes(address) || deployed.older.includes(address));
    },
    page: kept,
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
      // A page asks anew for what it got and could not use, and imports it from here as soon as it has an answer.
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
    keepAssets,
  };
}

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

export interface Shell {
  /** Keeps the shell that is deployed, unless `document`, a page of the site, is of the build that is kept already. */
  renew(document: string | null): Promise<void>;
  /** The document for addresses whose page is not kept. */
  page(): Promise<Response | undefined>;
  config(request: Request): Promise<Response>;
  /** A file below `/assets`: their names tell their content, so what is kept never grows old. */
  asset(request: Request): Promise<Response>;
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

  const kept = async () => (await caches.open(SHELL)).match(SHELL_PATH, { ignoreVary: true });

  async function keepAssets(addresses: readonly string[]): Promise<void> {
    const cache = await caches.open(ASSETS);
    await Promise.all(
      addresses.map(async (address) => {
        if (await cache.match(address)) return;
        const response = await fetch(address);
        if (response.ok) await cache.put(address, response);
      }),
    );
  }

  /** Files of builds that are no longer deployed, nor kept for open pages, are of no use. */
  async function dropOldAssets(): Promise<void> {
    const list: unknown = await (await fresh(LIST_PATH)).json();
    if (!(list instanceof Object && 'files' in list && 'older' in list)) return;
    const deployed = new Set([list.files, list.older].flat().map((name) => `/assets/${name}`));
    const cache = await caches.open(ASSETS);
    const old = (await cache.keys()).filter(({ url }) => !deployed.has(new URL(url).pathname));
    await Promise.all(old.map((request) => cache.delete(request)));
  }

  return {
    async renew(document) {
      const before = await (await kept())?.text();
      if (before !== undefined && document !== null && buildOf(document) === buildOf(before)) return;
      const response = await fresh(SHELL_PATH);
      const html = await response.clone().text();
      // First its files: a shell without them would show nothing.
      await keepAssets(assetsOf(html));
      const cache = await caches.open(SHELL);
      await cache.put(CONFIG_PATH, await fresh(CONFIG_PATH));
      await cache.put(SHELL_PATH, response);
      if (before !== undefined) await dropOldAssets();
    },
    page: kept,
    async config(request) {
      const cache = await caches.open(SHELL);
      try {
        const response = await fetch(request);
        if (response.ok) await cache.put(CONFIG_PATH, response.clone());
        return response;
      } catch (error) {
        const known = await cache.match(CONFIG_PATH, { ignoreVary: true });
        if (known) return known;
        throw error;
      }
    },
    async asset(request) {
      const cache = await caches.open(ASSETS);
      const known = await cache.match(request, { ignoreVary: true });
      if (known) return known;
      const response = await fetch(request);
      if (response.status === 200) await cache.put(request, response.clone());
      return response;
    },
    keepAssets,
  };
}

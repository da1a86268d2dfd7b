import type { WorkerEvents, WorkerScope } from './scope.ts';

const ORIGIN = 'http://inkwell.test';
const addressOf = (input: RequestInfo | URL): string =>
  new URL(input instanceof Request ? input.url : input, ORIGIN).href;

/** One cache in memory, in the order in which it was filled, as in browsers. */
class FakeCache implements Pick<Cache, 'match' | 'put' | 'delete' | 'keys'> {
  private readonly entries = new Map<string, Response>();

  async match(input: RequestInfo | URL): Promise<Response | undefined> {
    return this.entries.get(addressOf(input))?.clone();
  }
  async put(input: RequestInfo | URL, response: Response): Promise<void> {
    const { status, headers } = response;
    this.entries.set(addressOf(input), new Response(await response.arrayBuffer(), { status, headers }));
  }
  async delete(input: RequestInfo | URL): Promise<boolean> {
    return this.entries.delete(addressOf(input));
  }
  async keys(): Promise<readonly Request[]> {
    return [...this.entries.keys()].map((address) => new Request(address));
  }
}

class FakeCaches implements Pick<CacheStorage, 'open' | 'delete' | 'keys'> {
  private readonly caches = new Map<string, FakeCache>();

  async open(name: string): Promise<Cache> {
    const cache = this.caches.get(name) ?? new FakeCache();
    this.caches.set(name, cache);
    return cache as unknown as Cache;
  }
  async delete(name: string): Promise<boolean> {
    return this.caches.delete(name);
  }
  async keys(): Promise<string[]> {
    return [...this.caches.keys()];
  }
}

/** A worker's global scope for tests, and the site behind it. */
export class FakeScope implements WorkerScope {
  readonly location = { origin: ORIGIN };
  get navigator() {
    return { onLine: !this.isOffline, userAgent: this.userAgent };
  }
  userAgent = 'Mozilla/5.0 Chrome/140.0';
  /** Whether the browser requests pages while the worker starts. */
  isPreloading = false;
  readonly clients = { claim: async () => {} };
  readonly registration = {
    navigationPreload: {
      enable: async () => {
        this.isPreloading = true;
      },
      disable: async () => {
        this.isPreloading = false;
      },
    },
    unregister: async () => {
      this.isRegistered = false;
      return true;
    },
  };
  isRegistered = true;
  isOffline = false;
  /** The site's answers by path: a text, or a status; 404 if missing. */
  readonly answers = new Map<string, string | number>();
  /** Takes precedence over `answers`. */
  answer: (path: string, request: Request) => Response | null = () => null;
  /** Paths that were requested from the site. */
  readonly asked: string[] = [];
  private readonly listeners = new Map<string, (event: never) => void>();

  constructor(readonly caches: CacheStorage = new FakeCaches() as unknown as CacheStorage) {}

  async fetch(input: RequestInfo, init?: RequestInit): Promise<Response> {
    if (this.isOffline) throw new TypeError('offline');
    const request = input instanceof Request ? input : new Request(addressOf(input), init);
    const { pathname } = new URL(request.url);
    this.asked.push(pathname);
    const override = this.answer(pathname, request);
    if (override) return override;
    const answer = this.answers.get(pathname) ?? 404;
    return typeof answer === 'number' ? new Response(null, { status: answer }) : new Response(answer);
  }

  async skipWaiting(): Promise<void> {}

  addEventListener<T extends keyof WorkerEvents>(type: T, listener: (event: WorkerEvents[T]) => void): void {
    this.listeners.set(type, listener);
  }

  /** Resolves when the worker has finished the event. */
  async dispatch(type: string, given: object = {}): Promise<void> {
    const works: Promise<unknown>[] = [];
    const event = Object.assign(new Event(type), { waitUntil: (work: Promise<unknown>) => works.push(work) }, given);
    this.listeners.get(type)?.(event as never);
    for (let done = 0; done < works.length; done += 1) await works[done];
  }

  /** Whether the worker answers such a request. */
  isTaken(path: string, { mode, ...init }: RequestInit = {}): boolean {
    let isTaken = false;
    const respondWith = (answer: Promise<Response>) => {
      isTaken = true;
      answer.catch(() => {});
    };
    void this.dispatch('fetch', { request: requestOf(path, mode, init), respondWith });
    return isTaken;
  }

  /** The worker's answer to a request, once the worker has finished the event. */
  async request(path: string, { mode, ...init }: RequestInit = {}): Promise<Response> {
    let answer: Promise<Response> | undefined;
    const works: Promise<unknown>[] = [];
    const event = Object.assign(new Event('fetch'), {
      request: requestOf(path, mode, init),
      preloadResponse: Promise.resolve(undefined),
      respondWith: (given: Promise<Response>) => {
        answer = given;
      },
      waitUntil: (work: Promise<unknown>) => works.push(work),
    });
    this.listeners.get('fetch')?.(event as never);
    if (!answer) throw new Error(`The worker leaves ${path} alone`);
    const response = await answer;
    await Promise.all(works);
    return response;
  }

  /** Paths in a cache, oldest first. */
  async kept(name: string): Promise<string[]> {
    const keys = await (await this.caches.open(name)).keys();
    return keys.map(({ url }) => new URL(url).pathname);
  }
}

/** Node cannot make requests of mode `navigate`; browsers can. */
function requestOf(path: string, mode: RequestMode | undefined, init: RequestInit): Request {
  const request = new Request(addressOf(path), init);
  return mode ? Object.defineProperty(request, 'mode', { value: mode }) : request;
}

/*
 * What the service worker uses of its global scope. TypeScript's own types of it cannot stand beside those of documents.
 */

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  /** The answer to a navigation that the browser has asked for while the worker was started. */
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}

interface MessageEventOfWorker extends ExtendableEvent {
  readonly data: unknown;
}

export interface WorkerEvents {
  readonly install: ExtendableEvent;
  readonly activate: ExtendableEvent;
  readonly fetch: FetchEvent;
  readonly message: MessageEventOfWorker;
}

export interface WorkerScope {
  readonly location: { readonly origin: string };
  readonly caches: CacheStorage;
  readonly clients: { claim(): Promise<void> };
  readonly registration: {
    readonly navigationPreload?: { enable(): Promise<void> };
    unregister(): Promise<boolean>;
  };
  fetch(input: RequestInfo, init?: RequestInit): Promise<Response>;
  skipWaiting(): Promise<void>;
  addEventListener<T extends keyof WorkerEvents>(type: T, listener: (event: WorkerEvents[T]) => void): void;
}

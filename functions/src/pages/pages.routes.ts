import { readCategoryId } from '@inkwell/shared/category-icons';
import { AppError } from '@inkwell/shared/errors';
import { DocumentId } from '@inkwell/shared/fields';
import { POST_LIMITS } from '@inkwell/shared/post-limits';
import { LIST_PAGE_SIZE } from '@inkwell/shared/served-keys';
import express, { type Express, type Request, type Response } from 'express';
import { describeError, type Log } from '../common/log.ts';
import { isReservedId } from '../common/reserved-id.ts';
import type { ResponseCache } from '../common/response-cache.ts';
import { traceFields } from '../common/trace.ts';
import { clientAddress } from '../http/address.ts';
import type { ReadQuota } from '../http/read-quota.ts';
import { etagOf, isKnown, SHARED_CACHE } from '../http/reply.ts';
import { SIMILAR_DOCUMENTS } from '../posts/posts.service.ts';
import { FEED_SIZE, type FeedService } from './feeds.service.ts';
import type { PageService, ServedPage } from './pages.service.ts';
import { fillShell, type ShellSource, withoutApp } from './shell.ts';

export interface PageDependencies {
  readonly pages: PageService;
  readonly feeds: FeedService;
  readonly shell: ShellSource;
  readonly cache: ResponseCache<MadePage>;
  readonly readQuota: ReadQuota;
  /** Proxies of our own in front of this function. */
  readonly trustedHops: number;
  /** Whether everybody may bypass the cache, as benchmarks and tests do; never in production. */
  readonly isBypassOpen: boolean;
  readonly log: Log;
  readonly projectId: string;
  /** How long the content may take before readers get the plain app. */
  readonly timeoutMs?: number;
}

/** An answer, but for what depends on the request. */
export interface MadePage {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Null where nobody stores the answer. */
  readonly etag: string | null;
  readonly body: Buffer;
}

/** Where an answer comes from. */
interface Source {
  /** The key in the response cache; addresses with the same answer share it. */
  readonly key: string;
  /** Documents that it reads, at most. */
  readonly documents: number;
}

interface PageSource extends Source {
  readonly make: () => Promise<ServedPage> | ServedPage;
}

interface FileSource extends Source {
  /** Null stands for an address that does not exist. */
  readonly make: () => Promise<string | null> | string;
  /** Documents that were read, where that depends on what there is. */
  readonly documentsIn?: (text: string) => number;
}

/** Sitemaps read one document for each post; search engines come back daily. */
const FOR_ROBOTS = 'public, max-age=0, s-maxage=3600';
const NOT_STORED = 'no-store';
/** The address of a preview is its key: it goes to no other site, and into no index. */
const SECRET_ADDRESS = { 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex, nofollow' } as const;

/** Categories are few; how many there are is known only when they have been read. */
const CATEGORIES = 20;
const ARTICLE = 1 + SIMILAR_DOCUMENTS;
/** The link and its post. */
const PREVIEW = 2;

/**
 * The `page` function: the app's shell with the content of the address in it, feeds and sitemaps. It knows nobody: neither
 * tokens nor cookies are read, so an answer depends on the address alone, and is made once for all who ask within a few seconds.
 */
export function createPageApp(dependencies: PageDependencies): Express {
  const { pages, feeds, shell, cache, readQuota, trustedHops, isBypassOpen, log, projectId } = dependencies;
  const { timeoutMs = 2_000 } = dependencies;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  let lastTemplate = '';

  /** Sends the cached answer, or makes it; only making it takes from the read quota. */
  const send = async (req: Request, res: Response, source: Source, make: () => Promise<MadePage>) => {
    const isBypass = isBypassOpen && req.headers['cache-control'] === 'no-cache';
    const known = isBypass ? null : cache.find(source.key);
    if (known) return reply(req, res, await known);
    const address = clientAddress(req, trustedHops);
    const retryAfterSeconds = source.documents > 0 ? readQuota.take(address, source.documents) : 0;
    if (retryAfterSeconds > 0) throw new AppError('too-many', undefined, { retryAfterSeconds });
    reply(req, res, await (isBypass ? make() : cache.make(source.key, null, make)));
  };

  const fill = async (req: Request, template: string, { make }: PageSource): Promise<MadePage> => {
    const served = await withTimeout(async () => make(), timeoutMs).catch((error: unknown) => {
      log('ERROR', 'page-not-filled', {
        route: String(req.route?.path),
        error: describeError(error),
        ...traceFields(req, projectId),
      });
      return null;
    });
    if (served?.kind === 'moved') return moved(served.path);
    const text = served ? fillShell(template, served.parts) : template;
    const cacheControl = served?.status === 200 ? SHARED_CACHE : NOT_STORED;
    return made(text, { status: served?.status ?? 200, type: 'text/html', cacheControl });
  };

  const html = (sourceOf: (req: Request) => PageSource) => async (req: Request, res: Response) => {
    const template = await shell.get();
    // A new deployment has other scripts: pages that name the old ones are not given out any more.
    if (template !== lastTemplate) cache.invalidate();
    lastTemplate = template;
    const source = sourceOf(req);
    await send(req, res, source, () => fill(req, template, source));
  };

  const file =
    (type: string, cacheControl: string, sourceOf: (req: Request) => FileSource) =>
    async (req: Request, res: Response) => {
      const source = sourceOf(req);
      await send(req, res, source, async () => {
        const text = await source.make();
        if (text === null) return made('Not found', { status: 404, type: 'text/plain', cacheControl: NOT_STORED });
        const read = source.documentsIn?.(text) ?? source.documents;
        readQuota.giveBack(clientAddress(req, trustedHops), source.documents - read);
        return made(text, { status: 200, type, cacheControl });
      });
    };

  const notFound: PageSource = { key: 'not found', documents: 0, make: () => pages.notFound() };
  const noFile: FileSource = { key: 'no file', documents: 0, make: async () => null };

  app.get(
    '/',
    html(() => ({ key: 'home', documents: POST_LIMITS.popular, make: () => pages.home() })),
  );
  app.get(
    '/categories',
    html(() => ({ key: 'categories', documents: CATEGORIES, make: () => pages.categories() })),
  );
  app.get(
    '/posts',
    html(({ query }) => {
      const list = 1 + LIST_PAGE_SIZE;
      if (query.category === undefined) return { key: 'posts', documents: list, make: () => pages.posts(null) };
      const id = readCategoryId(query.category);
      if (id === null) return notFound;
      return { key: `posts of ${id}`, documents: list + CATEGORIES, make: () => pages.posts(id) };
    }),
  );
  app.get(
    ['/posts/:id', '/posts/:id/:slug'],
    html(({ params }) => {
      const id = DocumentId.safeParse(params.id);
      if (!id.success || isReservedId(id.data)) return notFound;
      const slug = single(params.slug);
      const key = `post ${JSON.stringify([id.data, slug])}`;
      return { key, documents: ARTICLE, make: () => pages.post(id.data, slug) };
    }),
  );
  app.get('/preview/:token', async (req, res) => {
    const retryAfterSeconds = readQuota.take(clientAddress(req, trustedHops), PREVIEW);
    for (const [name, value] of Object.entries(SECRET_ADDRESS)) res.setHeader(name, value);
    if (retryAfterSeconds > 0) throw new AppError('too-many', undefined, { retryAfterSeconds });
    // Never cached: it shows what is stored at this moment, and to nobody after the link has ended.
    const template = withoutApp(await shell.get());
    const served = await pages.preview(single(req.params.token) ?? '');
    if (served.kind === 'moved') throw new Error('previews have one address');
    const { status, parts } = served;
    reply(req, res, made(fillShell(template, parts), { status, type: 'text/html', cacheControl: NOT_STORED }));
  });
  app.get(
    '/feed.xml',
    file('application/atom+xml', SHARED_CACHE, () => ({
      key: 'feed',
      documents: FEED_SIZE + CATEGORIES,
      make: () => feeds.feed(null),
    })),
  );
  app.get(
    '/feed/:file',
    file('application/atom+xml', SHARED_CACHE, ({ params }) => {
      const id = readCategoryId(withoutXml(params.file));
      if (id === null) return noFile;
      return { key: `feed of ${id}`, documents: FEED_SIZE + CATEGORIES, make: () => feeds.feed(id) };
    }),
  );
  app.get(
    '/sitemap.xml',
    file('application/xml', FOR_ROBOTS, () => ({
      key: 'sitemap',
      documents: CATEGORIES,
      documentsIn: addressesIn,
      make: () => feeds.sitemap(),
    })),
  );
  app.get(
    '/sitemap/:file',
    file('application/xml', FOR_ROBOTS, ({ params }) => {
      const month = withoutXml(params.file) ?? '';
      return { key: `sitemap ${month}`, documents: 1, documentsIn: addressesIn, make: () => feeds.monthSitemap(month) };
    }),
  );
  app.get(
    '/robots.txt',
    file('text/plain', FOR_ROBOTS, () => ({ key: 'robots', documents: 0, make: () => feeds.robots() })),
  );
  app.use(html(() => notFound));
  app.use((error: unknown, req: Request, res: Response, next: express.NextFunction) => {
    if (res.headersSent) return next(error);
    res.setHeader('Cache-Control', NOT_STORED);
    if (error instanceof AppError) {
      res.setHeader('Retry-After', String(error.options.retryAfterSeconds ?? 1));
      res.status(error.status).type('text/plain').send(error.message);
      return;
    }
    // An address that is not UTF-8 names no page; everything else is our own fault.
    const isBadAddress = error instanceof URIError;
    if (!isBadAddress) log('ERROR', 'page-failed', { error: describeError(error), ...traceFields(req, projectId) });
    res
      .status(isBadAddress ? 400 : 503)
      .type('text/plain')
      .send(isBadAddress ? 'Bad request' : 'Service unavailable. Please try again.');
  });
  return app;
}

function made(
  text: string,
  { status, type, cacheControl }: { status: number; type: string; cacheControl: string },
): MadePage {
  const body = Buffer.from(text);
  const headers = { 'Cache-Control': cacheControl, 'Content-Type': `${type}; charset=utf-8` };
  return { status, headers, etag: status === 200 && cacheControl !== NOT_STORED ? etagOf(body) : null, body };
}

const moved = (path: string): MadePage => {
  const headers = { 'Cache-Control': NOT_STORED, 'Content-Type': 'text/plain; charset=utf-8', Location: path };
  return { status: 301, headers, etag: null, body: Buffer.from(`Moved Permanently. Redirecting to ${path}`) };
};

function reply(req: Request, res: Response, { status, headers, etag, body }: MadePage): void {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  if (etag !== null) {
    res.setHeader('ETag', etag);
    if (isKnown(req.headers['if-none-match'], etag)) {
      res.removeHeader('Content-Type');
      res.status(304).end();
      return;
    }
  }
  res.status(status).end(body);
}

/** "Not found", moved addresses and pages that could not be filled are made for each caller anew. */
export const isCacheable = ({ headers }: MadePage): boolean => headers['Cache-Control'] !== NOT_STORED;

/** Each address of a sitemap was a document. */
const addressesIn = (text: string): number => text.split('<loc>').length;

async function withTimeout<T>(work: () => Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`The content took longer than ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}

const single = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const withoutXml = (file: unknown): string | undefined => /^(.+)\.xml$/.exec(single(file) ?? '')?.[1];

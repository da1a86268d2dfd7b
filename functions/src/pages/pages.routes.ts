import { readCategoryId } from '@inkwell/shared/categories';
import { DocumentId } from '@inkwell/shared/fields';
import express, { type Express, type Request, type Response } from 'express';
import { describeError, type Log } from '../common/log.ts';
import { isReservedId } from '../common/reserved-id.ts';
import { traceFields } from '../common/trace.ts';
import { etagOf, isKnown, SHARED_CACHE } from '../http/reply.ts';
import type { FeedService } from './feeds.service.ts';
import type { PageService, ServedPage } from './pages.service.ts';
import { fillShell, type ShellSource } from './shell.ts';

export interface PageDependencies {
  readonly pages: PageService;
  readonly feeds: FeedService;
  readonly shell: ShellSource;
  readonly log: Log;
  readonly projectId: string;
  /** How long the content may take before readers get the plain app. */
  readonly timeoutMs?: number;
}

/** Sitemaps read one document for each post; search engines come back daily. */
const FOR_ROBOTS = 'public, max-age=0, s-maxage=3600';
const NOT_KEPT = 'no-store';

/**
 * The `page` function: the app's shell with the content of the address in it, feeds and sitemaps. It knows nobody: neither
 * tokens nor cookies are read, so an answer depends on the address alone.
 */
export function createPageApp({ pages, feeds, shell, log, projectId, timeoutMs = 2_000 }: PageDependencies): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');

  const html = (make: (req: Request) => Promise<ServedPage> | ServedPage) => async (req: Request, res: Response) => {
    const template = await shell.get();
    const served = await withTimeout(async () => make(req), timeoutMs).catch((error: unknown) => {
      log('ERROR', 'page-not-filled', {
        route: String(req.route?.path),
        error: describeError(error),
        ...traceFields(req, projectId),
      });
      return null;
    });
    if (served?.kind === 'moved') {
      res.setHeader('Cache-Control', NOT_KEPT);
      res.redirect(301, served.path);
      return;
    }
    const isCacheable = served?.status === 200;
    const text = served ? fillShell(template, served.parts) : template;
    reply(req, res, text, {
      status: served?.status ?? 200,
      type: 'text/html; charset=utf-8',
      cacheControl: isCacheable ? SHARED_CACHE : NOT_KEPT,
    });
  };

  const file =
    (type: string, cacheControl: string, make: (req: Request) => Promise<string | null> | string) =>
    async (req: Request, res: Response) => {
      const made = await make(req);
      if (made === null) {
        reply(req, res, 'Not found', { status: 404, type: 'text/plain; charset=utf-8', cacheControl: NOT_KEPT });
      } else {
        reply(req, res, made, { status: 200, type: `${type}; charset=utf-8`, cacheControl });
      }
    };

  app.get(
    '/',
    html(() => pages.home()),
  );
  app.get(
    '/categories',
    html(() => pages.categories()),
  );
  app.get(
    '/posts',
    html(({ query }) => {
      if (query.category === undefined) return pages.posts(null);
      const categoryId = readCategoryId(query.category);
      return categoryId === null ? pages.notFound() : pages.posts(categoryId);
    }),
  );
  app.get(
    ['/posts/:id', '/posts/:id/:slug'],
    html(({ params }) => {
      const id = DocumentId.safeParse(params.id);
      if (!id.success || isReservedId(id.data)) return pages.notFound();
      return pages.post(id.data, single(params.slug));
    }),
  );
  app.get(
    '/feed.xml',
    file('application/atom+xml', SHARED_CACHE, () => feeds.feed(null)),
  );
  app.get(
    '/feed/:file',
    file('application/atom+xml', SHARED_CACHE, async ({ params }) => {
      const categoryId = readCategoryId(withoutXml(params.file));
      return categoryId === null ? null : feeds.feed(categoryId);
    }),
  );
  app.get(
    '/sitemap.xml',
    file('application/xml', FOR_ROBOTS, () => feeds.sitemap()),
  );
  app.get(
    '/sitemap/:file',
    file('application/xml', FOR_ROBOTS, ({ params }) => feeds.monthSitemap(withoutXml(params.file) ?? '')),
  );
  app.get(
    '/robots.txt',
    file('text/plain', FOR_ROBOTS, () => feeds.robots()),
  );
  app.use(html(() => pages.notFound()));
  app.use((error: unknown, req: Request, res: Response, next: express.NextFunction) => {
    // An address that is not UTF-8 names no page; everything else is our own fault.
    const isBadAddress = error instanceof URIError;
    if (!isBadAddress) log('ERROR', 'page-failed', { error: describeError(error), ...traceFields(req, projectId) });
    if (res.headersSent) return next(error);
    res.setHeader('Cache-Control', NOT_KEPT);
    res
      .status(isBadAddress ? 400 : 503)
      .type('text/plain')
      .send(isBadAddress ? 'Bad request' : 'Service unavailable. Please try again.');
  });
  return app;
}

function reply(
  req: Request,
  res: Response,
  text: string,
  { status, type, cacheControl }: { status: number; type: string; cacheControl: string },
): void {
  res.setHeader('Cache-Control', cacheControl);
  if (status === 200) {
    const etag = etagOf(text);
    res.setHeader('ETag', etag);
    if (isKnown(req.headers['if-none-match'], etag)) {
      res.status(304).end();
      return;
    }
  }
  res.setHeader('Content-Type', type);
  res.status(status).end(text);
}

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

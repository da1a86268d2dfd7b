import { APP_PATHS, decodedPath, isReservedPath, isSharedPath } from '@inkwell/shared/addresses';
import { readCategoryId } from '@inkwell/shared/category-icons';
import { AppError } from '@inkwell/shared/errors';
import { archivePath } from '@inkwell/shared/newsletter-archive';
import { POST_LIMITS } from '@inkwell/shared/post-limits';
import type { Post } from '@inkwell/shared/posts';
import { oldQueryIn } from '@inkwell/shared/redirects';
import { readSearchChoice, searchKey } from '@inkwell/shared/search-key';
import express, { type Express, type Request } from 'express';
import { addressId } from '../addresses/address-id.ts';
import type { KnownAddresses } from '../addresses/known-addresses.ts';
import { within } from '../common/deadline.ts';
import { describeError } from '../common/log.ts';
import { traceFields } from '../common/trace.ts';
import { createTurns } from '../common/turns.ts';
import { limitArrival } from '../http/body.ts';
import { SHARED_CACHE } from '../http/reply.ts';
import { NEIGHBOURS, SIMILAR_DOCUMENTS } from '../posts/posts.service.ts';
import { MAX_READ } from '../search/search.service.ts';
import { type FileDependencies, mountFeeds, mountFiles, mountSitemaps, setMachineHeaders } from './files.routes.ts';
import { createHtml, type Html, type HtmlDependencies, type PageSource } from './html.routes.ts';
import { MARKDOWN_TYPE, markdownPath } from './markdown.ts';
import type { PageService } from './pages.service.ts';
import { DOCUMENTS, documentIdIn, single, slugIn } from './requested.ts';
import {
  createSender,
  type Handler,
  type MadePage,
  made,
  moved,
  NOT_STORED,
  queryOf,
  reply,
  type Sender,
  type SenderDependencies,
} from './sending.routes.ts';
import type { ServedPage } from './served/served-page.ts';

export interface PageDependencies extends SenderDependencies, FileDependencies, Omit<HtmlDependencies, 'deadlines'> {
  readonly pages: PageService;
  readonly addresses: Pick<KnownAddresses, 'isUnknown' | 'find'>;
  /** Tests use shorter or longer ones. */
  readonly deadlines?: HtmlDependencies['deadlines'];
}

type PageServer = Required<PageDependencies> & Sender & Html;

type SourceOf = (req: Request) => PageSource;

/** Pages with an id or a slug, of one kind. */
interface EachSource<Id> extends Pick<PageSource, 'documents' | 'documentsFor'> {
  readonly kind: string;
  readonly make: (id: Id, slug: string | undefined) => Promise<ServedPage>;
  /** The answer for an address without a possible id; unknown by default. */
  readonly missing?: SourceOf;
}

/** The address of a preview is a secret that other sites and search engines must not learn. */
const SECRET_ADDRESS = { 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex, nofollow' } as const;

const ARTICLE = 1 + NEIGHBOURS + SIMILAR_DOCUMENTS;
/** A redirect, the redirect of its appended target, and the target. */
const REDIRECT = 2 + DOCUMENTS.namedList;
/** The link, its creator and its post. */
const PREVIEW = 3;
/**
 * The charge of an unknown address to the read quota, which 400 of them in a minute use up. Readers visit few of them, mostly the same ones, which
 * are cached. Scanners try thousands.
 */
const UNKNOWN_ADDRESS_COST = 50;

const DEADLINES = { firstMs: 5_000, ms: 2_000 };

/**
 * The `page` function: served pages, feeds and sitemaps. It reads neither tokens nor cookies, so an answer depends only on the address, and
 * all requests within a few seconds share it.
 */
export function createPageApp(dependencies: PageDependencies): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.use((req, res, next) => {
    limitArrival(req, res);
    next();
  });
  const sender = createSender(dependencies);
  const complete = { deadlines: DEADLINES, ...dependencies };
  const server: PageServer = { ...complete, ...sender, ...createHtml(complete, sender) };
  const other = otherAddress(server);
  const unlessTaken = (path: string, answer: Handler) =>
    app.get(path, async (req, res) => ((await ownerOf(req, path, server)) ? other(req, res) : answer(req, res)));
  const files = { ...server, unlessTaken, feedTurns: createTurns() };

  mountSitePagesAsMarkdown(app, server, other);
  mountHome(app, server);
  mountLists(app, server);
  mountEach(app, server);
  mountPreviews(app, server);
  mountFeeds(app, files);
  mountSitemaps(app, files);
  mountFiles(app, files);
  app.use((req, res, next) => (isOfApp(req) ? server.appShell(req, res) : next()));
  app.get(`${archivePath()}/:slug`, archivedIssue(server));
  app.use(other);
  app.use(errorAnswer(server));
  return app;
}

/** Site pages as Markdown. Slugs contain no dots. */
function mountSitePagesAsMarkdown(app: Express, server: PageServer, other: Handler): void {
  app.get(markdownPath('/:slug'), async (req, res) => {
    const path = decodedPath(`/${single(req.params.slug)}`);
    if (path === null || (await ownerOf(req, path, server))?.kind !== 'page') return other(req, res);
    const make = () => server.pages.address(path, '');
    const sourceOf = () => ({ key: `address ${addressId(path)}`, documents: REDIRECT, make });
    return markdown(markdownOf(sourceOf), server)(req, res);
  });
}

/** The home page. Old queries of posts, such as `/?p=12`, are redirected. */
function mountHome(app: Express, server: PageServer): void {
  const { pages, addresses, take, giveBack, deadlines } = server;
  const home = server.html(() => ({
    key: 'home',
    documents: POST_LIMITS.popular + POST_LIMITS.newest,
    make: () => pages.home(),
  }));
  app.get('/', async (req, res) => {
    const path = oldQueryIn(queryOf(req));
    if (path === null || addresses.isUnknown(path)) return home(req, res);
    take(req, UNKNOWN_ADDRESS_COST);
    const found = await within(deadlines.ms, pages.oldAddress(path)).catch(() => null);
    if (found?.kind !== 'moved') return home(req, res);
    giveBack(req, UNKNOWN_ADDRESS_COST - REDIRECT);
    reply(req, res, moved(found));
  });
}

function mountLists(app: Express, { html, pages }: PageServer): void {
  app.get(
    '/categories',
    html(() => ({ key: 'categories', documents: DOCUMENTS.categories, make: () => pages.categories() })),
  );
  app.get(
    '/posts',
    html((req) => {
      const { query } = req;
      if (query.category === undefined)
        return { key: 'posts', documents: DOCUMENTS.allPosts + DOCUMENTS.categories, make: () => pages.posts(null) };
      const id = readCategoryId(query.category);
      if (id === null) return notFound(req, pages);
      return { key: `posts of ${id}`, documents: DOCUMENTS.listed + DOCUMENTS.categories, make: () => pages.posts(id) };
    }),
  );
  app.get(
    '/search',
    html(({ query }) => {
      const choice = readSearchChoice((name) => single(query[name]));
      const documents =
        choice.q === '' ? 0 : MAX_READ + POST_LIMITS.search + (choice.tag === undefined ? 0 : DOCUMENTS.namedList);
      return { key: `search ${JSON.stringify(searchKey(choice))}`, documents, make: () => pages.search(choice) };
    }),
  );
  app.get(
    archivePath(),
    html(() => ({ key: 'archive', documents: DOCUMENTS.listed, make: () => pages.archive() })),
  );
}

/** Pages with an id or a slug, also as Markdown. */
function mountEach(app: Express, server: PageServer): void {
  const { pages } = server;
  const serveEach = <Id>(
    path: string | string[],
    idOf: (params: Request['params']) => Id | null,
    { kind, make, missing = (req) => nowhere(req, pages), ...source }: EachSource<Id>,
  ) => {
    const sourceOf: SourceOf = (req) => {
      const id = idOf(req.params);
      if (id === null) return missing(req);
      const slug = single(req.params.slug);
      return { ...source, key: `${kind} ${JSON.stringify([id, slug])}`, make: () => make(id, slug) };
    };
    for (const one of [path].flat())
      app.get(markdownPath(one), markdown(orEarlier(markdownOf(sourceOf), server), server));
    app.get(path, server.html(orEarlier(sourceOf, server)));
  };
  serveEach(['/categories/:id', '/categories/:id/:slug'], ({ id }) => readCategoryId(id), {
    kind: 'category',
    documents: DOCUMENTS.category + DOCUMENTS.listed,
    make: pages.category,
  });
  serveEach('/tags/:slug', ({ slug }) => slugIn(slug), {
    kind: 'tag',
    documents: DOCUMENTS.namedList + DOCUMENTS.listed,
    make: pages.tag,
  });
  serveEach('/series/:slug', ({ slug }) => slugIn(slug), {
    kind: 'series',
    documents: DOCUMENTS.namedList + DOCUMENTS.listed,
    make: pages.series,
  });
  serveEach(['/posts/:id', '/posts/:id/:slug'], ({ id }) => documentIdIn(id), {
    kind: 'post',
    documents: ARTICLE,
    documentsFor: articleDocuments,
    make: pages.post,
    missing: (req) => notFound(req, pages),
  });
  serveEach(['/authors/:id', '/authors/:id/:slug'], ({ id }) => documentIdIn(id), {
    kind: 'author',
    documents: DOCUMENTS.author + DOCUMENTS.listed,
    make: pages.author,
  });
}

function mountPreviews(app: Express, { pages, take, preview }: PageServer): void {
  const answer = preview((req) => pages.preview(single(req.params.token) ?? ''));
  app.get('/preview/:token', async (req, res) => {
    for (const [name, value] of Object.entries(SECRET_ADDRESS)) res.setHeader(name, value);
    take(req, PREVIEW);
    await answer(req, res);
  });
}

const archivedIssue = ({ html, pages }: PageServer): Handler =>
  html((req) => {
    const slug = slugIn(req.params.slug);
    if (slug === null) return nowhere(req, pages);
    return { key: `archived issue ${slug}`, documents: 1, make: () => pages.archivedIssue(slug) };
  });

const notFound = ({ url }: Request, pages: PageService): PageSource => ({
  key: `not found ${url}`,
  documents: 0,
  make: () => pages.notFound(),
});
const nowhere = ({ url }: Request, pages: PageService): PageSource => ({
  key: `nowhere ${url}`,
  documents: 0,
  make: () => pages.unknown(),
});

/**
 * A page in one of our sections. If it does not exist, an imported text may have had this address. Looking it up reads 1 document, or none for a
 * path cached as unknown.
 */
const orEarlier =
  (sourceOf: SourceOf, { pages, addresses }: PageServer): SourceOf =>
  (req) => {
    const source = sourceOf(req);
    const path = decodedPath(req.path);
    if (path === null || addresses.isUnknown(path)) return source;
    const isOurs = source.documents > 0;
    const cost = isOurs ? REDIRECT : UNKNOWN_ADDRESS_COST;
    let spent = 0;
    return {
      // Impossible addresses share an answer, which must not depend on this address.
      key: isOurs ? source.key : `earlier ${addressId(path)}`,
      documents: source.documents + cost,
      documentsFor: (served) => (source.documentsFor?.(served) ?? source.documents) + spent,
      async make() {
        const served = await source.make();
        if (served.kind !== 'page' || served.status !== 404) return served;
        const found = await pages.earlier(path);
        spent = found ? REDIRECT : UNKNOWN_ADDRESS_COST;
        return found ?? served;
      },
    };
  };

/** A site page, a redirect, or nothing. */
const otherAddress = ({ html, pages, addresses }: PageServer): Handler =>
  html((req) => {
    const { path, method } = req;
    const decoded = method === 'GET' || method === 'HEAD' ? decodedPath(path) : null;
    if (decoded === null || (isReservedPath(decoded) && !isSharedPath(decoded))) return nowhere(req, pages);
    const cost = addresses.isUnknown(decoded) ? 0 : UNKNOWN_ADDRESS_COST;
    const query = queryOf(req);
    return {
      // With the query, because parallel requests share an answer and a redirect passes the query on.
      key: `address ${addressId(decoded)} ${query}`,
      documents: cost,
      documentsFor: (served) => (served.kind === 'page' && served.status === 404 ? cost : Math.min(cost, REDIRECT)),
      make: () => pages.address(decoded, query),
    };
  });

/** The page or redirect at the path. Charged to the read quota like an unknown address; null if Firestore is late. */
async function ownerOf(req: Request, path: string, { addresses, take, giveBack, deadlines }: PageServer) {
  if (isReservedPath(path) || addresses.isUnknown(path)) return null;
  take(req, UNKNOWN_ADDRESS_COST);
  const found = await within(deadlines.ms, addresses.find(path)).catch(() => null);
  if (found) giveBack(req, UNKNOWN_ADDRESS_COST - 1);
  return found;
}

/** A page requested as Markdown. Moved pages redirect to their new Markdown address. */
const markdownOf =
  (sourceOf: SourceOf): SourceOf =>
  (req) => {
    const source = sourceOf(req);
    return {
      ...source,
      async make() {
        const served = await source.make();
        return served.kind === 'moved' && served.to.startsWith('/')
          ? { ...served, to: markdownPath(served.to) }
          : served;
      },
    };
  };

/** A page as Markdown. */
const markdown =
  (sourceOf: SourceOf, { site, send, giveBack }: PageServer): Handler =>
  async (req, res) => {
    const source = sourceOf(req);
    const make = async (): Promise<MadePage> => {
      const served = await source.make();
      giveBack(req, source.documents - (source.documentsFor?.(served) ?? source.documents));
      if (served.kind === 'moved') return moved(served);
      const page = served.status === 200 && served.parts.asMarkdown?.();
      if (!page) return made('Not found', { status: 404, type: 'text/plain', cacheControl: NOT_STORED });
      const answer = made(page.text, { status: 200, type: MARKDOWN_TYPE, cacheControl: SHARED_CACHE });
      return {
        ...answer,
        headers: { ...answer.headers, Link: `<${new URL(page.canonical).href}>; rel="canonical"` },
      };
    };
    setMachineHeaders(res, await site());
    await send(req, res, { key: `markdown ${source.key}`, documents: source.documents }, { make });
  };

/** Whether an address is an app page that has no content before the app starts. */
const isOfApp = ({ method, path }: Request): boolean => (method === 'GET' || method === 'HEAD') && appPaths.has(path);

const appPaths = new Set(APP_PATHS);

/** Articles in a series also read the adjacent ones. */
const articleDocuments = (served: ServedPage): number => {
  const answers = served.kind === 'page' ? served.parts.queries : [];
  return answers.some(({ data }) => (data as Partial<Post>).series) ? ARTICLE : ARTICLE - NEIGHBOURS;
};

/** Answers to errors as text. */
const errorAnswer =
  ({ log, projectId }: PageServer): express.ErrorRequestHandler =>
  (error, req, res, next) => {
    if (res.headersSent) return next(error);
    res.setHeader('Cache-Control', NOT_STORED);
    if (error instanceof AppError) {
      res.setHeader('Retry-After', String(error.options.retryAfterSeconds ?? 1));
      res.status(error.status).type('text/plain').send(error.message);
      return;
    }
    // Invalid UTF-8 in an address is the client's error; all others are the server's.
    const isBadAddress = error instanceof URIError;
    if (!isBadAddress) log('ERROR', 'page-failed', { error: describeError(error), ...traceFields(req, projectId) });
    res
      .status(isBadAddress ? 400 : 503)
      .type('text/plain')
      .send(isBadAddress ? 'Bad request' : 'Service unavailable. Please try again.');
  };

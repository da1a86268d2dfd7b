import { APP_PATHS, decodedPath, isReservedPath, isSharedPath } from '@inkwell/shared/addresses';
import { readCategoryId } from '@inkwell/shared/category-icons';
import { AppError } from '@inkwell/shared/errors';
import { DocumentId } from '@inkwell/shared/fields';
import type { Menu } from '@inkwell/shared/menu';
import { archivePath } from '@inkwell/shared/newsletter-archive';
import { ROOT_ATTRIBUTES } from '@inkwell/shared/page-renderer';
import { POST_LIMITS } from '@inkwell/shared/post-limits';
import type { Post } from '@inkwell/shared/posts';
import { oldQueryIn } from '@inkwell/shared/redirects';
import { readSearchChoice, searchKey } from '@inkwell/shared/search-key';
import { FIRST_POSTS, LIST_PAGE_SIZE } from '@inkwell/shared/served-keys';
import type { ShownSettings } from '@inkwell/shared/settings';
import { SlugParams } from '@inkwell/shared/tags';
import express, { type Express, type Request, type Response } from 'express';
import { addressId } from '../addresses/address-id.ts';
import type { KnownAddresses } from '../addresses/known-addresses.ts';
import { within } from '../common/deadline.ts';
import { describeError, type Log } from '../common/log.ts';
import type { ResponseCache } from '../common/response-cache.ts';
import { traceFields } from '../common/trace.ts';
import { createTurns, type Turns } from '../common/turns.ts';
import { clientAddress } from '../http/address.ts';
import { limitArrival } from '../http/body.ts';
import type { ReadQuota } from '../http/read-quota.ts';
import { etagOf, isKnown, SHARED_CACHE } from '../http/reply.ts';
import { NEIGHBOURS, SIMILAR_DOCUMENTS } from '../posts/posts.service.ts';
import { MAX_READ } from '../search/search.service.ts';
import { contentSignal } from '../settings/content-signal.ts';
import { withQuery } from './current-address.ts';
import { FEED_FORMATS, type FeedFormatName } from './feed.ts';
import {
  FEED_SIZE,
  type FeedService,
  LLMS_DOCUMENTS,
  SITEMAP_DOCUMENTS,
  sitemapPartDocuments,
} from './feeds.service.ts';
import { MARKDOWN_TYPE, markdownPath } from './markdown.ts';
import type { PageService } from './pages.service.ts';
import type { MovedPage, ServedPage } from './served/served-page.ts';
import {
  fillShell,
  type PageParts,
  plainShell,
  type Rendering,
  type ShellSource,
  type Surroundings,
  withoutApp,
} from './shell.ts';
import { ICON_FILES, ICON_TYPES, webManifest } from './site-files.ts';
import type { SiteIcons } from './site-icons.ts';

export interface PageDependencies {
  readonly pages: PageService;
  readonly addresses: Pick<KnownAddresses, 'isUnknown' | 'find'>;
  readonly feeds: FeedService;
  readonly shell: ShellSource;
  readonly rendering: Rendering;
  /** The links in header and footer. Rejects until they have been read once. */
  readonly menu: () => Promise<Menu>;
  /** Name, look and words of the site. */
  readonly site: () => Promise<ShownSettings>;
  readonly icons: SiteIcons;
  readonly cache: ResponseCache<MadePage>;
  readonly readQuota: ReadQuota;
  /** The number of our own proxies. */
  readonly trustedHops: number;
  /** Whether everybody may bypass the cache, for benchmarks and tests; never in production. */
  readonly isBypassOpen: boolean;
  readonly log: Log;
  readonly projectId: string;
  /** How long the content may take before readers get the plain app. A new instance first connects to Firestore. */
  readonly deadlines?: { readonly firstMs: number; readonly ms: number };
}

/** The part of an answer that does not depend on the request. */
export interface MadePage {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Null if the answer must not be stored. */
  readonly etag: string | null;
  readonly body: Buffer;
  /** For a redirect: whether each request adds its own query. */
  readonly passesQuery?: boolean;
}

interface Source {
  /** The key in the response cache, shared by addresses with the same answer. */
  readonly key: string;
  /** The maximum number of documents read. */
  readonly documents: number;
}

interface PageSource extends Source {
  readonly make: () => Promise<ServedPage> | ServedPage;
  /** The number of documents to charge for the result, if it varies. */
  readonly documentsFor?: (served: ServedPage) => number;
}

/** Pages with an id or a slug, of one kind. */
interface EachSource<Id> extends Pick<PageSource, 'documents' | 'documentsFor'> {
  readonly kind: string;
  readonly make: (id: Id, slug: string | undefined) => Promise<ServedPage>;
  /** The answer for an address without a possible id; unknown by default. */
  readonly missing?: (req: Request) => PageSource;
}

type MadeFile = string | Buffer | { readonly movedTo: string; readonly status?: 302 } | null;

interface FileSource extends Source {
  /** Null means that the address does not exist. */
  readonly make: () => Promise<MadeFile>;
  /** The number of documents actually read, if it varies. */
  readonly documentsIn?: (text: string | Buffer | null) => number;
}

interface Sending {
  readonly deadlineMs?: number;
  readonly make: (waiters: Waiters) => Promise<MadePage>;
  readonly instead?: (error: unknown, waiters: Waiters) => Promise<MadePage>;
}

/** The requests that wait for an answer in progress. */
interface Waiters {
  count: number;
  /** Whether the log already says that it is late or has failed. */
  isReported: boolean;
}

const nobody = (): Waiters => ({ count: 0, isReported: false });

const FORMATS = Object.keys(FEED_FORMATS) as FeedFormatName[];

/** The addresses where feed readers look for unannounced feeds. */
const FEED_REDIRECTS = [
  ['/feed', FEED_FORMATS.atom.path],
  ['/atom.xml', FEED_FORMATS.atom.path],
  ['/rss', FEED_FORMATS.rss.path],
] as const;

/** A page requested as Markdown. Moved pages redirect to their new Markdown address. */
const markdownOf =
  (sourceOf: (req: Request) => PageSource) =>
  (req: Request): PageSource => {
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

/** Each line of a list is a document. */
const linesOf = (text: string | Buffer | null): number => text?.toString().split('\n').length ?? 0;

/** Search engines list the page instead. */
function setMachineHeaders(res: Response, { robots }: Pick<ShownSettings, 'robots'>): void {
  const signal = contentSignal(robots);
  res.setHeader('X-Robots-Tag', 'noindex');
  if (signal !== null) res.setHeader('Content-Signal', signal);
}

/** Search engines revisit only daily. */
const FOR_ROBOTS = 'public, max-age=0, s-maxage=3600';
const NOT_STORED = 'no-store';
/** The same for everybody, but revalidated each time, so that nobody sees an earlier look. */
const CHECKED = 'no-cache';
/** The address of a preview is a secret that other sites and search engines must not learn. */
const SECRET_ADDRESS = { 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex, nofollow' } as const;

/** One page that waits for Firestore in vain is a warning. This many in a row are an outage. */
const FAILURES_OF_AN_OUTAGE = 3;
/** Pages with longer texts are rendered one after the other: 200,000 characters may take 150 ms. */
const LONG_TEXT_CHARS = 20_000;
/** For previews, feeds and sitemaps, which cannot fall back to the plain app. */
const FILE_DEADLINE_MS = 8_000;

/** There are few categories; their number is known only after reading them. */
const CATEGORIES = 20;
/** A tag or series, and its current address. */
const NAMED_LIST = 3;
/** A category, and the target of a merged one. */
const CATEGORY = 2;
/** A guest author, the account that they were joined to, and its number of posts. */
const AUTHOR = 3;
/** The first posts of a list, and their total. */
const LISTED = 1 + LIST_PAGE_SIZE;
const ARTICLE = 1 + NEIGHBOURS + SIMILAR_DOCUMENTS;
/** A redirect, the redirect of its appended target, and the target. */
const REDIRECT = 2 + NAMED_LIST;
/** The link, its creator and its post. */
const PREVIEW = 3;
/**
 * The charge of an unknown address to the read quota, which 400 of them in a minute use up. Readers visit few of them, mostly the same ones, which
 * are cached. Scanners try thousands.
 */
const UNKNOWN_ADDRESS_COST = 50;

/**
 * The `page` function: served pages, feeds and sitemaps. It reads neither tokens nor cookies, so an answer depends only on the address, and
 * all requests within a few seconds share it.
 */
export function createPageApp(dependencies: PageDependencies): Express {
  const {
    pages,
    menu,
    site,
    icons,
    addresses,
    feeds,
    shell,
    rendering,
    cache,
    readQuota,
    trustedHops,
    isBypassOpen,
    log,
    projectId,
  } = dependencies;
  const { deadlines = { firstMs: 5_000, ms: 2_000 } } = dependencies;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.use((req, res, next) => {
    limitArrival(req, res);
    next();
  });
  let lastTemplate = '';
  let isConnected = false;
  let failuresInARow = 0;
  const waitersOf = new WeakMap<Promise<MadePage>, Waiters>();
  const renderings = createTurns();
  /** Includes reading their posts: two feeds at once would hold 100 long texts in memory. */
  const feedTurns = createTurns();
  /** Omits links that were never read; the app then requests them. */
  const surroundings = async (): Promise<Surroundings> => {
    const [settings, links] = await Promise.all([site(), menu().catch(() => null)]);
    return { site: settings, menu: links };
  };

  /** For a page without content; null if even its name is unknown. */
  const nameAndLook = (): Promise<Surroundings | null> => within(deadlines.ms, surroundings()).catch(() => null);

  const currentTemplate = async (): Promise<string> => {
    const template = await shell.get();
    // A new deployment has other scripts, so cached pages refer to missing ones.
    if (template !== lastTemplate) cache.invalidate();
    lastTemplate = template;
    return template;
  };

  /** Waits for an answer, which other requests may share; null once the request is given up. */
  async function awaited(res: Response, deadlineMs: number, waiters: Waiters, answer: () => Promise<MadePage>) {
    const givenUp = new Promise<null>((resolve) => res.once('close', () => resolve(null)));
    waiters.count += 1;
    try {
      return await within(deadlineMs, Promise.race([answer(), givenUp]));
    } finally {
      waiters.count -= 1;
    }
  }

  /**
   * Sends the cached answer, or makes one, which takes from the read quota. A late answer is still made for later requests, if a request waits for it
   * when rendering begins.
   * @param instead the answer for a request whose own is late or failed
   */
  const send = async (
    req: Request,
    res: Response,
    source: Source,
    { deadlineMs = FILE_DEADLINE_MS, make, instead }: Sending,
  ) => {
    const isBypass = isBypassOpen && req.headers['cache-control'] === 'no-cache';
    const known = isBypass ? null : cache.find(source.key);
    if (known && !(known instanceof Promise)) return reply(req, res, known);
    const retryAfterSeconds =
      known || source.documents === 0 ? 0 : readQuota.take(clientAddress(req, trustedHops), source.documents);
    if (retryAfterSeconds > 0) throw new AppError('too-many', undefined, { retryAfterSeconds });
    const waiters = (known && waitersOf.get(known)) ?? nobody();
    const answer = (): Promise<MadePage> => {
      const begun = known ?? (isBypass ? make(waiters) : cache.make(source.key, null, () => make(waiters)));
      waitersOf.set(begun, waiters);
      return begun;
    };
    const page = await awaited(res, deadlineMs, waiters, answer).catch((error: unknown) => {
      if (!instead) throw error;
      return instead(error, waiters);
    });
    if (page) reply(req, res, page);
  };

  /** Long texts wait for their turn. */
  const rendered = (
    template: string,
    parts: PageParts,
    around: Parameters<typeof fillShell>[2],
    waiters: Waiters,
  ): Promise<string> => {
    const render = () => fillShell(template, parts, around, rendering);
    const isLong = (parts.text?.content.length ?? 0) > LONG_TEXT_CHARS;
    return isLong ? renderings.take(render, () => waiters.count > 0) : render();
  };

  const fill = async (
    req: Request,
    template: string,
    { make, documents, documentsFor }: PageSource,
    waiters: Waiters,
  ): Promise<MadePage> => {
    const [served, around] = await Promise.all([(async () => make())(), surroundings()]);
    if (documentsFor) readQuota.giveBack(clientAddress(req, trustedHops), documents - documentsFor(served));
    if (served.kind === 'moved') return moved(served);
    const { status, parts } = served;
    const isUnknown = status === 404;
    const text = await rendered(template, parts, { ...around, url: req.url, isUnknown }, waiters);
    return made(text, { status, type: 'text/html', cacheControl: status === 200 ? SHARED_CACHE : NOT_STORED });
  };

  /** The plain app, if a page is late or has failed. */
  const unfilled = async (req: Request, template: string, error: unknown, waiters: Waiters): Promise<MadePage> => {
    if (!waiters.isReported) {
      waiters.isReported = true;
      failuresInARow += 1;
      const severity = failuresInARow < FAILURES_OF_AN_OUTAGE && isUnavailable(error) ? 'WARNING' : 'ERROR';
      log(severity, 'page-not-filled', {
        route: String(req.route?.path),
        error: describeError(isUnavailable(error) ? error.options.cause : error),
        ...traceFields(req, projectId),
      });
    }
    const text = dressedPage(template, await nameAndLook());
    return made(text, { status: 200, type: 'text/html', cacheControl: NOT_STORED });
  };

  const html = (sourceOf: (req: Request) => PageSource) => async (req: Request, res: Response) => {
    const template = await currentTemplate();
    const source = sourceOf(req);
    await send(req, res, source, {
      deadlineMs: isConnected ? deadlines.ms : deadlines.firstMs,
      make: async (waiters) => {
        const page = await fill(req, template, source, waiters);
        if (waiters.count > 0) {
          isConnected = true;
          failuresInARow = 0;
        }
        return page;
      },
      instead: (error, waiters) => unfilled(req, template, error, waiters),
    });
  };

  /** An app page without content, the same for all of its addresses. */
  const appShell = async (req: Request, res: Response) => {
    const template = await currentTemplate();
    await send(
      req,
      res,
      { key: 'app shell', documents: 0 },
      {
        async make() {
          const around = await nameAndLook();
          const cacheControl = around ? CHECKED : NOT_STORED;
          return made(dressedPage(template, around), { status: 200, type: 'text/html', cacheControl });
        },
      },
    );
  };

  const file =
    (type: string, cacheControl: string, sourceOf: (req: Request) => FileSource, turns?: Turns) =>
    async (req: Request, res: Response) => {
      const source = sourceOf(req);
      const make = async (): Promise<MadePage> => {
        const file = await source.make();
        if (file !== null && typeof file === 'object' && 'movedTo' in file) {
          return moved({ to: file.movedTo, status: file.status ?? 301 });
        }
        const text = file;
        const read = source.documentsIn?.(text) ?? source.documents;
        readQuota.giveBack(clientAddress(req, trustedHops), source.documents - read);
        if (text === null) return made('Not found', { status: 404, type: 'text/plain', cacheControl: NOT_STORED });
        return made(text, { status: 200, type, cacheControl });
      };
      await send(req, res, source, {
        make: async (waiters) => (turns ? turns.take(make, () => waiters.count > 0) : make()),
      });
    };

  const feed = (format: FeedFormatName, sourceOf: (req: Request) => FileSource) =>
    file(FEED_FORMATS[format].type, SHARED_CACHE, sourceOf, feedTurns);

  const notFound = ({ url }: Request): PageSource => ({
    key: `not found ${url}`,
    documents: 0,
    make: () => pages.notFound(),
  });
  const nowhere = ({ url }: Request): PageSource => ({
    key: `nowhere ${url}`,
    documents: 0,
    make: () => pages.unknown(),
  });
  const noFile: FileSource = { key: 'no file', documents: 0, make: async () => null };

  /**
   * A page in one of our sections. If it does not exist, an imported text may have had this address. Looking it up reads 1 document, or none for a
   * path cached as unknown.
   */
  const orEarlier =
    (sourceOf: (req: Request) => PageSource) =>
    (req: Request): PageSource => {
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
  const otherAddress = html((req) => {
    const { path, method } = req;
    const decoded = method === 'GET' || method === 'HEAD' ? decodedPath(path) : null;
    if (decoded === null || (isReservedPath(decoded) && !isSharedPath(decoded))) return nowhere(req);
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
  async function ownerOf(req: Request, path: string) {
    if (isReservedPath(path) || addresses.isUnknown(path)) return null;
    const address = clientAddress(req, trustedHops);
    const retryAfterSeconds = readQuota.take(address, UNKNOWN_ADDRESS_COST);
    if (retryAfterSeconds > 0) throw new AppError('too-many', undefined, { retryAfterSeconds });
    const found = await within(deadlines.ms, addresses.find(path)).catch(() => null);
    if (found) readQuota.giveBack(address, UNKNOWN_ADDRESS_COST - 1);
    return found;
  }

  /** The product answers at an address in `FALLBACK_ADDRESSES` unless a page or redirect has it. */
  const unlessTaken = (path: string, answer: (req: Request, res: Response) => void | Promise<void>) =>
    app.get(path, async (req, res) => ((await ownerOf(req, path)) ? otherAddress(req, res) : answer(req, res)));

  // Slugs contain no dots.
  app.get(markdownPath('/:slug'), async (req, res) => {
    const path = decodedPath(`/${single(req.params.slug)}`);
    if (path === null || (await ownerOf(req, path))?.kind !== 'page') return otherAddress(req, res);
    const source = { key: `address ${addressId(path)}`, documents: REDIRECT, make: () => pages.address(path, '') };
    return markdown(markdownOf(() => source))(req, res);
  });

  const home = html(() => ({
    key: 'home',
    documents: POST_LIMITS.popular + POST_LIMITS.newest,
    make: () => pages.home(),
  }));
  app.get('/', async (req, res) => {
    const path = oldQueryIn(queryOf(req));
    if (path === null || addresses.isUnknown(path)) return home(req, res);
    const address = clientAddress(req, trustedHops);
    const retryAfterSeconds = readQuota.take(address, UNKNOWN_ADDRESS_COST);
    if (retryAfterSeconds > 0) throw new AppError('too-many', undefined, { retryAfterSeconds });
    const found = await within(deadlines.ms, pages.oldAddress(path)).catch(() => null);
    if (found?.kind !== 'moved') return home(req, res);
    readQuota.giveBack(address, UNKNOWN_ADDRESS_COST - REDIRECT);
    reply(req, res, moved(found));
  });
  app.get(
    '/categories',
    html(() => ({ key: 'categories', documents: CATEGORIES, make: () => pages.categories() })),
  );
  app.get(
    '/posts',
    html((req) => {
      const { query } = req;
      if (query.category === undefined) {
        return { key: 'posts', documents: 1 + FIRST_POSTS + CATEGORIES, make: () => pages.posts(null) };
      }
      const id = readCategoryId(query.category);
      if (id === null) return notFound(req);
      return { key: `posts of ${id}`, documents: LISTED + CATEGORIES, make: () => pages.posts(id) };
    }),
  );
  app.get(
    '/search',
    html(({ query }) => {
      const choice = readSearchChoice((name) => single(query[name]));
      const documents =
        choice.q === '' ? 0 : MAX_READ + POST_LIMITS.search + (choice.tag === undefined ? 0 : NAMED_LIST);
      return { key: `search ${JSON.stringify(searchKey(choice))}`, documents, make: () => pages.search(choice) };
    }),
  );

  /** A page as Markdown. Moved pages redirect to their new Markdown address. */
  const markdown = (sourceOf: (req: Request) => PageSource) => async (req: Request, res: Response) => {
    const source = sourceOf(req);
    const make = async (): Promise<MadePage> => {
      const served = await source.make();
      readQuota.giveBack(
        clientAddress(req, trustedHops),
        source.documents - (source.documentsFor?.(served) ?? source.documents),
      );
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

  /** Serves pages with an id or a slug, also as Markdown. */
  const serveEach = <Id>(
    path: string | string[],
    idOf: (params: Request['params']) => Id | null,
    { kind, make, missing = nowhere, ...source }: EachSource<Id>,
  ) => {
    const sourceOf = (req: Request): PageSource => {
      const id = idOf(req.params);
      if (id === null) return missing(req);
      const slug = single(req.params.slug);
      return { ...source, key: `${kind} ${JSON.stringify([id, slug])}`, make: () => make(id, slug) };
    };
    for (const one of [path].flat()) app.get(markdownPath(one), markdown(orEarlier(markdownOf(sourceOf))));
    app.get(path, html(orEarlier(sourceOf)));
  };
  serveEach(['/categories/:id', '/categories/:id/:slug'], ({ id }) => readCategoryId(id), {
    kind: 'category',
    documents: CATEGORY + LISTED,
    make: pages.category,
  });
  serveEach('/tags/:slug', ({ slug }) => slugIn(slug), {
    kind: 'tag',
    documents: NAMED_LIST + LISTED,
    make: pages.tag,
  });
  serveEach('/series/:slug', ({ slug }) => slugIn(slug), {
    kind: 'series',
    documents: NAMED_LIST + LISTED,
    make: pages.series,
  });
  serveEach(['/posts/:id', '/posts/:id/:slug'], ({ id }) => documentIdIn(id), {
    kind: 'post',
    documents: ARTICLE,
    documentsFor: articleDocuments,
    make: pages.post,
    missing: notFound,
  });
  serveEach(['/authors/:id', '/authors/:id/:slug'], ({ id }) => documentIdIn(id), {
    kind: 'author',
    documents: AUTHOR + LISTED,
    make: pages.author,
  });
  app.get(
    archivePath(),
    html(() => ({ key: 'archive', documents: LISTED, make: () => pages.archive() })),
  );
  const archivedIssue = html((req) => {
    const slug = slugIn(req.params.slug);
    if (slug === null) return nowhere(req);
    return { key: `archived issue ${slug}`, documents: 1, make: () => pages.archivedIssue(slug) };
  });
  app.get('/preview/:token', async (req, res) => {
    const retryAfterSeconds = readQuota.take(clientAddress(req, trustedHops), PREVIEW);
    for (const [name, value] of Object.entries(SECRET_ADDRESS)) res.setHeader(name, value);
    if (retryAfterSeconds > 0) throw new AppError('too-many', undefined, { retryAfterSeconds });
    // Not cached, so that it shows the current post, and nothing after the link has expired.
    const template = await shell.get();
    const waiters = nobody();
    const make = async (): Promise<MadePage> => {
      const preview = pages.preview(single(req.params.token) ?? '');
      const [served, around] = await Promise.all([preview, surroundings()]);
      if (served.kind === 'moved') throw new Error('previews have one address');
      const text = await rendered(
        template,
        served.parts,
        { ...around, url: req.url, isUnknown: served.status === 404 },
        waiters,
      );
      return made(withoutApp(text), { status: served.status, type: 'text/html', cacheControl: NOT_STORED });
    };
    const page = await awaited(res, FILE_DEADLINE_MS, waiters, make);
    if (page) reply(req, res, page);
  });

  const posts = FEED_SIZE + CATEGORIES;
  const serveFeeds = <Id>(
    path: string,
    idOf: (name: string | undefined) => Id | null,
    {
      documents,
      make,
    }: { readonly documents: number; readonly make: (id: Id, format: FeedFormatName) => Promise<MadeFile> },
  ) => {
    for (const format of FORMATS) {
      const sourceOf = ({ params }: Request): FileSource => {
        const id = idOf(single(params.name));
        const key = `${path} ${format} ${JSON.stringify(id)}`;
        return id === null ? noFile : { key, documents, make: () => make(id, format) };
      };
      app.get(`${path}/:name${FEED_FORMATS[format].extension}`, feed(format, sourceOf));
    }
  };
  serveFeeds('/feed/authors', documentIdIn, { documents: AUTHOR + posts, make: feeds.authorFeed });
  serveFeeds('/feed', readCategoryId, { documents: posts, make: feeds.feed });
  serveFeeds('/feed/tags', slugIn, { documents: NAMED_LIST + posts, make: feeds.tagFeed });
  serveFeeds('/feed/series', slugIn, { documents: NAMED_LIST + posts, make: feeds.seriesFeed });
  app.get(
    '/feed/*rest',
    feed('atom', () => noFile),
  );
  for (const format of FORMATS) {
    const source = { key: `feed ${format}`, documents: posts, make: () => feeds.feed(null, format) };
    unlessTaken(
      FEED_FORMATS[format].path,
      feed(format, () => source),
    );
  }
  for (const [path, to] of FEED_REDIRECTS) unlessTaken(path, (req, res) => reply(req, res, moved({ to, status: 301 })));

  app.get(
    '/sitemap.xml',
    file('application/xml', FOR_ROBOTS, () => sitemapSource('sitemap', SITEMAP_DOCUMENTS, feeds.sitemap)),
  );
  app.get(
    '/sitemap/:file',
    file('application/xml', FOR_ROBOTS, ({ params }) => {
      const name = withoutXml(params.file) ?? '';
      return sitemapSource(`sitemap ${name}`, sitemapPartDocuments(name), () => feeds.sitemapPart(name));
    }),
  );
  const llms = [
    { key: '/llms.txt', documents: LLMS_DOCUMENTS, make: feeds.llms, documentsIn: linesOf },
    { key: '/llms-full.txt', documents: posts, make: feeds.llmsFull },
  ];
  for (const source of llms) {
    const path = source.key;
    const answer = file('text/plain', SHARED_CACHE, () => source, feedTurns);
    unlessTaken(path, async (req, res) => {
      setMachineHeaders(res, await site());
      await answer(req, res);
    });
  }
  const serveFile = (name: string, type: string, make: FileSource['make']) =>
    app.get(
      `/${name}`,
      file(type, SHARED_CACHE, () => ({ key: name, documents: 0, make })),
    );
  serveFile('robots.txt', 'text/plain', feeds.robots);
  serveFile('manifest.webmanifest', 'application/manifest+json', async () => webManifest(await site()));
  for (const name of ICON_FILES)
    serveFile(name, ICON_TYPES[name.split('.').at(-1) ?? ''] ?? '', async () => icons.draw(name, await site()));
  app.use((req, res, next) => (isOfApp(req) ? appShell(req, res) : next()));
  app.get(`${archivePath()}/:slug`, archivedIssue);
  app.use(otherAddress);
  app.use((error: unknown, req: Request, res: Response, next: express.NextFunction) => {
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
  });
  return app;
}

/** What identifies a page's content, without its time of creation, which readers would not miss. */
const withoutTime = (content: string | Buffer): string | Buffer =>
  typeof content === 'string' ? content.replace(MADE_AT, '') : content;

const MADE_AT = new RegExp(`${ROOT_ATTRIBUTES.madeAt}="[^"]*"`);

function made(
  content: string | Buffer,
  { status, type, cacheControl }: { status: number; type: string; cacheControl: string },
): MadePage {
  const body = Buffer.from(content);
  const isText = typeof content === 'string';
  const headers = { 'Cache-Control': cacheControl, 'Content-Type': isText ? `${type}; charset=utf-8` : type };
  return {
    status,
    headers,
    etag: status === 200 && cacheControl !== NOT_STORED ? etagOf(withoutTime(content)) : null,
    body,
  };
}

const moved = ({ to, status, passesQuery = false }: Omit<MovedPage, 'kind'>): MadePage => {
  const headers = { 'Cache-Control': NOT_STORED, 'Content-Type': 'text/plain; charset=utf-8', Location: to };
  const words = status === 301 ? 'Moved Permanently' : 'Found';
  return { status, headers, etag: null, body: Buffer.from(`${words}. Redirecting to ${to}`), passesQuery };
};

/** The plain app; without settings, as it was built. */
const dressedPage = (template: string, around: Surroundings | null): string =>
  around ? plainShell(template, around) : template;

/** Whether an address is an app page that has no content before the app starts. */
const isOfApp = ({ method, path }: Request): boolean => (method === 'GET' || method === 'HEAD') && appPaths.has(path);

const appPaths = new Set(APP_PATHS);

const queryOf = ({ url }: Pick<Request, 'url'>): string => url.split('?').slice(1).join('?');

function reply(req: Request, res: Response, { status, headers, etag, body, passesQuery }: MadePage): void {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  if (passesQuery && headers.Location) res.setHeader('Location', withQuery(headers.Location, queryOf(req)));
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

/** "Not found", redirects and pages without content are made for each request. */
export const isCacheable = ({ headers }: MadePage): boolean => headers['Cache-Control'] !== NOT_STORED;

/** A sitemap. Reads at most one document for each address, and none for an unknown file name. */
const sitemapSource = (key: string, documents: number, make: FileSource['make']): FileSource => ({
  key,
  documents,
  make,
  documentsIn: (text) => Math.min(text?.toString().split('<loc>').length ?? 0, documents),
});

/** Articles in a series also read the adjacent ones. */
const articleDocuments = (served: ServedPage): number => {
  const answers = served.kind === 'page' ? served.parts.queries : [];
  return answers.some(({ data }) => (data as Partial<Post>).series) ? ARTICLE : ARTICLE - NEIGHBOURS;
};

const isUnavailable = (error: unknown): error is AppError => error instanceof AppError && error.code === 'unavailable';

const single = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** A slug of a possible length; otherwise null. */
function slugIn(value: unknown): string | null {
  const slug = SlugParams.shape.slug.safeParse(value);
  return slug.success ? slug.data : null;
}

/** A possible document id; otherwise null. */
const documentIdIn = (value: unknown): string | null => DocumentId.safeParse(value).data ?? null;

const withoutXml = (file: unknown): string | undefined => /^(.+)\.xml$/.exec(single(file) ?? '')?.[1];

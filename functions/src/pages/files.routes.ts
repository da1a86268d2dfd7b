import { readCategoryId } from '@inkwell/shared/category-icons';
import type { ShownSettings } from '@inkwell/shared/settings';
import type { Express, Request, Response } from 'express';
import type { Turns } from '../common/turns.ts';
import { SHARED_CACHE } from '../http/reply.ts';
import { contentSignal } from '../settings/content-signal.ts';
import { FEED_FORMATS, type FeedFormatName } from './feed.ts';
import {
  FEED_SIZE,
  type FeedService,
  LLMS_DOCUMENTS,
  SITEMAP_DOCUMENTS,
  sitemapPartDocuments,
} from './feeds.service.ts';
import { DOCUMENTS, documentIdIn, single, slugIn } from './requested.ts';
import {
  type Handler,
  type MadePage,
  made,
  moved,
  NOT_STORED,
  reply,
  type Sender,
  type Source,
} from './sending.routes.ts';
import { ICON_FILES, ICON_TYPES, webManifest } from './site-files.ts';
import type { SiteIcons } from './site-icons.ts';

export interface FileDependencies {
  readonly feeds: FeedService;
  readonly icons: SiteIcons;
  /** Name, look and words of the site. */
  readonly site: () => Promise<ShownSettings>;
}

interface FileServer extends FileDependencies, Pick<Sender, 'send' | 'giveBack'> {
  /** Includes reading their posts: two feeds at once would hold 100 long texts in memory. */
  readonly feedTurns: Turns;
  /** The product answers at an address in `FALLBACK_ADDRESSES` unless a page or redirect has it. */
  readonly unlessTaken: (path: string, answer: Handler) => void;
}

type MadeFile = string | Buffer | { readonly movedTo: string; readonly status?: 302 } | null;

interface FileSource extends Source {
  /** Null means that the address does not exist. */
  readonly make: () => Promise<MadeFile>;
  /** The number of documents actually read, if it varies. */
  readonly documentsIn?: (text: string | Buffer | null) => number;
}

interface EachFeed<Id> {
  readonly documents: number;
  readonly make: (id: Id, format: FeedFormatName) => Promise<MadeFile>;
}

/** How files of a kind are sent. */
interface FileKind {
  readonly type: string;
  readonly cacheControl: string;
  readonly turns?: Turns;
}

const FORMATS = Object.keys(FEED_FORMATS) as FeedFormatName[];

/** The addresses where feed readers look for unannounced feeds. */
const FEED_REDIRECTS = [
  ['/feed', FEED_FORMATS.atom.path],
  ['/atom.xml', FEED_FORMATS.atom.path],
  ['/rss', FEED_FORMATS.rss.path],
] as const;

/** Search engines revisit only daily. */
const FOR_ROBOTS = 'public, max-age=0, s-maxage=3600';

const POSTS = FEED_SIZE + DOCUMENTS.categories;
const NO_FILE: FileSource = { key: 'no file', documents: 0, make: async () => null };

export function mountFeeds(app: Express, server: FileServer): void {
  const { feeds } = server;
  const serve = <Id>(
    path: string,
    idOf: (name: string | undefined) => Id | null,
    { documents, make }: EachFeed<Id>,
  ) => {
    for (const format of FORMATS) {
      const sourceOf = ({ params }: Request): FileSource => {
        const id = idOf(single(params.name));
        const key = `${path} ${format} ${JSON.stringify(id)}`;
        return id === null ? NO_FILE : { key, documents, make: () => make(id, format) };
      };
      app.get(`${path}/:name${FEED_FORMATS[format].extension}`, feed(format, sourceOf, server));
    }
  };
  serve('/feed/authors', documentIdIn, { documents: DOCUMENTS.author + POSTS, make: feeds.authorFeed });
  serve('/feed', readCategoryId, { documents: POSTS, make: feeds.feed });
  serve('/feed/tags', slugIn, { documents: DOCUMENTS.namedList + POSTS, make: feeds.tagFeed });
  serve('/feed/series', slugIn, { documents: DOCUMENTS.namedList + POSTS, make: feeds.seriesFeed });
  app.get(
    '/feed/*rest',
    feed('atom', () => NO_FILE, server),
  );
  for (const format of FORMATS) {
    const source = { key: `feed ${format}`, documents: POSTS, make: () => feeds.feed(null, format) };
    const answer = feed(format, () => source, server);
    server.unlessTaken(FEED_FORMATS[format].path, answer);
  }
  for (const [path, to] of FEED_REDIRECTS)
    server.unlessTaken(path, async (req, res) => reply(req, res, moved({ to, status: 301 })));
}

export function mountSitemaps(app: Express, server: FileServer): void {
  const { feeds } = server;
  const xml = { type: 'application/xml', cacheControl: FOR_ROBOTS };
  app.get(
    '/sitemap.xml',
    file(xml, () => sitemapSource('sitemap', SITEMAP_DOCUMENTS, feeds.sitemap), server),
  );
  app.get(
    '/sitemap/:file',
    file(
      xml,
      ({ params }) => {
        const name = withoutXml(params.file) ?? '';
        return sitemapSource(`sitemap ${name}`, sitemapPartDocuments(name), () => feeds.sitemapPart(name));
      },
      server,
    ),
  );
}

/** Files for programs: `llms.txt`, `robots.txt`, the manifest and the icons. */
export function mountFiles(app: Express, server: FileServer): void {
  const { feeds, icons, site, feedTurns } = server;
  const llms = [
    { key: '/llms.txt', documents: LLMS_DOCUMENTS, make: feeds.llms, documentsIn: linesOf },
    { key: '/llms-full.txt', documents: POSTS, make: feeds.llmsFull },
  ];
  for (const source of llms) {
    const text = { type: 'text/plain', cacheControl: SHARED_CACHE, turns: feedTurns };
    const answer = file(text, () => source, server);
    server.unlessTaken(source.key, async (req, res) => {
      setMachineHeaders(res, await site());
      await answer(req, res);
    });
  }
  const serve = (name: string, type: string, make: FileSource['make']) =>
    app.get(
      `/${name}`,
      file({ type, cacheControl: SHARED_CACHE }, () => ({ key: name, documents: 0, make }), server),
    );
  serve('robots.txt', 'text/plain', feeds.robots);
  serve('manifest.webmanifest', 'application/manifest+json', async () => webManifest(await site()));
  for (const name of ICON_FILES)
    serve(name, ICON_TYPES[name.split('.').at(-1) ?? ''] ?? '', async () => icons.draw(name, await site()));
}

const feed = (format: FeedFormatName, sourceOf: (req: Request) => FileSource, server: FileServer): Handler =>
  file({ type: FEED_FORMATS[format].type, cacheControl: SHARED_CACHE, turns: server.feedTurns }, sourceOf, server);

const file =
  (
    { type, cacheControl, turns }: FileKind,
    sourceOf: (req: Request) => FileSource,
    { send, giveBack }: FileServer,
  ): Handler =>
  async (req, res) => {
    const source = sourceOf(req);
    const make = async (): Promise<MadePage> => {
      const file = await source.make();
      if (file !== null && typeof file === 'object' && 'movedTo' in file)
        return moved({ to: file.movedTo, status: file.status ?? 301 });
      giveBack(req, source.documents - (source.documentsIn?.(file) ?? source.documents));
      if (file === null) return made('Not found', { status: 404, type: 'text/plain', cacheControl: NOT_STORED });
      return made(file, { status: 200, type, cacheControl });
    };
    await send(req, res, source, {
      make: async (waiters) => (turns ? turns.take(make, () => waiters.count > 0) : make()),
    });
  };

/** Each line of a list is a document. */
const linesOf = (text: string | Buffer | null): number => text?.toString().split('\n').length ?? 0;

/** Search engines list the page instead. */
export function setMachineHeaders(res: Response, { robots }: Pick<ShownSettings, 'robots'>): void {
  const signal = contentSignal(robots);
  res.setHeader('X-Robots-Tag', 'noindex');
  if (signal !== null) res.setHeader('Content-Signal', signal);
}

/** A sitemap. Reads at most one document for each address, and none for an unknown file name. */
const sitemapSource = (key: string, documents: number, make: FileSource['make']): FileSource => ({
  key,
  documents,
  make,
  documentsIn: (text) => Math.min(text?.toString().split('<loc>').length ?? 0, documents),
});

const withoutXml = (file: unknown): string | undefined => /^(.+)\.xml$/.exec(single(file) ?? '')?.[1];

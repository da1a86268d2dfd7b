import { AppError } from '@inkwell/shared/errors';
import type { Menu } from '@inkwell/shared/menu';
import type { ShownSettings } from '@inkwell/shared/settings';
import type { Request } from 'express';
import { within } from '../common/deadline.ts';
import { describeError, type Log } from '../common/log.ts';
import { traceFields } from '../common/trace.ts';
import { createTurns } from '../common/turns.ts';
import { SHARED_CACHE } from '../http/reply.ts';
import {
  FILE_DEADLINE_MS,
  type Handler,
  type MadePage,
  made,
  moved,
  NOT_STORED,
  nobody,
  reply,
  type Sender,
  type SenderDependencies,
  type Source,
  type Waiters,
} from './sending.routes.ts';
import type { ServedPage } from './served/served-page.ts';
import {
  fillShell,
  type PageParts,
  plainShell,
  type Rendering,
  type ShellSource,
  type Surroundings,
  withoutApp,
} from './shell.ts';

export interface HtmlDependencies extends Pick<SenderDependencies, 'cache'> {
  readonly shell: ShellSource;
  readonly rendering: Rendering;
  /** The links in header and footer. Rejects until they have been read once. */
  readonly menu: () => Promise<Menu>;
  /** Name, look and words of the site. */
  readonly site: () => Promise<ShownSettings>;
  readonly log: Log;
  readonly projectId: string;
  /** How long the content may take before readers get the plain app. A new instance first connects to Firestore. */
  readonly deadlines: { readonly firstMs: number; readonly ms: number };
}

export interface PageSource extends Source {
  readonly make: () => Promise<ServedPage> | ServedPage;
  /** The number of documents to charge for the result, if it varies. */
  readonly documentsFor?: (served: ServedPage) => number;
}

/** The same for everybody, but revalidated each time, so that nobody sees an earlier look. */
const CHECKED = 'no-cache';

/** One page that waits for Firestore in vain is a warning. This many in a row are an outage. */
const FAILURES_OF_AN_OUTAGE = 3;
/** Pages with longer texts are rendered one after the other: 200,000 characters may take 150 ms. */
const LONG_TEXT_CHARS = 20_000;

const APP_SHELL: Source = { key: 'app shell', documents: 0 };

/** Answers with pages of the app. */
export function createHtml(dependencies: HtmlDependencies, { awaited, giveBack, send }: Sender) {
  const { cache, shell, rendering, menu, site, log, projectId, deadlines } = dependencies;
  let lastTemplate = '';
  let isConnected = false;
  let failuresInARow = 0;
  const renderings = createTurns();

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
    if (documentsFor) giveBack(req, documents - documentsFor(served));
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

  const html =
    (sourceOf: (req: Request) => PageSource): Handler =>
    async (req, res) => {
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
  const appShell: Handler = async (req, res) => {
    const template = await currentTemplate();
    const make = async (): Promise<MadePage> => {
      const around = await nameAndLook();
      const cacheControl = around ? CHECKED : NOT_STORED;
      return made(dressedPage(template, around), { status: 200, type: 'text/html', cacheControl });
    };
    await send(req, res, APP_SHELL, { make });
  };

  /** Not cached, so that it shows the current post, and nothing after the link has expired. */
  const preview =
    (make: (req: Request) => Promise<ServedPage>): Handler =>
    async (req, res) => {
      const template = await shell.get();
      const waiters = nobody();
      const page = await awaited(res, FILE_DEADLINE_MS, waiters, async () => {
        const [served, around] = await Promise.all([make(req), surroundings()]);
        if (served.kind === 'moved') throw new Error('previews have one address');
        const { status, parts } = served;
        const text = await rendered(template, parts, { ...around, url: req.url, isUnknown: status === 404 }, waiters);
        return made(withoutApp(text), { status, type: 'text/html', cacheControl: NOT_STORED });
      });
      if (page) reply(req, res, page);
    };

  return { html, appShell, preview };
}
export type Html = ReturnType<typeof createHtml>;

/** The plain app; without settings, as it was built. */
const dressedPage = (template: string, around: Surroundings | null): string =>
  around ? plainShell(template, around) : template;

const isUnavailable = (error: unknown): error is AppError => error instanceof AppError && error.code === 'unavailable';

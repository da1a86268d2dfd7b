import { lookStyle } from '@inkwell/shared/editions';
import { escapeHtml, jsonForScript } from '@inkwell/shared/escape';
import type { Menu } from '@inkwell/shared/menu';
import { PAGE_STYLES_ID, type PageRenderer, type Preview, ROOT_ATTRIBUTES } from '@inkwell/shared/page-renderer';
import type { Post } from '@inkwell/shared/posts';
import { type ServedAnswer, served, servedQueries } from '@inkwell/shared/served';
import { SERVED_DATA_ID } from '@inkwell/shared/served-keys';
import type { ShownSettings } from '@inkwell/shared/settings';
import { siteOf } from '@inkwell/shared/site';
import { LOOK_STYLE_ID, SITE_DATA_ID } from '@inkwell/shared/site-data';
import type { LogFields } from '../common/log.ts';
import { articleToHtml } from '../html/article-html.ts';
import type { MarkdownPage } from './markdown.ts';
import { iconVersion } from './site-files.ts';

/** The parts that a served page inserts into the app shell. */
export interface PageParts {
  readonly head: string;
  /** The address at which the app renders it; null for the requested one. */
  readonly url: string | null;
  /** The content of a preview link, null for none; absent for all other pages. */
  readonly preview?: Preview | null;
  /** Answers to the first queries, which the app does not request again. */
  readonly queries: readonly ServedAnswer[];
  /** The article or page whose text is shown; absent without one. */
  readonly text?: Pick<Post, 'content' | 'math'>;
  /** The address of the page as Markdown, if it has one. */
  readonly asMarkdown?: () => MarkdownPage;
}

/** The page's tags replace the title, because some chats read only the first 32 kB, and style sheets come after the title. */
const TITLE = /<title>[^<]*<\/title>/;
/** Other tags of the app shell that the page's tags replace. */
const REPLACED = /\s*(?:<meta\s+name="description"[^>]*>|<meta\s+property="og:[^"]*"[^>]*>)/g;

/** Name, words and look of the site, which the app takes over (web/src/lib/site.ts). */
const SITE_DATA = new RegExp(`(<script[^>]* id="${SITE_DATA_ID}"[^>]*>)[^<]*`);
const FEED_TITLES = /(<link rel="alternate" type="application\/[\w+]+" title=")[^"]*/g;
const ICON_LINK = /<link rel="icon"[^>]*>/;
const ICON_FILE = /(href="\/(?:favicon\.svg|icon-192\.png|apple-touch-icon\.png|manifest\.webmanifest))"/g;

/** Gives the built `app.html` the name, words and look from the settings. Unchanged if they equal publication.config.ts. */
function dressed(shell: string, site: ShownSettings): string {
  const style = lookStyle(site);
  const version = iconVersion(site);
  return shell
    .replace(SITE_DATA, (_all, open: string) => `${open}${jsonForScript(siteOf(site))}`)
    .replace(FEED_TITLES, (_all, open: string) => `${open}${escapeHtml(site.name)}`)
    .replace(ICON_LINK, (link) =>
      site.icon === null ? link : '<link rel="icon" href="/icon-192.png" type="image/png">',
    )
    .replace(ICON_FILE, (_all, open: string) => `${open}${version}"`)
    .replace('</head>', () => (style === '' ? '</head>' : `<style id="${LOOK_STYLE_ID}">${style}</style></head>`));
}

/** The surroundings of every page. If there are no links, the app requests them. */
export interface Surroundings {
  /** Name, words and look, as set by admins. */
  readonly site: ShownSettings;
  readonly menu: Menu | null;
}

/** The requested address. */
interface Asked {
  /** The path with its query. */
  readonly url: string;
  /** Whether the page was not found. */
  readonly isUnknown: boolean;
}

/** The app shell for a page of the app that is served without content. */
export function plainShell(shell: string, around: Surroundings): string {
  const { site } = around;
  const head = [
    `<title>${escapeHtml(site.name)}</title>`,
    `<meta name="description" content="${escapeHtml(site.descriptions.long)}">`,
    ...(site.robots.search ? [] : ['<meta name="robots" content="noindex">']),
  ].join('\n    ');
  return inserted(shell, site, { head, answers: answersWith([], around), root: '<div id="root"></div>' });
}

/** The renderer of app pages, and its clock. */
export interface Rendering {
  readonly renderPage: PageRenderer;
  readonly now: () => Date;
}

/** Renders the parts into the built `app.html`, and removes its title and description. */
export async function fillShell(
  shell: string,
  { head, url, queries, text, preview }: PageParts,
  { site, menu, url: asked, isUnknown }: Surroundings & Asked,
  { renderPage, now }: Rendering,
): Promise<string> {
  const answers = answersWith(queries, { menu });
  const madeAt = now().toISOString();
  const rendered = await renderPage({
    url: url ?? asked,
    site: siteOf(site),
    answers,
    madeAt,
    isUnknown,
    ...(text && { text: await articleToHtml(text.content, text) }),
    ...(preview !== undefined && { preview }),
  });
  const { html, build, styles } = rendered;
  // Previews and app-only elements are not hydrated.
  const attributes = html && preview === undefined ? attributesOf({ ...rendered, madeAt, isUnknown }) : '';
  const isOfShell = styles === '' || shell.includes(`content="${build}"`);
  const own = isOfShell ? '' : `<style id="${PAGE_STYLES_ID}">${styles}</style>`;
  // Other builds have other class names. The look of the settings comes after both style sheets.
  return inserted(
    (isOfShell ? withSheetsOf(html, shell) : shell).replace('</head>', () => `${own}</head>`),
    site,
    { head, answers, root: `<div id="root"${attributes}>${html}</div>` },
  );
}

const SHEET = /\s*<style data-href="[^"]*">(.*?)<\/style>/gs;
/** A style sheet with at most this many characters costs less inline than as a request. */
const SMALL_SHEET = 400;
/** The common part of the names in a CSS module (web/vite.config.ts). */
const MODULE = /_[\w-]{6}(?![\w-])/g;

/** A part of the shell: a sheet that a page may leave out, with the classes of its modules, or what every page has. */
interface ShellPart {
  readonly html: string;
  readonly modules: readonly string[] | null;
}

function partsOf(shell: string): ShellPart[] {
  const parts: ShellPart[] = [];
  let end = 0;
  for (const { 0: html, 1: css = '', index } of shell.matchAll(SHEET)) {
    const modules = css.length < SMALL_SHEET ? null : css.match(MODULE);
    parts.push({ html: shell.slice(end, index), modules: null }, { html, modules: modules && [...new Set(modules)] });
    end = index + html.length;
  }
  return [...parts, { html: shell.slice(end), modules: null }];
}

/** The latest shell in parts: reading its styles for each page would cost 0.6 ms. */
let latest: { readonly shell: string; readonly parts: readonly ShellPart[] } | null = null;

/** Leaves out the sheets that style nothing in the markup. The app loads each of them with its chunk (web/src/lib/chunks.ts). */
function withSheetsOf(html: string, shell: string): string {
  if (!html) return shell;
  if (latest?.shell !== shell) latest = { shell, parts: partsOf(shell) };
  const shown = new Set(html.match(MODULE));
  return latest.parts
    .filter(({ modules }) => modules === null || modules.some((name) => shown.has(name)))
    .map((part) => part.html)
    .join('');
}

/** Includes the links of header and footer, unless they have never been read. */
const answersWith = (
  queries: readonly ServedAnswer[],
  { menu }: Pick<Surroundings, 'menu'>,
): readonly ServedAnswer[] => (menu ? [...queries, served(servedQueries.menu, [], menu)] : queries);

interface Inserted {
  readonly head: string;
  readonly answers: readonly ServedAnswer[];
  readonly root: string;
}

function inserted(shell: string, site: ShownSettings, { head, answers, root }: Inserted): string {
  const data = `<script type="application/json" id="${SERVED_DATA_ID}">${jsonForScript(answers)}</script>`;
  // Replacer functions, because `$&` in an article would be a replacement pattern.
  return dressed(shell, site)
    .replace(REPLACED, '')
    .replace(TITLE, () => head)
    .replace(/<div id="root"[^>]*>[\s\S]*?<\/div>/, () => root)
    .replace('</body>', () => `${data}</body>`);
}

const attributesOf = ({
  build,
  madeAt,
  parts,
  isUnknown,
}: Record<'build' | 'madeAt' | 'parts', string> & Pick<Asked, 'isUnknown'>): string =>
  [
    '',
    `${ROOT_ATTRIBUTES.build}="${build}"`,
    `${ROOT_ATTRIBUTES.madeAt}="${madeAt}"`,
    `${ROOT_ATTRIBUTES.parts}="${parts}"`,
    ...(isUnknown ? [ROOT_ATTRIBUTES.unknown] : []),
  ].join(' ');

/** The app's scripts, and the notice that it needs scripts. */
const APP =
  /\s*(?:<script type="module"[^>]*><\/script>|<meta name="[\w-]+-script"[^>]*>|<noscript>[\s\S]*?<\/noscript>)/g;

/** A page without the app, for secret addresses. */
export const withoutApp = (page: string): string => page.replace(APP, '');

/** Reads the app shell from Hosting, so that pages refer to the scripts of the current deployment. */
export interface ShellSource {
  /** @throws Error if the app shell has never been read */
  get(): Promise<string>;
}

interface ShellSourceOptions {
  readonly url: string;
  readonly fetch: typeof globalThis.fetch;
  readonly now: () => number;
  readonly log: (event: string, details?: LogFields) => void;
  /** How long a request may take. */
  readonly timeoutMs?: number;
}

/** The app shell is not read again within this time, so a new deployment takes effect soon after. */
const FRESH_MS = 15_000;
/** An older app shell is used only if reading fails, because its scripts may no longer exist. */
const STALE_MS = 60_000;
const TIMEOUT_MS = 3_000;
/** A development server builds the app shell on request, on a machine that may be busy. */
export const LOCAL_SHELL_TIMEOUT_MS = 30_000;

/** Caches the last app shell. Parallel callers share one request; a failed request keeps the cached one. */
export function createShellSource({ url, fetch, now, log, timeoutMs = TIMEOUT_MS }: ShellSourceOptions): ShellSource {
  let kept: { html: string; atMs: number } | null = null;
  let running: Promise<string> | null = null;

  const read = async (): Promise<string> => {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) throw new Error(`The shell answered ${response.status}`);
    const html = await response.text();
    kept = { html, atMs: now() };
    return html;
  };

  return {
    async get() {
      if (kept && now() - kept.atMs < FRESH_MS) return kept.html;
      running ??= read().finally(() => {
        running = null;
      });
      const stale = kept;
      if (!stale) return running;
      const refreshed = running.catch((error: unknown) => {
        log('shell-not-refreshed', { error: String(error) });
        return stale.html;
      });
      return now() - stale.atMs < STALE_MS ? stale.html : refreshed;
    },
  };
}

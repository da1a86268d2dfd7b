import type { ServedAnswer } from '@inkwell/shared/served';
import { SERVED_DATA_ID } from '@inkwell/shared/served-keys';
import type { LogFields } from '../common/log.ts';
import { jsonForScript } from '../html/escape.ts';

/** The parts that a served page puts into the app's shell. */
export interface PageParts {
  /** Tags for `<head>`. */
  readonly head: string;
  /** What readers see before the app has started. */
  readonly body: string;
  /** Answers of the first queries, which the app takes over without asking again. */
  readonly queries: readonly ServedAnswer[];
}

/** The page's own tags stand where the shell has its title: some chats read no further than the first 32 kB, styles are below. */
const TITLE = /<title>[^<]*<\/title>/;
/** Further tags of the plain shell that a served page replaces by its own. */
const REPLACED = /\s*(?:<meta\s+name="description"[^>]*>|<meta\s+property="og:[^"]*"[^>]*>)/g;

/** Puts the parts into the built `app.html`. Its own title and description give way. */
export function fillShell(shell: string, { head, body, queries }: PageParts): string {
  const data = `<script type="application/json" id="${SERVED_DATA_ID}">${jsonForScript(queries)}</script>`;
  // Replacer functions, because `$&` in an article must not be read as a pattern.
  return shell
    .replace(REPLACED, '')
    .replace(TITLE, () => head)
    .replace(
      /(<div id="root"[^>]*>)[\s\S]*?(<\/div>)/,
      (_match, open: string, close: string) => `${open}${body}${close}`,
    )
    .replace('</body>', () => `${data}</body>`);
}

/** What starts the app in the built shell, and what tells that it is needed. */
const APP =
  /\s*(?:<script type="module"[^>]*><\/script>|<meta name="[\w-]+-script"[^>]*>|<noscript>[\s\S]*?<\/noscript>)/g;

/** The shell in its look alone: a page in it runs nothing of the app, so nothing learns its address and nothing of the reader is in it. */
export const withoutApp = (shell: string): string => shell.replace(APP, '');

/** Reads the shell that Hosting serves, so that a page never names scripts of another deployment. */
export interface ShellSource {
  /** @throws Error when no shell could ever be read. */
  get(): Promise<string>;
}

interface ShellSourceOptions {
  readonly url: string;
  readonly fetch: typeof globalThis.fetch;
  readonly now: () => number;
  readonly log: (event: string, details?: LogFields) => void;
}

/** How long one reading serves without a question; a new deployment is picked up soon after this time. */
const FRESH_MS = 15_000;
/** Older ones serve only when no newer can be had: their scripts may be gone, their styles refused. */
const STALE_MS = 60_000;
const TIMEOUT_MS = 3_000;

/** Keeps the last shell and asks again once it is old; parallel readers share one request, a failure keeps the old one. */
export function createShellSource({ url, fetch, now, log }: ShellSourceOptions): ShellSource {
  let kept: { html: string; atMs: number } | null = null;
  let running: Promise<string> | null = null;

  const read = async (): Promise<string> => {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
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

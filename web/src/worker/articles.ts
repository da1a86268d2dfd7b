import { SERVED_DATA_ID } from '@inkwell/shared/served-keys';
import { ARTICLES } from './names.ts';

/** Number of recently opened articles that can be read offline. */
export const KEPT_ARTICLES = 20;
/** Longer articles are not stored. */
const LONGEST_BYTES = 1_000_000;

/** The article's id in the address of its page or call; null for other addresses. */
export const articleIdOf = (path: string): string | null =>
  /^\/posts\/([^/]+)(?:\/[^/]*)?$/.exec(path)?.[1] ?? /^\/api\/posts\/([^/]+)$/.exec(path)?.[1] ?? null;

const pageKey = (id: string) => `/posts/${id}`;
const answerKey = (id: string) => `/api/posts/${id}`;

/** A visitor's answer for an article. */
interface Visit {
  readonly id: string;
  readonly response: Response;
  /** `session()` at the time of the request. */
  readonly session: number;
}

export interface Articles {
  /** Changes with `clear`, after which answers to earlier requests are not stored. */
  session(): number;
  /** Stores the page of an article, if it contains the article. */
  keepPage(visit: Visit): Promise<void>;
  /** Stores the answer to the call of an article, but not answers of other calls or unpublished posts. */
  keepAnswer(visit: Visit): Promise<void>;
  page(id: string): Promise<Response | undefined>;
  /** The answer to the call, stored separately or in the page. */
  answer(id: string): Promise<Response | undefined>;
  drop(id: string): Promise<void>;
  /** Deletes all articles, and drops the ones that are being loaded. */
  clear(): Promise<void>;
}

/** The recently opened articles, oldest first, in one cache. */
export function createArticles(caches: CacheStorage): Articles {
  let current = 0;

  async function keep(key: string, body: string, { id, response, session }: Visit): Promise<void> {
    if (body.length > LONGEST_BYTES) return;
    const cache = await caches.open(ARTICLES);
    if (session !== current) return;
    await cache.delete(key);
    await cache.put(key, new Response(body, { headers: plain(response.headers) }));
    const paths = (await cache.keys()).map(({ url }) => new URL(url).pathname).reverse();
    const ids = [...new Set([id, ...paths.map(articleIdOf)])];
    const old = new Set(ids.slice(KEPT_ARTICLES));
    await Promise.all(paths.filter((path) => old.has(articleIdOf(path))).map((path) => cache.delete(path)));
  }

  const find = async (key: string) => (await caches.open(ARTICLES)).match(key, { ignoreVary: true });

  return {
    session: () => current,
    async keepPage(visit) {
      const body = await visit.response.text();
      // If the content did not arrive in time, the page is the plain app shell.
      if (body.includes(`id="${SERVED_DATA_ID}"`)) await keep(pageKey(visit.id), body, visit);
    },
    async keepAnswer(visit) {
      const body = await visit.response.text();
      if (postIn(body, visit.id)) await keep(answerKey(visit.id), body, visit);
    },
    page: (id) => find(pageKey(id)),
    async answer(id) {
      const answer = await find(answerKey(id));
      if (answer) return answer;
      const page = await find(pageKey(id));
      const data = page && answerIn(await page.text(), id);
      return data === undefined ? undefined : Response.json(data);
    },
    async drop(id) {
      const cache = await caches.open(ARTICLES);
      await Promise.all([cache.delete(pageKey(id)), cache.delete(answerKey(id))]);
    },
    async clear() {
      current += 1;
      await caches.delete(ARTICLES);
    },
  };
}

/** Without transfer headers, because the text is stored decoded. */
function plain(headers: Headers): Headers {
  const storedHeaders = new Headers(headers);
  for (const name of ['Content-Encoding', 'Content-Length', 'Transfer-Encoding']) storedHeaders.delete(name);
  return storedHeaders;
}

/**
 * The article in an answer; null for the answers of other calls, such as `/api/posts/popular`, and for unpublished
 * posts.
 */
export function postIn(body: string, id: string): { readonly updatedAt: unknown } | null {
  const post: unknown = JSON.parse(body);
  const isPost = post instanceof Object && 'id' in post && 'isPublished' in post && 'updatedAt' in post;
  return isPost && post.id === id && post.isPublished === true ? post : null;
}

/** The article in the data of its served page. */
function answerIn(html: string, id: string): unknown {
  const text = new RegExp(`<script[^>]* id="${SERVED_DATA_ID}"[^>]*>([^<]*)</script>`).exec(html)?.[1];
  if (text === undefined) return undefined;
  const answers: unknown = JSON.parse(text);
  if (!Array.isArray(answers)) return undefined;
  const key = JSON.stringify(['posts', 'by-id', id]);
  return answers.find((answer) => JSON.stringify(answer?.queryKey) === key)?.data;
}

import { SERVED_DATA_ID } from '@inkwell/shared/served-keys';
import { ARTICLES } from './names.ts';

/** How many of the articles that were opened last can be read without a network. */
export const KEPT_ARTICLES = 20;
/** Longer ones are not kept. */
const LONGEST_BYTES = 1_000_000;

/** The id in the address of an article's page or of its call; null for all other addresses. */
export const articleIdOf = (path: string): string | null =>
  /^\/posts\/([^/]+)(?:\/[^/]*)?$/.exec(path)?.[1] ?? /^\/api\/posts\/([^/]+)$/.exec(path)?.[1] ?? null;

const pageKey = (id: string) => `/posts/${id}`;
const answerKey = (id: string) => `/api/posts/${id}`;

/** What a visitor was answered for an article. */
interface Visit {
  readonly id: string;
  readonly response: Response;
  /** `session()` when it was asked for. */
  readonly session: number;
}

export interface Articles {
  /** Changes when all is forgotten: what was asked for before is not kept any more. */
  session(): number;
  /** Keeps the page of an article; one without an article in it is not kept. */
  keepPage(visit: Visit): Promise<void>;
  /** Keeps the answer to the call of an article; those of other calls, and drafts, are not kept. */
  keepAnswer(visit: Visit): Promise<void>;
  page(id: string): Promise<Response | undefined>;
  /** The answer to the call, be it kept by itself or in the page. */
  answer(id: string): Promise<Response | undefined>;
  drop(id: string): Promise<void>;
  /** Forgets all, and what is on its way. */
  clear(): Promise<void>;
}

/** The articles that were opened last, oldest first, in one cache. */
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
      // Where content could not be had in time the page is the plain app.
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

/** Without those that tell how the answer was sent: what is kept is the text. */
function plain(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of ['Content-Encoding', 'Content-Length', 'Transfer-Encoding']) kept.delete(name);
  return kept;
}

/** The article of an answer; null for the answers of other calls, such as `/api/posts/popular`, and for drafts. */
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

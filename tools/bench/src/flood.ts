/**
 * Spam of many accounts, taken away with one act for each, and looked for in every byte that the public gets, on the running local
 * stack: `npm run flood --workspace tools/bench -- --accounts 20 --comments 30`. Fails where anything of it is left after a minute.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { APP, api, newPeople, openSocket, seeded } from './running-stack.ts';

const { values } = parseArgs({
  options: { accounts: { type: 'string', default: '20' }, comments: { type: 'string', default: '30' } },
});
const accounts = Number(values.accounts);
const commentsOfOne = Number(values.comments);

const POSTS = 5;
/** Acts and gone: the promise. */
const LIMIT_MS = 60_000;
/** Figures of staff are made once a minute. */
const FIGURES_MS = 65_000;
const LOOK_EVERY_MS = 500;
/** A word that stands nowhere else, in the texts and in the names of their writers. */
const WORD = `flood${Date.now().toString(36)}`;

interface Post {
  readonly id: string;
  readonly commentsCount: number;
}

/** Everything that a reader can be sent, read to the last page. @returns addresses whose bytes hold the word, and how many bytes there were */
async function look(posts: readonly Post[], victim: { readonly token: string }) {
  const found: string[] = [];
  let bytes = 0;
  const read = async (path: string, token?: string): Promise<Response> => {
    const answer = await fetch(`${APP}${path}`, { headers: token ? { Authorization: `Bearer ${token}` } : {} });
    const text = await answer.clone().text();
    bytes += text.length;
    if (text.includes(WORD)) found.push(path);
    return answer;
  };
  const all = async (first: string, token?: string): Promise<{ id: string; answersCount?: number }[]> => {
    const items: { id: string; answersCount?: number }[] = [];
    for (let path: string | undefined = first; path; ) {
      const answer: Response = await read(path, token);
      items.push(...((await answer.json()) as typeof items));
      path = /<([^>]+)>;\s*rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]?.replace(/^https?:\/\/[^/]+/, '');
    }
    return items;
  };
  for (const { id } of posts) {
    for (const token of [undefined, victim.token]) {
      const threads = await all(`/api/posts/${id}/comments?limit=100`, token);
      for (const thread of threads) {
        if ((thread.answersCount ?? 0) > 3) await all(`/api/comments/${thread.id}/answers?limit=100`, token);
      }
    }
    await Promise.all([read(`/api/posts/${id}`), read(`/posts/${id}`), read(`/api/posts/${id}/similar`)]);
  }
  const public_ = [
    '/',
    '/posts',
    '/categories',
    '/feed.xml',
    '/sitemap.xml',
    '/api/posts?limit=100',
    '/api/posts/popular',
  ];
  await Promise.all([...public_.map((path) => read(path)), read('/api/notifications', victim.token)]);
  return { found, bytes };
}

const [admin, posts] = await Promise.all([seeded('admin'), api<Post[]>('GET', `/api/posts?limit=${POSTS}`)]);
const spammers = await newPeople(Array.from({ length: accounts }, (_, n) => `${WORD} ${n}`));
const [victim] = await newPeople(['Victim']);
if (!victim) throw new Error('there is nobody to be told');
const own = await Promise.all(
  posts.map(({ id }) => api<{ id: string }>('POST', `/api/posts/${id}/comments`, victim, { content: 'A question' })),
);
const countsBefore = await Promise.all(
  posts.map(async ({ id }) => (await api<Post>('GET', `/api/posts/${id}`, admin)).commentsCount),
);
let pushes = 0;
let latePushes = 0;
let isOver = false;
const socket = await openSocket(victim, (text) => {
  if (!text.includes(WORD)) return;
  pushes += 1;
  if (isOver) latePushes += 1;
});

const startedMs = performance.now();
await Promise.all(
  spammers.map(async (spammer, s) => {
    for (let n = 0; n < commentsOfOne; n += 1) {
      const at = (s + n) % posts.length;
      const parentId = n % 2 === 0 ? own[at]?.id : null;
      await api('POST', `/api/posts/${posts[at]?.id}/comments`, spammer, { content: `${WORD} text ${n}`, parentId });
    }
  }),
);
const writtenMs = performance.now() - startedMs;
const during = await look(posts, victim);

const actsMs = performance.now();
for (const { id } of spammers) await api('POST', `/api/admin/users/${id}/block`, admin, { hideComments: true });
const actedMs = performance.now() - actsMs;
// A push that was on its way is not a new one.
await sleep(1_000);
isOver = true;

let last = await look(posts, victim);
while (last.found.length > 0 && performance.now() - actsMs < LIMIT_MS) {
  await sleep(LOOK_EVERY_MS);
  last = await look(posts, victim);
}
const goneMs = performance.now() - actsMs;
const countsAfter = await Promise.all(
  posts.map(async ({ id }) => (await api<Post>('GET', `/api/posts/${id}`)).commentsCount),
);
const areCountsBack = countsAfter.every((count, index) => count === countsBefore[index]);

let figures = WORD;
while (figures.includes(WORD) && performance.now() - actsMs < FIGURES_MS + actedMs) {
  figures = JSON.stringify(await api('GET', '/api/admin/analytics', admin));
  if (figures.includes(WORD)) await sleep(LOOK_EVERY_MS);
}
const figuresMs = performance.now() - actsMs;
await sleep(1_000);
socket.terminate();

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
console.log(
  `written            ${accounts * commentsOfOne} comments of ${accounts} accounts in ${seconds(writtenMs)}, ${pushes} pushes`,
);
console.log(`found before       in ${during.found.length} answers`);
console.log(`acts               ${accounts} in ${seconds(actedMs)}`);
console.log(
  `gone               after ${seconds(goneMs)}${last.found.length > 0 ? `, NOT from ${last.found.join(', ')}` : ''}`,
);
console.log(`looked through     ${(last.bytes / 1e6).toFixed(1)} MB each time`);
console.log(`counts             ${areCountsBack ? 'as before' : `NOT as before: ${countsBefore} and ${countsAfter}`}`);
console.log(`pushes after       ${latePushes}`);
console.log(`figures of staff   ${figures.includes(WORD) ? 'NOT clean' : `clean after ${seconds(figuresMs)}`}`);
const isKept =
  last.found.length === 0 && goneMs < LIMIT_MS && areCountsBack && latePushes === 0 && !figures.includes(WORD);
process.exitCode = isKept && during.found.length > 0 ? 0 : 1;

/**
 * What staff find among thousands of posts and accounts: writes them into the stack that runs, asks every filter, order and search through
 * HTTP, follows each list to its end, and compares it with what was written:
 * `npm run desk --workspace tools/bench -- 10000`, posts and as many accounts.
 */
import { createRandom } from '@inkwell/functions/src/testing/random.ts';
import { STAFF_LIST_LIMITS } from '@inkwell/shared/staff-lists';
import { type DeskPost, type DeskUser, writeDesk } from './desk-data.ts';
import { APP, type Person, percentile, seeded, withFirestore } from './running-stack.ts';

const PAGE = 100;
/** Reads beside a page: who asks, counts of an index, and the look whether there are more. */
const ASIDE = 16;
/** The names of authors, whom an instance of the server remembers for a while. */
const AUTHORS_READ = 41;

interface Asked {
  readonly ids: readonly string[];
  readonly totals: ReadonlySet<string | null>;
  readonly reads: readonly number[];
  readonly ms: readonly number[];
}

async function walk(path: string, by: Person): Promise<Asked> {
  const ids: string[] = [];
  const totals = new Set<string | null>();
  const reads: number[] = [];
  const ms: number[] = [];
  for (let url: string | null = `${APP}${path}`; url; ) {
    const startedMs = performance.now();
    const answer: Response = await fetch(url, { headers: { Authorization: `Bearer ${by.token}` } });
    const items = (await answer.json()) as { id: string }[];
    ms.push(performance.now() - startedMs);
    if (!answer.ok) throw new Error(`${path} was refused: ${answer.status} ${JSON.stringify(items)}`);
    ids.push(...items.map(({ id }) => id));
    totals.add(answer.headers.get('x-total-count'));
    reads.push(Number(answer.headers.get('x-firestore-reads')));
    const next: string | undefined = answer.headers.get('link')?.match(/<([^>]+)>; rel="next"/)?.[1];
    url = next ? new URL(next, APP).href : null;
  }
  return { ids, totals, reads, ms };
}

type Choice = Readonly<Record<string, string>>;

/** Words of a text whose beginning is looked for; the texts that are written are plain lower-case words. */
const wordsOf = (text: string): string[] => text.split(/[\s@.-]+/).filter((word) => word !== '');
const begins = (text: string, q: string): boolean =>
  wordsOf(q).every((wanted) => wordsOf(text).some((word) => word.startsWith(wanted)));

const falling = (one: number | string, other: number | string): number => (one < other ? 1 : Number(one > other) * -1);

function expectedPosts(posts: readonly DeskPost[], choice: Choice): string[] {
  const { q, status, categoryId, authorId, sort } = choice;
  const by = { views: 'views', comments: 'commentsCount' }[sort ?? ''] as 'views' | 'commentsCount' | undefined;
  return posts
    .filter((post) => !q || begins(post.title, q))
    .filter((post) => !status || post.status === status)
    .filter((post) => !categoryId || post.categoryId === Number(categoryId))
    .filter((post) => !authorId || post.authorId === authorId)
    .sort((a, b) => falling(a[by ?? 'createdAtMs'], b[by ?? 'createdAtMs']) || falling(a.id, b.id))
    .map(({ id }) => id);
}

function expectedUsers(users: readonly DeskUser[], choice: Choice): string[] {
  const { q, role, blocked, online, sort } = choice;
  return users
    .filter((user) => !q || begins(`${user.displayName} ${user.email}`, q))
    .filter((user) => !role || user.role === role)
    .filter((user) => !blocked || String(user.isBlocked) === blocked)
    .filter((user) => !online || String(user.isOnline) === online)
    .sort((a, b) => {
      if (sort === 'name') return falling(b.displayName, a.displayName) || falling(b.id, a.id);
      if (sort === 'lastSeen') return falling(a.lastSeenAtMs ?? 0, b.lastSeenAtMs ?? 0) || falling(a.id, b.id);
      return falling(a.createdAtMs, b.createdAtMs) || falling(a.id, b.id);
    })
    .map(({ id }) => id);
}

const count = Number(process.argv[2] ?? 10_000);
const { posts, users, words } = await withFirestore((db) => writeDesk(db, count, createRandom(count)));
const admin = await seeded('admin');
const faults: string[] = [];

/** Asks, compares, and says what it cost. Rows of the seed are left out of the comparison. */
async function look(path: string, choice: Choice, expected: readonly string[]): Promise<void> {
  const asked = await walk(`${path}?${new URLSearchParams({ ...choice, limit: String(PAGE) })}`, admin);
  const own = asked.ids.filter((id) => id.startsWith('desk-'));
  const most = Math.max(...asked.reads);
  const name = `${path}?${new URLSearchParams(choice)}`;
  const right = own.length === expected.length && own.every((id, index) => id === expected[index]);
  const bound =
    (choice.online === 'true'
      ? STAFF_LIST_LIMITS.online
      : choice.q || choice.online
        ? STAFF_LIST_LIMITS.scanned
        : PAGE) +
    ASIDE +
    AUTHORS_READ;
  if (!right) faults.push(`${name}: ${own.length} rows instead of ${expected.length}, or in another order`);
  if (most > bound) faults.push(`${name}: ${most} documents for a page, more than ${bound}`);
  const sorted = [...asked.ms].sort((a, b) => a - b);
  console.log(
    `${name.padEnd(72)} ${String(own.length).padStart(6)} rows, ${String(asked.reads.length).padStart(4)} pages, ` +
      `first ${String(asked.reads[0]).padStart(3)}, most ${String(most).padStart(3)} documents, ` +
      `first ${asked.ms[0]?.toFixed(0).padStart(4)} ms, p95 ${percentile(sorted, 0.95).toFixed(0).padStart(4)} ms, ` +
      `total ${[...asked.totals].join('/')}${right ? '' : '   WRONG'}`,
  );
}

const { rare, usual, pair } = words;
const [status, categoryId, authorId] = ['scheduled', '3', 'desk-user-7'];
const postChoices: Choice[] = [
  ...[{}, { sort: 'views' }, { sort: 'comments' }, { status }, { status: 'draft', sort: 'views' }, { categoryId }],
  ...[{ authorId }, { authorId, sort: 'comments' }, { status: 'published', categoryId, authorId, sort: 'views' }],
  ...[
    { status: 'draft', categoryId },
    { categoryId, authorId, sort: 'created' },
  ],
  ...[{ q: rare }, { q: usual }, { q: usual.slice(0, 1) }, { q: usual, status }, { q: usual, categoryId, authorId }],
  ...[{ q: pair }, { q: `${usual} ${rare}` }, { q: 'nothinghasthis' }],
];
const userChoices: Choice[] = [
  ...[{}, { sort: 'name' }, { sort: 'lastSeen' }, { role: 'moderator' }, { role: 'user', sort: 'name' }],
  ...[{ blocked: 'true' }, { blocked: 'true', sort: 'lastSeen' }, { blocked: 'false', role: 'user', sort: 'name' }],
  ...[
    { online: 'true', sort: 'lastSeen' },
    { online: 'true', role: 'moderator' },
    { online: 'true', role: 'moderator', sort: 'name' },
  ],
  ...[
    { online: 'false', role: 'moderator' },
    { online: 'false', blocked: 'true', sort: 'name' },
  ],
  ...[{ q: rare }, { q: usual }, { q: usual, role: 'user' }, { q: usual, blocked: 'true', online: 'false' }],
  ...[{ q: 'user7@' }, { q: pair }],
];
for (const choice of postChoices) await look('/api/admin/posts', choice, expectedPosts(posts, choice));
for (const choice of userChoices) await look('/api/admin/users', choice, expectedUsers(users, choice));
console.log(faults.length === 0 ? 'every list is whole, in its order and within its bound' : faults.join('\n'));
process.exitCode = faults.length === 0 ? 0 : 1;

import { randomUUID } from 'node:crypto';
import { api as contract } from '@inkwell/shared/api';
import type { EndpointDefinition } from '@inkwell/shared/endpoint';
import { type DocumentData, type QueryDocumentSnapshot, Timestamp } from 'firebase-admin/firestore';
import { beforeAll, describe, expect, it } from 'vitest';
import { send, type TestAnswer } from '../testing/api.ts';
import { CALLS, labelOf } from '../testing/calls.ts';
import { seedPost } from '../testing/posts.ts';
import { clock, db, resetFirestore } from '../testing/server.ts';
import { signIn, type TestUser } from '../testing/users.ts';

/*
 * Permissions for posts: every right, every call about one post, every state, own posts and those of others, through HTTP. The calls come
 * from the contract, so a new one fails until it has an entry. `functions/src/moderation/matrix.test.ts` does the same for comments.
 */

const RIGHTS = ['visitor', 'user', 'contributor', 'author', 'moderator', 'admin'] as const;
type Right = (typeof RIGHTS)[number];
const STATES = ['draft', 'scheduled', 'published', 'trash'] as const;
type State = (typeof STATES)[number];
const OWNERS = ['own', 'other'] as const;
type Owner = (typeof OWNERS)[number];

/** Statuses in the order of the rights. */
type Row = readonly [number, number, number, number, number, number];
/** Own posts, then those of others, in the order of the states. */
type Table = readonly [own: readonly Row[], other: readonly Row[]];

/** Statuses, separated by spaces. */
const statuses = (text: string): number[] => text.split(' ').map(Number);
const rows = (...texts: string[]): Row[] => texts.map((text) => statuses(text) as unknown as Row);

/**
 * Everybody is refused like in `staff` calls, and writers see no posts of others except published ones.
 * @param own statuses for contributor and author in each state
 */
const guarded = (own: readonly [string, string, string, string], staff: string, others = '404 404 403 404'): Table => {
  const done = statuses(staff);
  return [
    rows(...own.map((both, n) => `401 403 ${both} ${done[n]} ${done[n]}`)),
    rows(...statuses(others).map((status, n) => `401 403 ${status} ${status} ${done[n]} ${done[n]}`)),
  ];
};

const NOBODY = '404 404 404 404 404 404';
/** For public calls: unpublished posts are seen by staff and by their authors who may write. */
const seen = (done: number): Table => {
  const [writers, staff] = [`404 404 ${done} ${done} ${done} ${done}`, `404 404 404 404 ${done} ${done}`];
  const all = `${done} `.repeat(6).trim();
  return [rows(writers, writers, all, NOBODY), rows(staff, staff, all, NOBODY)];
};
const signedIn = ([own, other]: Table): Table =>
  [own, other].map((table) => table.map(([, ...rest]) => [401, ...rest])) as unknown as Table;

const edit = (done: number): Table =>
  guarded([`${done} ${done}`, `403 ${done}`, `403 ${done}`, '404 404'], `${done} ${done} ${done} 404`);

interface Act {
  readonly body?: (post: { readonly authorIds: readonly string[] }) => unknown;
  readonly table: Table;
}

/** Actions that are called several times, with different bodies, have a suffix after a space. */
const ACTS: Readonly<Record<string, Act>> = {
  'GET /api/posts/:id': { table: seen(200) },
  'GET /api/posts/:id/similar': { table: seen(200) },
  'GET /api/posts/:id/comments': { table: seen(200) },
  'GET /api/posts/:id/comments/access': { table: signedIn(seen(200)) },
  'POST /api/posts/:id/comments': { body: () => ({ content: 'Hello' }), table: signedIn(seen(201)) },
  'GET /api/posts/:id/like-status': { table: signedIn(seen(200)) },
  'POST /api/posts/:id/like': { body: () => ({ liked: true }), table: signedIn(seen(200)) },
  'POST /api/posts/:id/view': {
    table: seen(204),
  },
  'PATCH /api/posts/:id text': { body: () => ({ title: 'Another title', excerpt: 'Short' }), table: edit(200) },
  'PATCH /api/posts/:id unchanged': {
    body: ({ authorIds }) => ({ title: 'A harbour at dawn', authorIds, slug: null, isFeatured: false, seriesId: null }),
    table: edit(200),
  },
  'PATCH /api/posts/:id publish': {
    body: () => ({ isPublished: true }),
    table: guarded(['403 200', '403 200', '403 200', '404 404'], '200 200 200 404'),
  },
  'PATCH /api/posts/:id schedule': {
    body: () => ({ publishAt: new Date(clock.now().getTime() + 7_200_000).toISOString() }),
    table: guarded(['403 200', '403 200', '403 409', '404 404'], '200 200 409 404'),
  },
  'PATCH /api/posts/:id featured': {
    body: () => ({ isFeatured: true }),
    table: guarded(['403 403', '403 403', '403 403', '404 404'], '200 200 200 404'),
  },
  'DELETE /api/posts/:id': {
    table: guarded(['204 204', '403 204', '403 204', '204 204'], '204 204 204 204'),
  },
  'POST /api/posts/:id/undelete': {
    table: guarded(['200 200', '403 200', '403 200', '200 200'], '200 200 200 200'),
  },
  'GET /api/posts/:id/trash': {
    table: guarded(['404 404', '404 404', '404 404', '200 200'], '404 404 404 200', '404 404 404 404'),
  },
  'PUT /api/posts/:id/editing': { table: edit(200) },
  'DELETE /api/posts/:id/editing': {
    table: guarded(['204 204', '204 204', '204 204', '204 204'], '204 204 204 204', '204 204 204 204'),
  },
  'GET /api/posts/:id/revisions': {
    table: guarded(['200 200', '200 200', '200 200', '404 404'], '200 200 200 404'),
  },
  'GET /api/posts/:id/revisions/:revisionId': {
    table: guarded(['200 200', '200 200', '200 200', '404 404'], '200 200 200 404'),
  },
  'POST /api/posts/:id/revisions/:revisionId/restore': { table: edit(200) },
  'GET /api/posts/:id/preview': {
    table: guarded(['403 200', '403 200', '403 200', '404 404'], '200 200 200 404'),
  },
  'POST /api/posts/:id/preview': {
    table: guarded(['403 201', '403 201', '403 201', '404 404'], '201 201 201 404'),
  },
  'DELETE /api/posts/:id/preview': {
    table: guarded(['403 204', '403 204', '403 204', '404 404'], '204 204 204 404'),
  },
};

const users = new Map<Right, TestUser | undefined>();
let other: TestUser;
const answers = new Map<string, TestAnswer>();
/** The post id for each cell. */
const ids = new Map<string, string>();
const made = new Map<State, { post: DocumentData; revision: QueryDocumentSnapshot }>();

type Cell = readonly [act: string, owner: Owner, state: State, right: Right];
const cells: readonly Cell[] = Object.keys(ACTS).flatMap((act) =>
  OWNERS.flatMap((owner) => STATES.flatMap((state) => RIGHTS.map((right): Cell => [act, owner, state, right]))),
);
const keyOf = (cell: Cell): string => cell.join(' | ');

/** The statuses for contributor and author of calls that change their own post in review. */
const HELD: Readonly<Record<string, readonly [number, number]>> = {
  'PATCH /api/posts/:id text': [409, 409],
  'PATCH /api/posts/:id unchanged': [409, 409],
  'PATCH /api/posts/:id publish': [403, 409],
  'PATCH /api/posts/:id schedule': [403, 409],
  'PATCH /api/posts/:id featured': [403, 403],
  'DELETE /api/posts/:id': [409, 409],
  'POST /api/posts/:id/undelete': [409, 409],
  'PUT /api/posts/:id/editing': [409, 409],
  'POST /api/posts/:id/revisions/:revisionId/restore': [409, 409],
};

/** A stored post in each state with its only revision. Each cell gets a copy. */
async function makeTemplates() {
  const later = new Date(clock.now().getTime() + 3_600_000).toISOString();
  for (const state of STATES) {
    const fields = { isPublished: state === 'published', ...(state === 'scheduled' && { publishAt: later }) };
    const { id } = await seedPost(fields);
    const [revision] = (await db.collection(`posts/${id}/revisions`).get()).docs;
    const post = (await db.doc(`posts/${id}`).get()).data();
    if (!revision || !post) throw new Error('a post without a revision');
    const trashed = state === 'trash' && { status: 'trash', trashedAt: Timestamp.fromDate(clock.now()) };
    made.set(state, { post: { ...post, ...trashed }, revision });
  }
}

const ownerOf = ([, owner, , right]: Cell): string => (owner === 'own' && users.get(right)?.id) || other.id;

async function ask(cell: Cell, id: string, revisionId: string): Promise<TestAnswer> {
  const [act, , , right] = cell;
  const [method = '', path = ''] = act.split(' ');
  const address = path.replace(':id', id).replace(':revisionId', revisionId);
  return send(method, address, { user: users.get(right), body: ACTS[act]?.body?.({ authorIds: [ownerOf(cell)] }) });
}

beforeAll(async () => {
  await resetFirestore();
  const aged = { ageMs: 2 * 86_400_000 };
  users.set('user', await signIn(aged));
  for (const writing of ['contributor', 'author'] as const) users.set(writing, await signIn({ ...aged, writing }));
  for (const role of ['moderator', 'admin'] as const) users.set(role, await signIn({ role }));
  other = await signIn({ writing: 'author' });
  await makeTemplates();
  const waiting = cells.map((cell) => ({ cell, id: randomUUID() }));
  for (const { cell, id } of waiting) ids.set(keyOf(cell), id);
  for (let at = 0; at < waiting.length; at += 200) {
    const batch = db.batch();
    for (const { cell, id } of waiting.slice(at, at + 200)) {
      const template = made.get(cell[2]);
      if (!template) continue;
      const authorId = ownerOf(cell);
      batch.set(db.doc(`posts/${id}`), { ...template.post, authorId, authorIds: [authorId] });
      const revision = { ...template.revision.data(), authorIds: [authorId] };
      batch.set(db.doc(`posts/${id}/revisions/${template.revision.id}`), revision);
    }
    await batch.commit();
  }
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      answers.set(keyOf(next.cell), await ask(next.cell, next.id, made.get(next.cell[2])?.revision.id ?? ''));
  };
  await Promise.all(Array.from({ length: 8 }, work));
}, 240_000);

it('has an entry for every call about one post', () => {
  const entries = Object.keys(ACTS).map((act) => act.split(' ').slice(0, 2).join(' '));
  // Reviews and notes have their own tests for each right: `functions/src/reviews`, `functions/src/notes`.
  const elsewhere: readonly EndpointDefinition[] = [contract.reviews, contract.notes].flatMap((area) =>
    Object.values(area),
  );
  const about = CALLS.filter((call) => call.path.startsWith('/api/posts/:id') && !elsewhere.includes(call));

  expect(about.map(labelOf).filter((name) => !entries.includes(name))).toEqual([]);
});

describe.each(Object.entries(ACTS))('%s', (act, { table }) => {
  it.each(OWNERS.flatMap((owner) => STATES.map((state) => [owner, state] as const)))('%s, %s', (owner, state) => {
    const row = table[OWNERS.indexOf(owner)]?.[STATES.indexOf(state)];

    const statuses = RIGHTS.map((right) => [right, answers.get(keyOf([act, owner, state, right]))?.status]);

    expect(statuses).toEqual(RIGHTS.map((right, n) => [right, row?.[n]]));
  });
});

describe('a post in review', () => {
  it.each(Object.entries(HELD))('%s is refused to its authors, and nothing is written', async (act, statuses) => {
    const draft = made.get('draft');
    const told: unknown[] = [];
    for (const right of ['contributor', 'author'] as const) {
      const authorId = users.get(right)?.id ?? '';
      const id = randomUUID();
      const post = {
        ...draft?.post,
        authorId,
        authorIds: [authorId],
        inReviewSince: clock.now(),
        submittedBy: authorId,
      };
      await db.doc(`posts/${id}`).set(post);
      const revision = { ...draft?.revision.data(), authorIds: [authorId] };
      await db.doc(`posts/${id}/revisions/${draft?.revision.id}`).set(revision);
      const before = (await db.doc(`posts/${id}`).get()).updateTime;

      const { status } = await ask([act, 'own', 'draft', right], id, draft?.revision.id ?? '');

      told.push([status, (await db.doc(`posts/${id}`).get()).updateTime?.isEqual(before as Timestamp)]);
    }

    expect(told).toEqual(statuses.map((status) => [status, true]));
  });
});

describe('a refused call', () => {
  it('does not change the post', async () => {
    const stored = new Map((await db.collection('posts').get()).docs.map((post) => [post.id, post.data()]));
    const refused = [...ids].filter(([key]) => (answers.get(key)?.status ?? 0) >= 400);
    const kept = ({ title, status, trashedAt, publishAt, isFeatured, updatedAt, lastEditedBy }: DocumentData) => ({
      title,
      status,
      trashedAt,
      publishAt,
      isFeatured,
      updatedAt,
      lastEditedBy,
    });

    const changed = refused.filter(([key, id]) => {
      const state = key.split(' | ')[2] as State;
      const [is, was] = [stored.get(id), made.get(state)?.post].map((post) => post && JSON.stringify(kept(post)));
      return is !== was;
    });

    expect(refused.length).toBeGreaterThan(300);
    expect(changed).toEqual([]);
  });
});

describe('answers to calls about an unpublished post', () => {
  it('reveal nothing to people who may not see it', () => {
    const told = cells.filter((cell) => {
      const [, owner, state, right] = cell;
      const mayKnow = right === 'moderator' || right === 'admin' || state === 'published';
      const isAuthor = owner === 'own' && (right === 'contributor' || right === 'author');
      return !mayKnow && !isAuthor && answers.get(keyOf(cell))?.text.includes('A harbour at dawn');
    });

    expect(told).toEqual([]);
  });
});

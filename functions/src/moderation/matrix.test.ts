import { beforeAll, describe, expect, it } from 'vitest';
import { encodeRemoved, type StoredComment, withoutContent } from '../comments/comments.converter.ts';
import { send } from '../testing/api.ts';
import { aComment, recount, storeComments } from '../testing/comments.ts';
import { seedPost } from '../testing/posts.ts';
import { clock, db, resetFirestore } from '../testing/server.ts';
import { signIn, type TestUser } from '../testing/users.ts';

/* Permissions for comments: every role, every action, every state, through HTTP. */

const ROLES = ['visitor', 'author', 'reader', 'blocked', 'moderator', 'admin'] as const;
type Role = (typeof ROLES)[number];

/** `gone`: recently deleted; `place`: recently deleted, with replies. */
const STATES = ['visible', 'held', 'hidden', 'gone', 'place'] as const;
type State = (typeof STATES)[number];

/** Statuses in the order of the roles. */
type Row = readonly [number, number, number, number, number, number];

const ABSENT: Row = [404, 404, 404, 403, 404, 404];
const ABSENT_SIGNED_IN: Row = [401, 404, 404, 403, 404, 404];
const ABSENT_STAFF: Row = [401, 403, 403, 403, 404, 404];
const OPEN: Row = [200, 200, 200, 403, 200, 200];
const STAFF: Row = [401, 403, 403, 403, 200, 200];
const ANSWERED: Row = [401, 201, 201, 403, 201, 201];
const OWN: Row = [404, 200, 404, 403, 404, 404];

interface Act {
  readonly call: readonly [
    method: string,
    path: (id: string) => string,
    body?: (id: string, postId: string) => unknown,
  ];
  readonly statuses: Readonly<Record<State, Row>>;
}

const of =
  (path = '') =>
  (id: string) =>
    `/api/comments/${id}${path}`;
const staffOf = (id: string) => `/api/admin/comments/${id}`;
/** The same in each state, except in the named ones. */
const inAll = (row: Row, others: Partial<Act['statuses']> = {}): Act['statuses'] => ({
  visible: row,
  held: row,
  hidden: row,
  gone: row,
  place: row,
  ...others,
});
const decided = inAll(STAFF, { gone: ABSENT_STAFF, place: ABSENT_STAFF });

const ACTS: Readonly<Record<string, Act>> = {
  read: { call: ['GET', of()], statuses: { visible: OPEN, held: OWN, hidden: OWN, gone: ABSENT, place: OPEN } },
  answers: {
    call: ['GET', of('/answers')],
    statuses: { visible: OPEN, held: OWN, hidden: OWN, gone: ABSENT, place: OPEN },
  },
  answer: {
    call: ['POST', () => '', (id) => ({ content: 'Hello', parentId: id })],
    statuses: inAll(ABSENT_SIGNED_IN, { visible: ANSWERED, place: ANSWERED }),
  },
  edit: {
    call: ['PATCH', of(), () => ({ content: 'Better' })],
    statuses: inAll(ABSENT_SIGNED_IN, {
      visible: [401, 200, 403, 403, 403, 403],
      held: [401, 200, 404, 403, 404, 404],
      hidden: [401, 403, 404, 403, 404, 404],
    }),
  },
  delete: {
    call: ['DELETE', of()],
    statuses: inAll(ABSENT_SIGNED_IN, {
      visible: [401, 204, 403, 403, 403, 403],
      held: [401, 204, 404, 403, 404, 404],
      hidden: [401, 204, 404, 403, 404, 404],
    }),
  },
  restore: {
    call: ['POST', of('/restore')],
    statuses: inAll([401, 200, 404, 403, 404, 404]),
  },
  report: {
    call: ['POST', of('/report'), () => ({ reason: 'Rude' })],
    statuses: inAll(ABSENT_SIGNED_IN, { visible: [401, 403, 201, 403, 201, 201] }),
  },
  legalReport: {
    call: ['POST', of('/legal-report'), () => ({ reason: 'Illegal', email: 'ada@example.com' })],
    statuses: inAll(ABSENT, { visible: [201, 201, 201, 403, 201, 201] }),
  },
  look: { call: ['GET', staffOf], statuses: decided },
  hide: { call: ['PATCH', staffOf, () => ({ state: 'hidden', reason: 'Rude' })], statuses: decided },
  show: { call: ['PATCH', staffOf, () => ({ state: 'visible' })], statuses: decided },
};

const users = new Map<Role, TestUser | undefined>();
let postId = '';

const idOf = (act: string, state: State, role: Role) => `${act}-${state}-${role}`;

beforeAll(async () => {
  await resetFirestore();
  const aged = { ageMs: 2 * 86_400_000 };
  for (const role of ['author', 'reader'] as const) users.set(role, await signIn(aged));
  users.set('blocked', await signIn({ ...aged, isBlocked: true }));
  users.set('moderator', await signIn({ role: 'moderator' }));
  users.set('admin', await signIn({ role: 'admin' }));
  postId = (await seedPost()).id;

  const authorId = users.get('author')?.id ?? '';
  // In the future, because on a slow machine more than 10 s pass before the last action.
  const at = new Date(clock.now().getTime() + 60_000);
  let count = 0;
  for (const act of Object.keys(ACTS)) {
    const stored: StoredComment[] = [];
    const batch = db.batch();
    for (const state of STATES) {
      for (const role of ROLES) {
        const id = idOf(act, state, role);
        const comment = aComment({ id, postId, authorId, ...(state !== 'gone' && state !== 'place' && { state }) });
        if (state === 'gone' || state === 'place') {
          batch.set(db.doc(`removedComments/${id}`), encodeRemoved({ comment, removedAt: at }));
        }
        if (state === 'place') {
          stored.push({ ...withoutContent(comment), answersCount: 1, hasHadAnswers: true });
          stored.push(aComment({ id: `${id}-answer`, postId, authorId: 'somebody', parentId: id }));
        } else if (state !== 'gone') stored.push(comment);
      }
    }
    await Promise.all([storeComments(stored), batch.commit()]);
    count += stored.filter(({ state }) => state === 'visible').length;
  }
  await db.doc(`posts/${postId}`).update({ commentsCount: count, popularity: 3 * count });
  // In parallel: each changes a different comment, and changes of one post share a transaction.
  await Promise.all(everything.map(async (one) => answers.set(idOf(...one), await ask(...one))));
}, 60_000);

type Asked = [act: string, state: State, role: Role];
const everything = Object.keys(ACTS).flatMap((act) =>
  STATES.flatMap((state) => ROLES.map((role): Asked => [act, state, role])),
);
const answers = new Map<string, Awaited<ReturnType<typeof send>>>();

async function ask(...[act, state, role]: Asked) {
  const [method, path, body] = ACTS[act]?.call ?? [];
  const id = idOf(act, state, role);
  return send(method ?? '', path?.(id) || `/api/posts/${postId}/comments`, {
    user: users.get(role),
    body: body?.(id, postId),
    // Visitors' reports are limited by address.
    headers: { 'x-forwarded-for': `203.0.${STATES.indexOf(state)}.${ROLES.indexOf(role)}` },
  });
}

describe.each(Object.entries(ACTS))('%s', (name, { statuses }) => {
  it.each(STATES)('a comment that is %s', (state) => {
    const told = ROLES.map((role) => {
      const id = idOf(name, state, role);
      const answer = answers.get(id);
      const isTold = answer?.text.includes(`Text of ${id}"`);
      return [role, answer?.status, isTold && (state === 'gone' || state === 'place') && name !== 'restore'];
    });

    expect(told).toEqual(ROLES.map((role, index) => [role, statuses[state][index], false]));
  });
});

it('keeps every counter exact', async () => {
  expect(await recount()).toEqual([]);
});

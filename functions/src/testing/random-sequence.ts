import { randomUUID } from 'node:crypto';
import { AppError } from '@inkwell/shared/errors';
import { isSameValue, WRITTEN_FIELDS } from '@inkwell/shared/post-fields';
import { type Post, PostInput, PostPatch } from '@inkwell/shared/posts';
import { revisionIdOf } from '@inkwell/shared/revisions';
import { createRandom } from '@inkwell/shared/testing/random';
import type { Firestore } from 'firebase-admin/firestore';
import type { Clock } from '../common/clock.ts';
import { createContent } from '../compose/content.ts';
import { thinOutRevisions } from '../revisions/thin-out.ts';

const DAY_MS = 24 * 3_600_000;
const EDITORS = [
  { id: 'ada', role: 'moderator' },
  { id: 'mary', role: 'moderator' },
  { id: 'grace', role: 'moderator' },
] as const;
/** Texts that editors tend to lose or change: line ends, surrogates, combining and invisible characters, syntax. */
const PIECES = [
  'a',
  ' ',
  '\n',
  '\r\n',
  '\t',
  '漢',
  '😀',
  '\ud83d',
  '\ude00',
  'e\u0301',
  '\u0000',
  '\u2028',
  '**',
  '](',
  '\\',
  '"',
  '0',
];

interface Options {
  readonly db: Firestore;
  readonly clock: Clock & { advance(ms: number): void };
  readonly seed: number;
  readonly steps: number;
}

interface Report {
  readonly postId: string;
  /** The number of states that must be stored. */
  readonly checked: number;
  /** States that are missing or different. */
  readonly missing: readonly { readonly id: string; readonly why: string }[];
}

/**
 * For some weeks, three editors of one post save, publish, restore and conflict, while revisions are thinned out. From time to time and at the end,
 * it checks byte for byte that there is a revision of every state of the last two days, of the first state, of each publication, and of the last
 * state of each day of a month.
 */
export async function randomSequence({ db, clock, seed, steps }: Options): Promise<Report> {
  const { posts, revisions, history } = createContent({ db, clock });
  const random = createRandom(seed);
  const upTo = (count: number) => Math.floor(random() * count);
  const text = () => `x${Array.from({ length: upTo(60) }, () => PIECES[upTo(PIECES.length)]).join('')}x`;
  const editor = () => EDITORS[upTo(EDITORS.length)] ?? EDITORS[0];

  const states: Post[] = [];
  const note = (post: Post): void => {
    if (post.updatedAt !== states.at(-1)?.updatedAt) states.push(post);
  };
  const current = (): Post => states.at(-1) as Post;
  const change = (): PostPatch =>
    PostPatch.parse({
      ...(random() < 0.9 && { content: text() }),
      ...(random() < 0.3 && { title: text() }),
      ...(random() < 0.3 && { excerpt: random() < 0.5 ? null : text() }),
      ...(random() < 0.2 && { isPublished: random() < 0.5 }),
    });

  note(await posts.create(editor(), randomUUID(), PostInput.parse({ title: text(), content: text() })));
  const postId = current().id;

  /** Two editors save the same state concurrently; one of them gets a conflict. */
  const meet = async (): Promise<void> => {
    const baseUpdatedAt = current().updatedAt;
    const patches = [change(), change()].map((patch) => ({ ...patch, content: text(), baseUpdatedAt }));
    const results = await Promise.allSettled(
      patches.map((patch) => posts.update(EDITORS[0], postId, PostPatch.parse(patch))),
    );
    for (const result of results) {
      if (result.status === 'fulfilled') note(result.value);
      else if (!(result.reason instanceof AppError && result.reason.code === 'conflict')) throw result.reason;
    }
  };

  const restoreOne = async (): Promise<void> => {
    const page = await revisions.list(EDITORS[0], postId, { limit: 100, after: null });
    const { id } = page.items[upTo(page.items.length)] ?? { id: '' };
    note(await revisions.restore(EDITORS[1], postId, id, { baseUpdatedAt: current().updatedAt }));
  };

  let checked = 0;
  const missing: { id: string; why: string }[] = [];
  const check = async (): Promise<void> => {
    const wanted = statesToKeep(states, clock.now().getTime());
    checked += wanted.length;
    await Promise.all(
      wanted.map(async (post) => {
        const id = revisionIdOf(post.updatedAt);
        const found = await history.find(postId, id);
        const differing = WRITTEN_FIELDS.filter((field) => !isSameValue(shown(found?.[field]), post[field]));
        if (!found) missing.push({ id, why: 'gone' });
        else if (differing.length > 0) missing.push({ id, why: `differs in ${differing.join(', ')}` });
      }),
    );
  };

  for (let step = 0; step < steps; step += 1) {
    const kind = random();
    if (kind < 0.15) await meet();
    else if (kind < 0.3) await restoreOne();
    else note(await posts.update(editor(), postId, change()));
    // Usually hours, sometimes days.
    clock.advance(random() < 0.8 ? upTo(3 * 3_600_000) : upTo(4 * DAY_MS));
    if (random() < 0.3) await thinOutRevisions({ revisions: history, clock });
    if (random() < 0.1) await check();
  }
  await thinOutRevisions({ revisions: history, clock });
  await check();
  return { postId, checked, missing };
}

function statesToKeep(states: readonly Post[], nowMs: number): Post[] {
  return states.filter((post, index) => {
    const atMs = Date.parse(post.updatedAt);
    const next = states[index + 1];
    const ageMs = nowMs - atMs;
    const isLastOfDay = !next || dayOf(next) !== dayOf(post);
    const wasPublished = post.isPublished && states[index - 1]?.isPublished === false;
    return index === 0 || wasPublished || ageMs < 2 * DAY_MS || (isLastOfDay && ageMs < 30 * DAY_MS);
  });
}

const dayOf = ({ updatedAt }: Post): string => updatedAt.slice(0, 10);

/** A stored value as answers show it. */
const shown = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);

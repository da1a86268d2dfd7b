import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@inkwell/shared/errors';
import type { Firestore } from 'firebase-admin/firestore';
import { createContent } from '../compose/content.ts';
import { createPublish } from '../compose/publish.ts';

const MINUTE_MS = 60_000;
const MOST_DELAY_MS = 60;
const ACTOR = { id: 'planner', role: 'moderator' } as const;

interface Options {
  /** An empty database. */
  readonly db: Firestore;
  readonly random: () => number;
  readonly posts: number;
  /** The period of the scheduled posts and of the function's runs. */
  readonly minutes: number;
  readonly startMs: number;
}

/** The results, and all faults as text. */
export interface ScheduleReport {
  readonly published: number;
  readonly cancelled: number;
  /** Changes refused because the function had already published the post. */
  readonly lost: number;
  readonly faults: readonly string[];
}

type Act = 'change' | 'cancel' | 'publish' | 'edit';

/** The last answer about a post: its schedule, and whether it was published by hand. */
interface Expected {
  publishAt: number | null;
  isByHand: boolean;
}

/**
 * Schedules posts at random times and runs the function `publish` every minute of a simulated clock. Three runs in a row are skipped, some runs start
 * three times at once, and some follow a jump of the clock. Meanwhile people change, cancel, edit and publish posts that are due. At the end, the
 * stored posts are compared with the answers to these people.
 */
export async function runRandomSchedules({ db, random, posts, minutes, startMs }: Options): Promise<ScheduleReport> {
  let nowMs = startMs;
  const clock = { now: () => new Date(nowMs) };
  const content = createContent({ db, clock });
  // One instance for each concurrent run, so that only the database synchronizes them.
  const instances = [1, 2, 3].map(() =>
    createPublish({ db, clock, config: { siteUrl: '', isLocal: true }, log: () => undefined }),
  );
  const faults: string[] = [];
  const expected = new Map<string, Expected>();
  let lost = 0;

  const category = await content.categories.create({ id: ACTOR.id, role: 'admin' }, { name: 'Planned' }, null);
  const within = (ms: number) => nowMs + 1_000 + Math.floor(random() * ms);
  for (let n = 0; n < posts; n += 1) {
    const publishAt = within(minutes * MINUTE_MS);
    await content.posts.create(ACTOR, `planned-${n}`, {
      title: `Planned ${n}`,
      content: 'To come.',
      isPublished: false,
      categoryId: category.id,
      publishAt: new Date(publishAt).toISOString(),
    });
    expected.set(`planned-${n}`, { publishAt, isByHand: false });
  }

  /** Resolves to whether the change was made. */
  const attempt = (id: string, patch: Parameters<typeof content.posts.update>[2]): Promise<boolean> =>
    content.posts.update(ACTOR, id, patch).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError && error.code === 'conflict') lost += 1;
        // The chosen time passed when the clock jumped, so the change was refused.
        else if (!(error instanceof AppError && error.code === 'bad-request')) faults.push(`${id}: ${String(error)}`);
        return false;
      },
    );

  const act = async (id: string, known: Expected, kind: Act): Promise<void> => {
    // Before, during or after the run reaches the post.
    await sleep(random() * MOST_DELAY_MS);
    if (kind === 'edit') return void (await attempt(id, { title: `Edited at ${nowMs}` }));
    if (kind === 'publish') {
      if (await attempt(id, { isPublished: true })) known.isByHand = true;
      return;
    }
    const publishAt = kind === 'cancel' ? null : within(minutes * MINUTE_MS);
    const isDone = await attempt(id, { publishAt: publishAt === null ? null : new Date(publishAt).toISOString() });
    if (isDone) known.publishAt = publishAt;
  };

  /** Changes about half of the posts that are due now, concurrently with the function. */
  const acts = (): Promise<unknown>[] =>
    [...expected]
      .filter(
        ([, { publishAt, isByHand }]) => !isByHand && publishAt !== null && Math.abs(publishAt - nowMs) < MINUTE_MS,
      )
      .filter(() => random() < 0.5)
      .map(([id, known]) =>
        act(id, known, (['change', 'cancel', 'publish', 'edit'] as const)[Math.floor(random() * 4)] ?? 'edit'),
      );

  const skippedFrom = Math.floor(minutes / 3);
  for (let minute = 0; minute < minutes + 2; minute += 1) {
    nowMs += MINUTE_MS;
    if (minute >= skippedFrom && minute < skippedFrom + 3) continue;
    const jump = random();
    if (jump < 0.1) nowMs += 5 * MINUTE_MS;
    else if (jump < 0.2) nowMs -= 3 * MINUTE_MS;
    const runs = random() < 0.5 ? instances : instances.slice(0, 1);
    await Promise.all([...runs.map((run) => run()), ...acts()]);
  }
  // Posts may be scheduled after the last minute.
  nowMs += 3 * minutes * MINUTE_MS;
  await Promise.all(instances.map((run) => run()));

  faults.push(...(await faultsOf(db, expected, category.id)));
  const all = [...expected.values()];
  const cancelled = all.filter(({ publishAt, isByHand }) => publishAt === null && !isByHand).length;
  return { published: all.length - cancelled, cancelled, lost, faults };
}

async function faultsOf(db: Firestore, expected: ReadonlyMap<string, Expected>, categoryId: number): Promise<string[]> {
  const [found, index, audit, revisions, totals, category] = await Promise.all([
    db.collection('posts').get(),
    db.collection('searchIndex').get(),
    db.collection('audit').where('action', '==', 'post.publish').get(),
    db.collectionGroup('revisions').get(),
    db.doc('counters/posts').get(),
    db.doc(`categories/${categoryId}`).get(),
  ]);
  const times = (ids: readonly string[]) => (id: string) => ids.filter((one) => one === id).length;
  const byScheduler = audit.docs.filter((entry) => entry.get('actorId') === 'scheduler');
  const runsOf = times(byScheduler.map((entry) => String(entry.get('target')).slice('posts/'.length)));
  const publishings = revisions.docs.filter((revision) => revision.get('reason') === 'publish');
  const publishingsOf = times(publishings.map((revision) => String(revision.get('postId'))));
  const indexed = new Set(index.docs.map(({ id }) => id));

  const ofPosts = found.docs.flatMap((post) => {
    const { id } = post;
    const known = expected.get(id);
    if (!known) return [`${id} is nobody's`];
    const isDue = known.isByHand || known.publishAt !== null;
    const data = post.data();
    const publishedAt: number | null = data.publishedAt?.toMillis() ?? null;
    const claims: [boolean, string][] = [
      [data.isPublished === isDue, `is published: ${data.isPublished}, and ${isDue} was said`],
      [data.status === (isDue ? 'published' : 'draft'), `has the status ${data.status}`],
      [data.publishAt === null && data.scheduledBy === null, 'is scheduled still'],
      [publishingsOf(id) === Number(isDue), `was published ${publishingsOf(id)} times`],
      // Publishing by hand after the scheduler succeeds without a change.
      [known.isByHand ? runsOf(id) <= 1 : runsOf(id) === Number(isDue), `is noted as published ${runsOf(id)} times`],
      [indexed.has(id) === isDue, `is found: ${indexed.has(id)}`],
      [
        known.isByHand || known.publishAt === null || (publishedAt !== null && publishedAt >= known.publishAt),
        `was published at ${publishedAt}, before ${known.publishAt}`,
      ],
    ];
    return claims.filter(([isTrue]) => !isTrue).map(([, text]) => `${id} ${text}`);
  });
  const published = found.docs.filter((post) => post.get('isPublished')).length;
  const counted = [totals.get('published'), category.get('postCount')];
  return [
    ...ofPosts,
    ...counted.filter((count) => count !== published).map((count) => `${count} are counted of ${published}`),
  ];
}

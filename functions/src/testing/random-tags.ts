import { AppError } from '@inkwell/shared/errors';
import { createRandom } from '@inkwell/shared/testing/random';
import type { Firestore } from 'firebase-admin/firestore';
import type { Clock } from '../common/clock.ts';
import { newId } from '../common/ids.ts';
import { createContent } from '../compose/content.ts';
import { createJobs } from '../compose/jobs.ts';

interface Options {
  readonly db: Firestore;
  readonly clock: Clock;
  readonly seed: number;
  readonly acts: number;
}

const STAFF = { id: 'editor', role: 'admin' } as const;
const NAMES = ['Tea', 'Coffee', 'Water', 'Milk', 'Juice', 'Beer', 'Wine', 'Salt', 'Oil', '#later'];
const PARALLEL = 4;

/**
 * Two instances create posts with tags, change their tags, publish, unpublish, trash and restore them, and rename, merge and delete tags, several at
 * once; then jobs that were not begun are done. @returns how often each act was done. @throws any error that is not a refusal
 */
export async function tagAtRandom({ db, clock, seed, acts }: Options): Promise<Readonly<Record<string, number>>> {
  const random = createRandom(seed);
  const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const { runner } = createJobs({ db, clock, log: () => undefined });
  // Every second job waits for `work`, as after a kill.
  const beginJob = (id: string) => (random() < 0.5 ? runner.begin(id) : Promise.resolve());
  const instances = [0, 1].map(() => createContent({ db, clock, beginJob }));
  const posts: string[] = [];
  const done: Record<string, number> = {};
  let begun = 0;

  const names = () => Array.from({ length: Math.floor(random() * 4) }, () => oneOf(NAMES));
  const tagId = async () => {
    const { items } = await oneOf(instances).tags.listAll(STAFF, undefined, { limit: 20, after: null });
    return items.length > 0 ? oneOf(items).id : 'none';
  };
  const ACTS: Readonly<Record<string, () => Promise<unknown>>> = {
    create() {
      const id = newId('post', STAFF.id, null);
      posts.push(id);
      const text = { title: 'T', content: 'C', tags: names() };
      return oneOf(instances).posts.create(STAFF, id, { ...text, isPublished: random() < 0.6 });
    },
    tags: () => oneOf(instances).posts.update(STAFF, oneOf(posts), { tags: names() }),
    publish: () => oneOf(instances).posts.update(STAFF, oneOf(posts), { isPublished: true }),
    unpublish: () => oneOf(instances).posts.update(STAFF, oneOf(posts), { isPublished: false }),
    ids: async () => oneOf(instances).posts.update(STAFF, oneOf(posts), { tagIds: [await tagId()] }),
    trash: () => oneOf(instances).posts.remove(STAFF, oneOf(posts)),
    undelete: () => oneOf(instances).posts.undelete(STAFF, oneOf(posts)),
    rename: async () => oneOf(instances).tags.update(STAFF, await tagId(), { slug: `slug-${begun}` }),
    merge: async () => oneOf(instances).tags.merge(STAFF, await tagId(), await tagId()),
    delete: async () => oneOf(instances).tags.remove(STAFF, await tagId()),
  };
  const SHARES = {
    create: 25,
    tags: 20,
    publish: 12,
    unpublish: 8,
    ids: 8,
    trash: 7,
    undelete: 7,
    rename: 4,
    merge: 5,
    delete: 4,
  };
  const drawn = Object.entries(SHARES).flatMap(([name, share]) => Array.from({ length: share }, () => name));

  const work = async (): Promise<void> => {
    while (begun < acts) {
      begun += 1;
      const name = posts.length < 5 ? 'create' : oneOf(drawn);
      try {
        await ACTS[name]?.();
        done[name] = (done[name] ?? 0) + 1;
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  // Each run takes ten jobs at most.
  for (let run = 0; run < acts / 50; run += 1) await runner.run(60_000);
  return done;
}

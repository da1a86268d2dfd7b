// @module-tag thorough
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emptyTrash, seedPost } from './testing/posts.ts';
import { changeAtRandom } from './testing/random-changes.ts';
import { recountPublication } from './testing/recount-publication.ts';
import { servePages } from './testing/served.ts';
import { clock, db, resetFirestore } from './testing/server.ts';
import { signIn } from './testing/users.ts';

/** Run more by hand: `CHANGES=1000 npx vitest run --project functions random-changes`. `SEED` changes them. */
const [CHANGES, SEED] = [Number(process.env.CHANGES ?? 60), Number(process.env.SEED ?? 1)];

let pages: Awaited<ReturnType<typeof servePages>>;

beforeAll(async () => {
  pages = await servePages();
});

beforeEach(resetFirestore);

afterAll(() => pages.close());

const recount = () => recountPublication(db, clock, pages.get);

describe('a publication that changes at random', () => {
  it(
    'counts, lists, serves, feeds and finds exactly the published posts',
    async () => {
      const people = await Promise.all(
        ['Ada Lovelace', 'Mary Shelley'].map((displayName) => signIn({ role: 'moderator', displayName })),
      );

      const done = await changeAtRandom({ db, clock, seed: SEED, changes: CHANGES, staff: people.map(({ id }) => id) });

      expect(Object.values(done).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(CHANGES / 2);
      if (CHANGES > 500) console.info(done);
      expect(await recount()).toEqual([]);
      await emptyTrash();
      expect(await recount()).toEqual([]);
    },
    60_000 + CHANGES * 500,
  );

  it('is detected if a count, a search entry or an address is wrong', async () => {
    const { id: authorId } = await signIn({ role: 'moderator' });
    const [post, other] = [await seedPost({ authorId, tags: ['Tea'] }), await seedPost({ authorId })];
    expect(await recount()).toEqual([]);

    await db.doc(`searchIndex/${post.id}`).delete();
    await db.doc(`authors/${authorId}`).update({ postCount: 3 });
    await db.doc(`posts/${other.id}`).update({ isPublished: false });

    expect((await recount()).join('\n')).toMatch(
      /counts 3 posts and has 1[\s\S]*the count of posts[\s\S]*the count of all[\s\S]*the served page of all[\s\S]*the search index/,
    );
  });
});

// @module-tag thorough
import { slugify } from '@inkwell/shared/slug';
import { createRandom } from '@inkwell/shared/testing/random';
import { describe, expect, it } from 'vitest';
import { createMeter, withMeter } from '../../common/meter.ts';
import { createWork } from '../../compose/work.ts';
import { api } from '../../testing/api.ts';
import { seedPost, stored, storedAll } from '../../testing/posts.ts';
import { clock, db, dependencies } from '../../testing/server.ts';
import { signInEach, type TestUser } from '../../testing/users.ts';
import { addressesOf, SHARDS_PER_MONTH } from './published-addresses.repository.ts';

const { moderator } = signInEach({ moderator: { role: 'moderator' } });

type Address = readonly [month: string, id: string, slug: string, updatedAt: string];

/** The addresses in all shards. */
async function addresses(): Promise<Address[]> {
  const shards = Object.entries(await storedAll('sitemapShards'));
  return shards
    .flatMap(([shard, { posts }]) =>
      Object.entries<{ slug: string; updatedAt: { toDate(): Date } }>(posts).map(
        ([id, { slug, updatedAt }]): Address => [shard.slice(0, 7), id, slug, updatedAt.toDate().toISOString()],
      ),
    )
    .sort();
}

/** The addresses stored in the posts. */
async function recounted(): Promise<Address[]> {
  return Object.entries(await storedAll('posts'))
    .filter(([, post]) => post.isPublished)
    .map(([id, post]): Address => {
      const [month, updatedAt] = [post.publishedAt, post.updatedAt].map((time) => time.toDate().toISOString());
      return [month.slice(0, 7), id, slugify(post.title), updatedAt];
    })
    .sort();
}

const monthOf = (time: string) => time.slice(0, 7);

describe('the addresses of published posts', () => {
  it('follow each change of a post, without a read', async () => {
    const post = await seedPost({ title: 'Low Tide' });
    const change = (patch: object) => api.patch(`/api/posts/${post.id}`, patch, moderator);
    const slugs = async () => (await addresses()).map(([, , slug]) => slug);
    expect(await addresses()).toEqual([[monthOf(post.createdAt), post.id, 'low-tide', post.updatedAt]]);

    const renamed = await change({ title: 'High Tide' });
    expect(await addresses()).toEqual([[monthOf(post.createdAt), post.id, 'high-tide', renamed.body.updatedAt]]);

    await change({ isPublished: false });
    expect(await slugs()).toEqual([]);
    await change({ isPublished: true });
    expect(await slugs()).toEqual(['high-tide']);
    await api.delete(`/api/posts/${post.id}`, moderator);
    expect(await slugs()).toEqual([]);
    await api.post(`/api/posts/${post.id}/undelete`, undefined, moderator);
    expect(await slugs()).toEqual([]);
  });

  it('are exactly those of the published posts after 100 random changes, four at a time', {
    timeout: 60_000,
  }, async () => {
    const random = createRandom(7);
    const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const ids = (await Promise.all(Array.from({ length: 12 }, (_, n) => seedPost({ title: `Post ${n}` })))).map(
      ({ id }) => id,
    );
    for (let round = 0; round < 25; round += 1) {
      await Promise.all([1, 2, 3, 4].map(() => actOn(oneOf(ids), oneOf(ACTS), moderator, random)));
      if (round % 8 === 7) clock.advance(20 * 24 * 3_600_000);
    }

    expect(await addresses()).toEqual(await recounted());
    expect((await addresses()).length).toBeGreaterThan(0);
  });

  it('of a month are read with at most 128 documents, most recently changed first', async () => {
    const writer = db.bulkWriter();
    for (let shard = 0; shard < SHARDS_PER_MONTH; shard += 1) {
      const posts = {
        [`a${shard}`]: { slug: '', updatedAt: new Date(shard) },
        [`b${shard}`]: { slug: 'b', updatedAt: new Date(0) },
      };
      void writer.set(db.doc(`sitemapShards/2026-02-${String(shard).padStart(3, '0')}`), { posts });
    }
    void writer.set(db.doc('sitemapShards/2026-03-000'), { posts: { other: { slug: '', updatedAt: new Date() } } });
    await writer.close();
    const meter = createMeter();

    const found = await withMeter(meter, () => addressesOf(db, '2026-02'));

    expect(meter.reads).toBe(SHARDS_PER_MONTH);
    expect(found).toHaveLength(2 * SHARDS_PER_MONTH);
    expect(found[0]).toEqual({ id: 'a127', slug: '', updatedAt: new Date(127) });
  });

  it('are corrected by the upgrade after an older version published, renamed, unpublished and deleted posts', async () => {
    const [renamed, hidden, gone, moved] = [await seedPost(), await seedPost(), await seedPost(), await seedPost()];
    const added = await seedPost({ isPublished: false });
    const updatedAt = clock.now();
    await db.doc(`posts/${renamed.id}`).update({ title: 'Renamed', updatedAt });
    await db.doc(`posts/${hidden.id}`).update({ isPublished: false, updatedAt });
    await db.doc(`posts/${gone.id}`).delete();
    await db.doc(`posts/${moved.id}`).update({ publishedAt: new Date('2020-01-31T23:59:59.999Z') });
    await db.doc(`posts/${added.id}`).update({ isPublished: true, publishedAt: updatedAt, updatedAt });
    for (const shard of Object.keys(await storedAll('sitemapShards'))) {
      const posts = Object.keys((await stored(`sitemapShards/${shard}`))?.posts ?? {});
      // As if it was published before there were shards.
      if (posts.includes(moved.id)) await db.doc(`sitemapShards/${shard}`).delete();
    }
    expect(await addresses()).not.toEqual(await recounted());
    await db.doc('system/schema').set({ version: 2 });

    for (let run = 0; run < 2; run += 1) {
      await createWork(dependencies)();
      clock.advance(11 * 60_000);
    }

    expect(await addresses()).toEqual(await recounted());
    expect((await addresses()).map(([, id]) => id).sort()).toEqual([renamed.id, moved.id, added.id].sort());
    expect(await stored('system/schema')).toMatchObject({ version: 3 });
  });
});

const ACTS = ['rename', 'publish', 'unpublish', 'trash', 'undelete'] as const;

/** Refusals are expected, because another action may have come first. */
async function actOn(id: string, act: (typeof ACTS)[number], actor: TestUser, random: () => number): Promise<void> {
  if (act === 'trash') await api.delete(`/api/posts/${id}`, actor);
  else if (act === 'undelete') await api.post(`/api/posts/${id}/undelete`, undefined, actor);
  else {
    const patch = act === 'rename' ? { title: `Title ${random()}` } : { isPublished: act === 'publish' };
    await api.patch(`/api/posts/${id}`, patch, actor);
  }
}

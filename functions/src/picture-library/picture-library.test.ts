import type { LibraryPicture } from '@inkwell/shared/picture-library';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSweep } from '../compose/sweep.ts';
import { createPictureTable, pictureUpgrade } from '../pictures/pictures.repository.ts';
import { api, nextOf, pagesOf } from '../testing/api.ts';
import { seedPost, stored, storedActs, storedAll } from '../testing/posts.ts';
import { clock, db, dependencies } from '../testing/server.ts';
import { signIn, signInEach } from '../testing/users.ts';
import { publicUrl } from '../uploads/image-url.ts';

const PATH = '/api/admin/pictures';
const DAY_MS = 24 * 3_600_000;
const table = createPictureTable(db);

let count = 0;

const { admin, moderator } = signInEach({ admin: { role: 'admin' }, moderator: { role: 'moderator' } });

beforeEach(async () => {
  await (await dependencies.bucket()).deleteFiles({ prefix: 'images/' });
});

const addressOf = (name: string) => publicUrl(dependencies.config.publicBucket, `images/${name}`);
const objectNames = async () => {
  const [files] = await (await dependencies.bucket()).getFiles({ prefix: 'images/' });
  return files.map(({ name }) => name);
};

/** Stores a picture with its narrower copy. @returns its name */
async function aPicture(fileName = 'harbour.png', owner = moderator): Promise<string> {
  count += 1;
  const at = new Date(clock.now().getTime() + count);
  const base = fileName.replace(/\.\w+$/, '');
  const name = `${at.getTime()}-${base}-${count.toString(16).padStart(8, '0')}-640x480.webp`;
  await table.record({ name, ownerId: owner.id, uploadedAt: at, fileName }, clock.now());
  const bucket = await dependencies.bucket();
  for (const object of [name, name.replace('.webp', '.w400.webp')])
    await bucket.file(`images/${object}`).save('bytes', { resumable: false, contentType: 'image/webp' });
  return name;
}

const list = async (query = '', user = admin): Promise<LibraryPicture[]> =>
  (await api.get(`${PATH}${query}`, user)).body;
const namesOf = async (query = '', user = admin) => (await list(query, user)).map(({ name }) => name);
const describePicture = (name: string, description: string | null, user = moderator) =>
  api.patch(`${PATH}/${name}`, { description }, user);
const remove = (name: string, user = moderator) => api.delete(`${PATH}/${name}`, user);

describe('the list of pictures', () => {
  it('shows all to staff, newest first, with their files, sizes and owners', async () => {
    const first = await aPicture('harbour.png');
    const second = await aPicture('sea.jpg', admin);

    const pictures = await list();

    expect(pictures.map(({ name }) => name)).toEqual([second, first]);
    expect(pictures[1]).toMatchObject({
      fileName: 'harbour.png',
      imageUrl: addressOf(first),
      width: 640,
      height: 480,
      description: null,
      owner: { id: moderator.id },
      places: [],
      hasMorePlaces: false,
    });
    expect(await namesOf('?of=me', moderator)).toEqual([first]);
  });

  it('omits profile pictures and pictures being removed', async () => {
    const person = await signIn();
    const slot = { fileName: 'me.png', contentType: 'image/png' };
    expect((await api.post('/api/users/me/picture-slot', slot, person)).status).toBe(201);
    const name = await aPicture();
    clock.advance(31 * DAY_MS);
    await table.beginRemoval(name, clock.now());

    expect(await list()).toEqual([]);
  });

  it('is read in pages', async () => {
    const names: string[] = [];
    for (let n = 0; n < 5; n += 1) names.unshift(await aPicture());

    const first = await api.get(`${PATH}?limit=2`, admin);
    const second = await api.get(nextOf(first) ?? '', admin);

    expect(first.headers.get('x-total-count')).toBe('5');
    expect([...first.body, ...second.body].map(({ name }: LibraryPicture) => name)).toEqual(names.slice(0, 4));
    expect((await api.get(`${PATH}?cursor=bm9wZQ`, admin)).status).toBe(400);
  });

  it('finds words of file name and description, and their beginnings', async () => {
    const harbour = await aPicture('Hafen am Abend.png');
    const sea = await aPicture('sea.png');
    await describePicture(sea, 'Waves below a lighthouse, evening');

    expect(await namesOf('?q=lightho')).toEqual([sea]);
    expect(await namesOf('?q=hafen')).toEqual([harbour]);
    expect(await namesOf('?q=waves%20evening')).toEqual([sea]);
    expect(await namesOf('?q=waves%20hafen')).toEqual([]);
    expect(await namesOf('?q=!!')).toEqual([]);
  });

  it('lists every place that uses a picture', async () => {
    const name = await aPicture();
    const post = await seedPost({ title: 'A post', featuredImage: addressOf(name) });
    const trashed = await seedPost({ title: 'Deleted', content: `![](${addressOf(name)})` });
    await api.delete(`/api/posts/${trashed.id}`, admin);
    const page = { title: 'About', slug: 'about', content: `![](${addressOf(name)})`, isPublished: true };
    const pageId = (await api.post('/api/admin/pages', page, admin)).body.id;
    const picture = addressOf(name);
    const tag = (await api.post('/api/admin/tags', { name: 'Tea', picture }, admin)).body;
    const series = (await api.post('/api/admin/series', { name: 'Travels', picture }, admin)).body;
    const guest = (await api.post('/api/admin/authors', { name: 'Grace', profileImageUrl: picture }, admin)).body;
    await api.put(`/api/drafts/${post.id}`, { title: 'My words', content: `![](${picture})` }, admin);
    await api.put('/api/drafts/some-key', { title: 'Their words', content: `![](${picture})` }, moderator);

    const [shown] = await list();

    expect(shown?.hasMorePlaces).toBe(false);
    expect(new Set(shown?.places)).toEqual(
      new Set([
        { kind: 'post', id: post.id, name: 'A post' },
        { kind: 'trashed-post', id: trashed.id, name: 'Deleted' },
        { kind: 'page', id: pageId, name: 'About' },
        { kind: 'tag', id: tag.id, name: 'Tea' },
        { kind: 'series', id: series.id, name: 'Travels' },
        { kind: 'guest-author', id: guest.id, name: 'Grace' },
        { kind: 'draft', id: post.id, name: 'My words' },
        // Only their writer sees unsaved texts.
        { kind: 'draft', id: null, name: null },
      ]),
    );
    expect(shown?.keptUntil).toBeNull();
  });

  it('lists uses that only revisions have', async () => {
    const name = await aPicture();
    const post = await seedPost({ title: 'Earlier', content: `![](${addressOf(name)})` });
    for (const content of ['Without', 'And again']) await api.patch(`/api/posts/${post.id}`, { content }, admin);

    const [shown] = await list();

    expect(shown?.places).toEqual([{ kind: 'post-revision', id: post.id, name: 'Earlier' }]);
  });

  it('is narrowed to unused and undescribed ones, and says until when they are kept', async () => {
    const used = await aPicture();
    await seedPost({ content: `![](${addressOf(used)})` });
    const plain = await aPicture();
    const described = await aPicture();
    await describePicture(described, 'A boat');

    expect(await namesOf('?show=unused')).toEqual([described, plain]);
    expect(await namesOf('?show=undescribed')).toEqual([plain, used]);
    const [unused] = await list('?show=unused');
    expect(Date.parse(unused?.keptUntil ?? '') - clock.now().getTime()).toBeGreaterThan(29 * DAY_MS);
  });

  it('finds unused pictures among many that are used', { tags: 'thorough' }, async () => {
    const unused = [await aPicture(), await aPicture()];
    const names: string[] = [];
    for (let n = 0; n < 70; n += 1) {
      count += 1;
      const at = new Date(clock.now().getTime() + 1_000 + count);
      names.push(`${at.getTime()}-a-640x480.webp`);
      await table.record({ name: `${at.getTime()}-a-640x480.webp`, ownerId: admin.id, uploadedAt: at }, clock.now());
    }
    await seedPost({ content: names.map((name) => `![](${addressOf(name)})`).join('\n\n') });
    const newest = await aPicture();
    const pages = await pagesOf(`${PATH}?show=unused&limit=1`, admin);
    const found = pages.flatMap(({ body }) => body.map(({ name }: LibraryPicture) => name));

    expect(found.toSorted()).toEqual([newest, ...unused].sort());
  });

  it('says for each picture whether it is used if one post has very many revisions', async () => {
    const [often, once, never] = [await aPicture(), await aPicture(), await aPicture()];
    const batch = db.batch();
    const revision = (post: string, n: number, name: string) =>
      batch.set(db.doc(`posts/${post}/revisions/${n}`), { title: 'T', authorIds: [admin.id], pictures: [name] });
    for (let n = 0; n < 130; n += 1) revision('a', n, often);
    revision('z', 1, once);
    await batch.commit();

    const byName = new Map((await list()).map((picture) => [picture.name, picture]));

    expect(byName.get(often)?.places).toHaveLength(1);
    expect(byName.get(once)?.places).toHaveLength(1);
    expect(byName.get(never)).toMatchObject({ places: [], hasMorePlaces: false });
  });

  it('contains older pictures after the data upgrade', async () => {
    const old = { ownerId: admin.id, uploadedAt: clock.now(), keepUntil: clock.now(), schemaVersion: 1 };
    await db.doc('pictures/1763700000000-sea-view-1a2b3c4d-640x480.webp').set({ ...old, removalBegunAt: null });
    await db.doc('pictures/1763700000001-me-1a2b3c4d.png').set({ ...old, removalBegunAt: null });
    await db.doc('pictures/1763700000002-gone-1a2b3c4d-640x480.webp').set({ ...old, removalBegunAt: clock.now() });
    expect(await list()).toEqual([]);

    await pictureUpgrade(db).step(null);
    await pictureUpgrade(db).step(null);

    const [found, ...others] = await list('?q=view');
    expect(found).toMatchObject({ name: '1763700000000-sea-view-1a2b3c4d-640x480.webp', fileName: 'sea view' });
    expect(others).toEqual([]);
    expect(await list()).toHaveLength(1);
  });
});

describe('a description of a picture', () => {
  it('is stored for everybody who uses it later, and is in the activity', async () => {
    const name = await aPicture();

    const described = await describePicture(name, '  Boats at low tide ', admin);

    expect(described.body).toMatchObject({ name, description: 'Boats at low tide' });
    expect((await list())[0]?.description).toBe('Boats at low tide');
    expect(await storedActs()).toEqual([
      expect.objectContaining({
        actorId: admin.id,
        action: 'picture.describe',
        target: `pictures/${name}`,
        name: 'harbour.png',
        before: { description: null },
        after: { description: 'Boats at low tide' },
      }),
    ]);
    await describePicture(name, 'Boats at low tide', admin);
    expect(await storedActs()).toHaveLength(1);
    expect((await describePicture(name, ' ')).body.description).toBeNull();
  });

  it("is refused for other people's pictures, or if it is too long", async () => {
    const name = await aPicture();

    expect((await describePicture('1763700000000-none-640x480.webp', 'A')).status).toBe(404);
    expect((await describePicture('none', 'A')).status).toBe(404);
    expect((await describePicture(name, 'd'.repeat(501))).status).toBe(400);
    expect(await storedActs()).toEqual([]);
  });
});

describe('an unused picture', () => {
  it('is deleted with its narrower copies, and is in the activity', async () => {
    const name = await aPicture();

    expect((await remove(name)).status).toBe(204);
    expect((await remove(name)).status).toBe(204);

    expect(await objectNames()).toEqual([]);
    expect(await list()).toEqual([]);
    expect(await storedActs()).toEqual([
      expect.objectContaining({ action: 'picture.delete', target: `pictures/${name}`, actorId: moderator.id }),
    ]);
    expect((await describePicture(name, 'A')).status).toBe(404);
    expect((await remove('1763700000000-none-640x480.webp')).status).toBe(404);
  });

  it('cannot be saved from an open editor until the entry is forgotten', async () => {
    const name = await aPicture();
    await remove(name);
    clock.advance(29 * DAY_MS);
    await createSweep(dependencies)();

    const saved = await api.post('/api/posts', { title: 'T', content: `![](${addressOf(name)})` }, admin);

    expect([saved.status, saved.text]).toEqual([400, 'A picture was removed meanwhile. Please upload it again.']);
    clock.advance(2 * DAY_MS);
    await createSweep(dependencies)();
    expect(await storedAll('pictures')).toEqual({});
  });

  it('is deleted by the next sweep if the server died between entry and file', async () => {
    const name = await aPicture();
    const at = clock.now();
    await db.doc(`pictures/${name}`).update({ removalBegunAt: at, keepUntil: at, isInLibrary: false });

    await createSweep(dependencies)();

    expect(await objectNames()).toEqual([]);
    expect(await stored(`pictures/${name}`)).toBeNull();
  });

  it('is either used or deleted if both happen concurrently', { tags: 'thorough' }, async () => {
    for (let round = 0; round < 6; round += 1) {
      const name = await aPicture();

      const [saved, removed] = await Promise.all([
        api.post('/api/posts', { title: 'T', content: 'C', featuredImage: addressOf(name) }, admin),
        remove(name),
      ]);

      expect([
        [201, 409],
        [400, 204],
      ]).toContainEqual([saved.status, removed.status]);
      expect((await objectNames()).includes(`images/${name}`)).toBe(saved.status === 201);
    }
  });
});

describe('a used picture', () => {
  const places: readonly [string, (url: string) => Promise<unknown>][] = [
    ['a post', (url) => seedPost({ featuredImage: url })],
    ['a card', (url) => seedPost({ cardPicture: url })],
    ['the trash', async (url) => api.delete(`/api/posts/${(await seedPost({ content: `![](${url})` })).id}`, admin)],
    [
      'a revision',
      async (url) => {
        const { id } = await seedPost({ content: `![](${url})` });
        return api.patch(`/api/posts/${id}`, { content: 'Without' }, admin);
      },
    ],
    [
      'a page and its revisions',
      async (url) => {
        const page = { title: 'About', slug: 'about', content: `![](${url})` };
        const { id } = (await api.post('/api/admin/pages', page, admin)).body;
        return api.patch(`/api/admin/pages/${id}`, { content: 'Without' }, admin);
      },
    ],
    ['a draft of somebody else', (url) => api.put('/api/drafts/key', { content: `![](${url})` }, admin)],
    [
      'a discarded draft of somebody else',
      async (url) => {
        const draftKey = 'key';
        const { body } = await api.put('/api/drafts/key', { content: `![](${url})` }, admin);
        const discarded = { draftKey, sitting: body.sitting, reason: 'discarded', content: `![](${url})` };
        const answer = await api.put(
          '/api/discarded-drafts/one-of-them',
          { ...discarded, draftVersion: body.version },
          admin,
        );
        expect(answer.status).toBeLessThan(300);
        return answer;
      },
    ],
    ['a tag', (url) => api.post('/api/admin/tags', { name: 'Tea', picture: url }, admin)],
    ['a series', (url) => api.post('/api/admin/series', { name: 'Travels', picture: url }, admin)],
    ['a guest author', (url) => api.post('/api/admin/authors', { name: 'Grace', profileImageUrl: url }, admin)],
    ['a profile', (url) => api.patch(`/api/users/${admin.id}`, { profileImageUrl: url }, admin)],
  ];

  it.each(places)('by %s is not deleted: 409 with the place', async (_name, show) => {
    const name = await aPicture();
    await show(addressOf(name));
    const acts = await storedActs();
    const entry = await stored(`pictures/${name}`);

    const refused = await remove(name);

    expect(refused.status).toBe(409);
    expect(refused.body.places.length).toBeGreaterThan(0);
    expect(await objectNames()).toHaveLength(2);
    expect(await stored(`pictures/${name}`)).toEqual(entry);
    expect(await storedActs()).toEqual(acts);
  });
});

describe('the calls of the library', () => {
  it.each(['contributor', 'author'] as const)(
    "show, describe and delete the caller's own pictures for a %s",
    async (writing) => {
      const writer = await signIn({ writing });
      const [own, theirs] = [await aPicture('own.png', writer), await aPicture('theirs.png')];

      expect(await namesOf('', writer)).toEqual([own]);
      expect(await namesOf('?of=everybody&q=theirs', writer)).toEqual([]);
      expect(await namesOf('?show=unused', writer)).toEqual([own]);
      expect((await describePicture(theirs, 'Mine', writer)).status).toBe(404);
      expect((await remove(theirs, writer)).status).toBe(404);
      expect(await stored(`pictures/${theirs}`)).toMatchObject({ description: null, removalBegunAt: null });
      expect((await describePicture(own, 'A boat', writer)).body.description).toBe('A boat');
      expect((await remove(own, writer)).status).toBe(204);
      expect(await namesOf('')).toEqual([theirs]);
    },
  );

  it('do not reveal what a writer may not read', async () => {
    const writer = await signIn({ writing: 'author' });
    const name = await aPicture('own.png', writer);
    const featuredImage = addressOf(name);
    const published = await seedPost({ title: 'Published', featuredImage });
    const own = await seedPost({ title: 'Own', featuredImage, isPublished: false, authorId: writer.id });
    await seedPost({ title: 'Secret', featuredImage, isPublished: false });
    await api.post('/api/admin/pages', { title: 'Secret', slug: 's', content: `![](${featuredImage})` }, admin);

    const [shown] = await list('', writer);
    const refused = await remove(name, writer);

    for (const text of [JSON.stringify(shown?.places), refused.text]) expect(text).not.toContain('Secret');
    expect(new Set(shown?.places)).toEqual(
      new Set([
        { kind: 'post', id: published.id, name: 'Published' },
        { kind: 'post', id: own.id, name: 'Own' },
        { kind: 'post', id: null, name: null },
        { kind: 'page', id: null, name: null },
      ]),
    );
    expect(refused.status).toBe(409);
  });
});

import { imageSources } from '@inkwell/shared/images';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { createContent } from '../compose/content.ts';
import { createSweep } from '../compose/sweep.ts';
import { api, send } from '../testing/api.ts';
import { seedPost, stored, storedAll, storedPost } from '../testing/posts.ts';
import { clock, db, dependencies } from '../testing/server.ts';
import { signInEach } from '../testing/users.ts';
import { createPictureTable } from './pictures.repository.ts';
import { removeUnusedPictures } from './remove-unused.ts';

const DAY_MS = 24 * 3_600_000;
const table = createPictureTable(db);
const content = createContent({ db, clock });

const { staff } = signInEach({ staff: { role: 'admin' } });

beforeEach(async () => {
  await (await dependencies.bucket()).deleteFiles({ prefix: 'images/' });
});

const sweep = () => createSweep(dependencies)();
async function uploadPicture(width = 500): Promise<string> {
  const bytes = await sharp({ create: { width, height: 300, channels: 3, background: '#3b4cca' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('image', new Blob([new Uint8Array(bytes)]), 'harbour.png');
  return (await send('POST', '/api/upload', { user: staff, body: form })).body.imageUrl;
}

const nameOf = (url: string) => /images%2F([^?]+)/.exec(url)?.[1] ?? '';
const entryOf = (url: string) => stored(`pictures/${nameOf(url)}`);

async function objectNames(): Promise<string[]> {
  const [files] = await (await dependencies.bucket()).getFiles({ prefix: 'images/' });
  return files.map(({ name }) => name);
}

/** Advances the clock by days, with a sweep each night, to check that nothing is removed too early. */
async function passDays(count: number): Promise<void> {
  clock.advance(count * DAY_MS);
  await sweep();
}

describe('a picture in the bucket', () => {
  it('is removed with its narrower copies 30 days after its upload if nothing shows it', async () => {
    const url = await uploadPicture(1000);
    expect(imageSources(url).srcSet).not.toBeNull();

    await passDays(29.9);
    expect(await objectNames()).toHaveLength(3);
    await passDays(0.2);

    expect(await objectNames()).toEqual([]);
    expect(await storedAll('pictures')).toEqual({});
  });

  it.each([
    ['a post above its text', (url: string) => ({ featuredImage: url })],
    ['a post in its text', (url: string) => ({ content: `Boats.\n\n![a harbour](${url})` })],
    ['a draft', (url: string) => ({ featuredImage: url, isPublished: false })],
    ['a post that shows a narrower copy', (url: string) => ({ content: `![](${url.replace('.webp', '.w400.webp')})` })],
  ])('stays while it is shown by %s', async (_, fields) => {
    await seedPost(fields(await uploadPicture()));

    for (let month = 0; month < 3; month += 1) await passDays(31);

    expect(await objectNames()).toHaveLength(2);
  });

  it('stays while a profile shows it, and is removed 30 days after it was replaced', { tags: 'thorough' }, async () => {
    const [first, second] = [await uploadPicture(), await uploadPicture()];
    const wear = (profileImageUrl: string) => api.patch(`/api/users/${staff.id}`, { profileImageUrl }, staff);
    await wear(first);
    await passDays(40);
    expect(await objectNames()).toEqual([expect.stringContaining('.w400.'), expect.anything()]);
    const third = await uploadPicture();

    expect((await wear(third)).status).toBe(200);
    await passDays(29.9);
    expect(await entryOf(first)).not.toBeNull();
    await passDays(0.2);

    expect(await entryOf(first)).toBeNull();
    expect(await entryOf(second)).toBeNull();
    expect(await entryOf(third)).not.toBeNull();
    expect(await objectNames()).toHaveLength(2);
  });

  it('survives its first post while another one shows it', { tags: 'thorough' }, async () => {
    const url = await uploadPicture();
    const first = await seedPost({ featuredImage: url });
    const other = await seedPost({ content: `![](${url})` });

    expect((await api.delete(`/api/posts/${first.id}`, staff)).status).toBe(204);
    await passDays(100);
    expect(await objectNames()).toHaveLength(2);
    expect((await api.delete(`/api/posts/${other.id}`, staff)).status).toBe(204);
    await passDays(30.1);
    expect(await stored(`posts/${other.id}`)).toBeNull();
    await passDays(29.9);
    expect(await objectNames()).toHaveLength(2);
    await passDays(0.2);

    expect(await objectNames()).toEqual([]);
  });

  it('is removed 30 days after it was deleted from a text, unless a revision shows it', async () => {
    const post = await seedPost();
    const url = await uploadPicture();
    await api.patch(`/api/posts/${post.id}`, { content: `![](${url})` }, staff);

    await api.patch(`/api/posts/${post.id}`, { content: 'Without it' }, staff);
    await passDays(29.9);
    expect(await objectNames()).toHaveLength(2);
    await passDays(0.2);

    expect(await objectNames()).toEqual([]);
  });

  it('moves its references only if a save changes them', async () => {
    const url = await uploadPicture();
    const post = await seedPost({ content: `![](${url})`, featuredImage: url });
    expect((await storedPost(post.id))?.pictures).toEqual([nameOf(url)]);
    const before = await entryOf(url);
    clock.advance(DAY_MS);

    await api.patch(`/api/posts/${post.id}`, { title: 'Another', featuredImage: null }, staff);

    expect(await entryOf(url)).toEqual(before);
    expect((await storedPost(post.id))?.pictures).toEqual([nameOf(url)]);
  });

  it('cannot be shown once its removal has begun', async () => {
    const url = await uploadPicture();
    const post = await seedPost();
    clock.advance(31 * DAY_MS);
    expect(await table.beginRemoval(nameOf(url), clock.now())).toBe(true);

    const patched = await api.patch(`/api/posts/${post.id}`, { featuredImage: url }, staff);
    const created = await api.post('/api/posts', { title: 'T', content: `![](${url})` }, staff);
    const worn = await api.patch(`/api/users/${staff.id}`, { profileImageUrl: url }, staff);

    expect([patched.status, created.status, worn.status]).toEqual([400, 400, 400]);
    expect(patched.text).toBe('A picture was removed meanwhile. Please upload it again.');
    expect((await storedPost(post.id))?.featuredImage).toBeNull();
  });

  it('is either shown or removed if both happen concurrently', { tags: 'thorough' }, async () => {
    for (let round = 0; round < 6; round += 1) {
      const url = await uploadPicture(40);
      clock.advance(31 * DAY_MS);

      const [answer, isBeingRemoved] = await Promise.all([
        api.post('/api/posts', { title: 'T', content: 'C', featuredImage: url }, staff),
        table.beginRemoval(nameOf(url), clock.now()),
      ]);

      expect([answer.status, isBeingRemoved]).toEqual(isBeingRemoved ? [400, true] : [201, false]);
    }
  });

  it('is removed the next night after an interrupted removal', async () => {
    const [first, second] = [await uploadPicture(), await uploadPicture()];
    clock.advance(31 * DAY_MS);
    const broken = new Error('storage is down');
    const failing = { pictures: table, clock, removeObjects: () => Promise.reject(broken) };

    await expect(removeUnusedPictures(failing)).rejects.toMatchObject({ errors: [broken, broken] });
    expect([(await entryOf(first))?.removalBegunAt, (await entryOf(second))?.removalBegunAt]).not.toContain(null);
    await sweep();

    expect(await objectNames()).toEqual([]);
    expect(await storedAll('pictures')).toEqual({});
  });

  it('is refused as the 501st of a post', async () => {
    const many = Array.from({ length: 501 }, (_, n) => `![](/images/${1_763_700_000_000 + n}-a.webp)`);

    const refused = await api.post('/api/posts', { title: 'T', content: many.join('\n') }, staff);
    const taken = await api.post('/api/posts', { title: 'T', content: many.slice(1).join('\n') }, staff);

    expect([refused.status, refused.text]).toEqual([400, 'Too many pictures (at most 500)']);
    expect(taken.status).toBe(201);
    const path = `/api/posts/${taken.body.id}`;
    expect((await api.patch(path, { content: many.join('\n') }, staff)).status).toBe(400);
  });
});

describe('content', () => {
  it('keeps its references if several instances write posts concurrently', { tags: 'thorough' }, async () => {
    const url = await uploadPicture();
    const input = { title: 'T', content: 'C', featuredImage: url, isPublished: false };

    await Promise.all(
      Array.from({ length: 9 }, (_, n) =>
        (n % 2 ? content : createContent({ db, clock })).posts.create({ id: staff.id, role: 'admin' }, `p${n}`, input),
      ),
    );
    await Promise.all(Array.from({ length: 8 }, (_, n) => api.delete(`/api/posts/p${n}`, staff)));
    await passDays(40);

    expect(await objectNames()).toHaveLength(2);
  });
});

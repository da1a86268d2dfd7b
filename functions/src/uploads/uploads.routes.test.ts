import { request } from 'node:http';
import { ImageUrl } from '@inkwell/shared/fields';
import { imageSources } from '@inkwell/shared/images';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { createLimitRepository } from '../limits/limits.repository.ts';
import { api, nextOf, send } from '../testing/api.ts';
import { storedAll } from '../testing/posts.ts';
import { baseUrl, clock, db, dependencies } from '../testing/server.ts';
import { signIn, signInEach, type TestUser } from '../testing/users.ts';

const { staff } = signInEach({ staff: { role: 'moderator' } });

beforeEach(async () => {
  const bucket = await dependencies.bucket();
  await bucket.deleteFiles({ prefix: 'images/' });
});

const picture = (width = 60, height = 40) => sharp({ create: { width, height, channels: 3, background: '#3b4cca' } });

const objectNames = async (): Promise<string[]> => {
  const [files] = await (await dependencies.bucket()).getFiles({ prefix: 'images/' });
  return files.map((file) => file.name);
};

function form(bytes: Uint8Array, { field = 'image', fileName = 'Harbour (2).JPG', type = 'image/png' } = {}): FormData {
  const data = new FormData();
  data.append(field, new Blob([new Uint8Array(bytes)], { type }), fileName);
  return data;
}

const upload = (body: unknown, user?: TestUser, headers: Record<string, string> = {}) =>
  send('POST', '/api/upload', { user, body, headers });

describe('GET /api/users/me/pictures', () => {
  const PATH = '/api/users/me/pictures';
  const entry = (ownerId: string, uploadedAt: Date, other: object = {}) => ({
    ownerId,
    uploadedAt,
    keepUntil: uploadedAt,
    removalBegunAt: null,
    schemaVersion: 1,
    ...other,
  });

  it("lists the caller's own uploads, newest first, page by page", async () => {
    const other = await signIn({ role: 'admin' });
    const bytes = await picture().png().toBuffer();
    const urls: string[] = [];
    for (const fileName of ['one.png', 'two.png', 'three.png']) {
      clock.advance(1_000);
      urls.unshift((await upload(form(bytes, { fileName }), staff)).body.imageUrl);
    }

    const first = await api.get(`${PATH}?limit=2`, staff);
    const second = await api.get(nextOf(first) ?? '', staff);

    expect(first.body.map((each: { imageUrl: string }) => each.imageUrl)).toEqual(urls.slice(0, 2));
    expect(second.body).toEqual([{ imageUrl: urls[2], width: 60, height: 40, uploadedAt: expect.any(String) }]);
    expect(second.headers.get('link')).toBeNull();
    expect((await api.get(PATH, other)).body).toEqual([]);
  });

  it('leaves out pictures being removed, and profile pictures stored by browsers', async () => {
    const at = clock.now();
    const table = db.collection('pictures');
    await table.doc('1763700000000-kept-1a2b3c4d-60x40.webp').set(entry(staff.id, at));
    await table.doc('1763700000001-gone-1a2b3c4d-60x40.webp').set(entry(staff.id, at, { removalBegunAt: at }));
    await table.doc('1763700000002-portrait-1a2b3c4d.png').set(entry(staff.id, at));

    const answer = await api.get(PATH, staff);

    expect(answer.body).toEqual([expect.objectContaining({ imageUrl: expect.stringContaining('-kept-') })]);
  });

  it('shows no pictures of others', async () => {
    const bytes = await picture().png().toBuffer();
    const [contributor, other] = [await signIn({ writing: 'contributor' }), await signIn({ writing: 'contributor' })];
    expect((await upload(form(bytes), contributor)).status).toBe(200);

    expect((await api.get(PATH, contributor)).body).toHaveLength(1);
    expect((await api.get(PATH, other)).body).toEqual([]);
  });
});

describe('POST /api/upload', () => {
  it('stores a picture with narrower copies, which everybody can load at once', async () => {
    const answer = await upload(form(await picture(1000, 500).jpeg().toBuffer()), staff);

    expect(answer.body).toMatchObject({ width: 1000, height: 500 });
    expect(ImageUrl.safeParse(answer.body.imageUrl).success).toBe(true);
    expect(decodeURIComponent(answer.body.imageUrl)).toMatch(
      /\/images\/\d{13}-harbour-2-[0-9a-f]{8}-1000x500\.webp\?alt=media$/,
    );
    const { srcSet } = imageSources(answer.body.imageUrl);
    const addresses = (srcSet ?? '').split(', ').map((source) => source.split(' ')[0] ?? '');
    expect(addresses).toHaveLength(3);
    for (const [index, address] of addresses.entries()) {
      const loaded = await fetch(address);
      expect([loaded.status, loaded.headers.get('content-type')]).toEqual([200, 'image/webp']);
      expect(loaded.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect((await sharp(Buffer.from(await loaded.arrayBuffer())).metadata()).width).toBe([400, 800, 1000][index]);
    }
    const names = await objectNames();
    expect(names).toHaveLength(3);
    expect(Object.keys(await storedAll('pictures')).map((name) => `images/${name}`)).toEqual([
      names.find((name) => !/\.w\d+\./.test(name)),
    ]);
  });

  it('detects the type from the bytes, and ignores the name and type sent', async () => {
    const answer = await upload(
      form(await picture().png().toBuffer(), { fileName: '../../evil.html', type: 'text/html' }),
      staff,
    );

    expect(answer.status).toBe(200);
    expect(await objectNames()).toEqual([expect.stringMatching(/^images\/\d{13}-evil-[0-9a-f]{8}-60x40\.webp$/)]);
  });

  it('gives pictures of the same name and time different names', { tags: 'thorough' }, async () => {
    const bytes = await picture().png().toBuffer();

    const answers = await Promise.all(Array.from({ length: 8 }, () => upload(form(bytes), staff)));

    expect(new Set(answers.map((answer) => answer.body.imageUrl)).size).toBe(8);
  });

  it.each([
    ['an SVG named .png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 415],
    ['a PNG header followed by a page', Buffer.from('\x89PNG\r\n\x1a\n<script>alert(1)</script>', 'latin1'), 400],
  ])('refuses %s', async (_, bytes, status) => {
    expect((await upload(form(bytes), staff)).status).toBe(status);
    expect(await objectNames()).toEqual([]);
  });

  it('refuses invalid forms', async () => {
    const bytes = await picture().png().toBuffer();
    const two = form(bytes);
    two.append('image', new Blob([new Uint8Array(bytes)]), 'b.png');
    const none = new FormData();
    none.append('image', 'text');

    const statuses = [];
    statuses.push((await upload(form(bytes, { field: 'file' }), staff)).status);
    statuses.push((await upload(two, staff)).status);
    statuses.push((await upload(none, staff)).status);
    statuses.push((await upload(undefined, staff)).status);
    statuses.push((await upload({ image: 'x' }, staff)).status);
    statuses.push((await upload('x', staff, { 'content-type': 'multipart/form-data' })).status);
    statuses.push((await upload('--x\r\n', staff, { 'content-type': 'multipart/form-data; boundary=x' })).status);
    statuses.push((await upload(bytes, staff, { 'content-type': 'image/png' })).status);

    expect(statuses).toEqual([400, 400, 400, 415, 415, 400, 400, 415]);
    expect(await objectNames()).toEqual([]);
  });

  it('refuses more than 10 MB, with and without an announced length', async () => {
    const large = Buffer.concat([await picture().png().toBuffer(), Buffer.alloc(10 * 1024 * 1024)]);
    const larger = Buffer.alloc(12 * 1024 * 1024, 'x');

    expect((await upload(form(large), staff)).status).toBe(413);
    expect((await upload(form(larger), staff)).status).toBe(413);
    expect(await sendChunked(larger, staff)).toBe(413);
    expect(await objectNames()).toEqual([]);
  });

  it('is limited to 30 a minute', async () => {
    // More than 31, because the limit recovers during the calls.
    const answers = await Promise.all(Array.from({ length: 45 }, () => upload(undefined, staff)));

    const statuses = answers.map((answer) => answer.status);
    expect(new Set(statuses)).toEqual(new Set([415, 429]));
    expect(statuses.filter((status) => status === 415).length).toBeGreaterThanOrEqual(30);
  });

  it('is limited to 30 a minute across all instances', { tags: 'thorough' }, async () => {
    const limits = createLimitRepository(db, { clock, secret: dependencies.config.newsletterSecret });
    const elsewhere = { calls: 30, windowMs: 60_000 };

    await clock.stopped(async () => {
      for (let n = 0; n < 30; n += 1) await limits.take('upload', staff.id, elsewhere);
      const refused = await upload(form(await picture().png().toBuffer()), staff);

      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(60);
      clock.advance(62_000);
      expect((await upload(form(await picture().png().toBuffer()), staff)).status).toBe(200);
    });
    expect(await objectNames()).toHaveLength(1);
  });

  it('stores nothing of an aborted upload', { tags: 'thorough' }, async () => {
    const bytes = await picture(900, 900).jpeg().toBuffer();

    await Promise.all(Array.from({ length: 6 }, () => abortMidway(bytes, staff)));

    // All places are free again.
    const answers = await Promise.all(Array.from({ length: 4 }, () => upload(form(bytes), staff)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(Object.keys(await storedAll('pictures'))).toHaveLength(4);
  });
});

describe('a picture in the bucket', () => {
  it('can become the profile picture of its uploader only', async () => {
    const [owner, other] = [await signIn({ role: 'admin' }), await signIn({ role: 'admin' })];
    const { body } = await upload(form(await picture().png().toBuffer()), owner);
    const missing = body.imageUrl.replace('harbour', 'nothing');
    const outside = body.imageUrl.replace('images%2F', 'secret%2F');

    expect((await api.patch(`/api/users/${owner.id}`, { profileImageUrl: body.imageUrl }, owner)).status).toBe(200);
    for (const url of [body.imageUrl, missing, outside]) {
      expect((await api.patch(`/api/users/${other.id}`, { profileImageUrl: url }, other)).status).toBe(400);
    }
  });
});

/** Sends a body without announcing its length. */
async function sendChunked(body: Buffer, user: TestUser): Promise<number> {
  const url = new URL('/api/upload', await baseUrl());
  const headers = {
    authorization: `Bearer ${user.token}`,
    'content-type': 'multipart/form-data; boundary=x',
    'transfer-encoding': 'chunked',
  };
  return new Promise((resolve, reject) => {
    const sending = request(url, { method: 'POST', headers }, (res) => {
      res.resume();
      resolve(res.statusCode ?? 0);
    });
    sending.once('error', reject);
    sending.end(body);
  });
}

/** Sends a part of a form and breaks the connection. */
async function abortMidway(bytes: Buffer, user: TestUser): Promise<void> {
  const headers = {
    authorization: `Bearer ${user.token}`,
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': bytes.length + 1_000,
  };
  const url = new URL('/api/upload', await baseUrl());
  await new Promise<void>((resolve) => {
    const sending = request(url, { method: 'POST', headers });
    sending.once('error', () => resolve());
    sending.write('--x\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n');
    sending.write(bytes, () => setTimeout(() => sending.destroy(new Error('given up')), 100));
  });
}

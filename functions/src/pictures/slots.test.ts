import { beforeEach, describe, expect, it } from 'vitest';
import { createLimitRepository } from '../limits/limits.repository.ts';
import { api, send } from '../testing/api.ts';
import { stored, storedAll } from '../testing/posts.ts';
import { clock, db, dependencies, resetFirestore } from '../testing/server.ts';
import { signIn, type TestUser } from '../testing/users.ts';
import { createPictureTable } from './pictures.repository.ts';
import { createPictureService } from './pictures.service.ts';

beforeEach(resetFirestore);

const PATH = '/api/users/me/picture-slot';
const INPUT = { fileName: 'Me at home.PNG', contentType: 'image/webp' };
const ask = (user?: TestUser, body: unknown = INPUT) => send('POST', PATH, { user, body });

describe('POST /api/users/me/picture-slot', () => {
  it.each(['user', 'moderator', 'admin'] as const)(
    'names an object for a %s, and stores the slot for the rules',
    async (role) => {
      const person = await signIn({ role });

      const answer = await ask(person);

      expect(answer.status).toBe(201);
      expect(answer.body.objectName).toMatch(/^images\/\d{13}-me-at-home-[0-9a-f]{8}\.webp$/);
      const name = answer.body.objectName.slice('images/'.length);
      const untilMs = Date.parse(answer.body.validUntil);
      expect(untilMs - clock.now().getTime()).toBeGreaterThan(9 * 60_000);
      expect((await stored(`users/${person.id}`))?.pictureSlot).toEqual({ name, untilMs });
      expect(await stored(`pictures/${name}`)).toMatchObject({ ownerId: person.id, removalBegunAt: null });
      expect((await api.get('/api/auth/user', person)).body).not.toHaveProperty('pictureSlot');
    },
  );

  it.each([
    ['no type', { fileName: 'a.png' }],
    ['another type', { fileName: 'a.svg', contentType: 'image/svg+xml' }],
    ['no name', { contentType: 'image/png' }],
    ['a name that is too long', { fileName: 'n'.repeat(256), contentType: 'image/png' }],
  ])('refuses %s', async (_, body) => {
    expect((await ask(await signIn(), body)).status).toBe(400);
    expect(await storedAll('pictures')).toEqual({});
  });

  it('generates a name that does not depend on hostile file names', async () => {
    const person = await signIn();

    const answer = await ask(person, { fileName: '../../__evil__/x?alt=media#.html', contentType: 'image/png' });

    expect(answer.body.objectName).toMatch(/^images\/\d{13}-[a-z0-9-]+\.png$/);
  });

  it('is limited to 20 in 24 hours per account on all instances', async () => {
    const [person, other] = [await signIn(), await signIn()];
    const elsewhere = createPictureService({
      pictures: createPictureTable(db),
      limits: createLimitRepository(db, { clock, secret: dependencies.config.newsletterSecret }),
      clock,
    });
    for (let n = 0; n < 10; n += 1) {
      await elsewhere.giveSlot({ id: person.id, role: 'user' }, { fileName: 'a.png', contentType: 'image/png' }, null);
    }

    const answers = await Promise.all(Array.from({ length: 14 }, () => ask(person)));

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.text).toBe('You can store 20 pictures a day. Please try again later.');
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(23 * 3_600);
    expect((await ask(other)).status).toBe(201);
    expect(Object.keys(await storedAll('pictures'))).toHaveLength(21);
    // The window of a day consists of sixty parts, each of which expires as a whole.
    clock.advance((24 * 3_600_000 * 61) / 60);
    expect((await ask(person)).status).toBe(201);
  });

  it('names and counts one object per idempotency key', async () => {
    const person = await signIn();
    const repeat = (key: string) =>
      send('POST', PATH, { user: person, body: INPUT, headers: { 'idempotency-key': key } });

    const answers = await Promise.all(Array.from({ length: 5 }, () => repeat('k')));
    for (let n = 0; n < 30; n += 1) answers.push(await clock.stopped(() => repeat('k')));

    expect(new Set(answers.filter(({ status }) => status === 201).map(({ text }) => text)).size).toBe(1);
    expect(Object.keys(await storedAll('pictures'))).toHaveLength(1);
    clock.advance(61_000);
    expect((await repeat('other')).body.objectName).not.toBe(answers[0]?.body.objectName);
  });

  it('allows a profile picture to be stored', async () => {
    const person = await signIn();
    const { objectName } = (await ask(person)).body;
    const bucket = await dependencies.bucket();
    await bucket.file(objectName).save('bytes', {
      resumable: false,
      contentType: 'image/webp',
      metadata: { metadata: { owner: person.id } },
    });
    const { origin, name } = dependencies.config.publicBucket;
    const profileImageUrl = `${origin}/v0/b/${name}/o/${encodeURIComponent(objectName)}?alt=media&token=t`;

    const saved = await api.patch(`/api/users/${person.id}`, { profileImageUrl }, person);

    expect([saved.status, saved.body.profileImageUrl]).toEqual([200, profileImageUrl]);
    expect((await stored(`users/${person.id}`))?.pictures).toEqual([objectName.slice('images/'.length)]);
  });
});

import { MENU_LIMITS, NO_MENU } from '@inkwell/shared/menu';
import { beforeEach, describe, expect, it } from 'vitest';
import { api } from '../testing/api.ts';
import { storedActs } from '../testing/posts.ts';
import { clock, db } from '../testing/server.ts';
import { signInEach, type TestUser } from '../testing/users.ts';

const SETTINGS = '/api/admin/settings';
const ABOUT = { label: 'About', address: '/about' };
const SHOP = { label: 'Shop', address: 'https://shop.example.org/' };

const { admin } = signInEach({ admin: { role: 'admin' } });

beforeEach(() => {
  // Lets cached settings of earlier tests expire.
  clock.advance(60_000);
});

const set = (menu: object, by: TestUser | undefined = admin) => api.patch(SETTINGS, { menu }, by);
const shown = async () => (await api.get('/api/menu')).body;

describe('the menu', () => {
  it('is empty at first, and then contains what admins set, for everybody', async () => {
    expect(await shown()).toEqual(NO_MENU);

    await set({ header: [ABOUT], footer: [ABOUT, SHOP] });
    expect(await shown()).toEqual({ header: [ABOUT], footer: [ABOUT, SHOP] });
    await set({ footer: [SHOP] });

    expect(await shown()).toEqual({ header: [ABOUT], footer: [SHOP] });
    const acts = await storedActs();
    expect(acts.map(({ before, after }) => [before, after])).toEqual(
      expect.arrayContaining([
        [NO_MENU, { header: [ABOUT], footer: [ABOUT, SHOP] }],
        [{ footer: [ABOUT, SHOP] }, { footer: [SHOP] }],
      ]),
    );
  });

  it('does not change the other settings, and they do not change it', async () => {
    await set({ header: [ABOUT] });
    await api.patch(SETTINGS, { comments: { holdFirst: 3 } }, admin);

    expect((await api.get(SETTINGS, admin)).body).toMatchObject({
      comments: { holdFirst: 3 },
      menu: { header: [ABOUT], footer: [] },
    });
  });

  it('is not replaced by a list that was based on another one', async () => {
    await set({ header: [ABOUT], footer: [ABOUT] });
    const patch = { menu: { header: [SHOP], footer: [] }, base: { menu: { header: [], footer: [ABOUT] } } };

    const refused = await api.patch(SETTINGS, patch, admin);

    expect(refused.status).toBe(409);
    expect(refused.body).toEqual((await api.get(SETTINGS, admin)).body);
    expect(await shown()).toEqual({ header: [ABOUT], footer: [ABOUT] });
    expect(await storedActs()).toHaveLength(1);
  });

  it('is saved once by a repeat, and by a change of a list that nobody else changed', async () => {
    await set({ footer: [ABOUT] });
    const patch = { menu: { header: [ABOUT, SHOP] }, base: { menu: { header: [], footer: [] } } };

    for (let attempt = 0; attempt < 2; attempt += 1) expect((await api.patch(SETTINGS, patch, admin)).status).toBe(200);

    expect(await shown()).toEqual({ header: [ABOUT, SHOP], footer: [ABOUT] });
    expect(await storedActs()).toHaveLength(2);
  });

  it('is saved by one of two admins who save concurrently', { tags: 'thorough' }, async () => {
    const links = [ABOUT, SHOP];

    const answers = await Promise.all(
      links.map((link) => api.patch(SETTINGS, { menu: { header: [link] }, base: { menu: { header: [] } } }, admin)),
    );

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const saved = links[answers.findIndex(({ status }) => status === 200)];
    expect((await api.get(SETTINGS, admin)).body.menu.header).toEqual([saved]);
  });

  it.each([
    ['script', [{ label: 'x', address: 'javascript:alert(1)' }]],
    ['data', [{ label: 'x', address: 'data:text/html,x' }]],
    ['another site without a scheme', [{ label: 'x', address: '//example.org' }]],
    ['a name without an address', [{ label: 'x', address: '' }]],
    ['an address without a name', [{ label: ' ', address: '/about' }]],
    ['a long name', [{ label: 'x'.repeat(MENU_LIMITS.label + 1), address: '/about' }]],
    ['a hidden turn of direction', [{ label: 'x', address: '/a\u202eb' }]],
    ['mail with headers', [{ label: 'x', address: 'mailto:a@example.org?bcc=b@example.org' }]],
    ['too many links', Array.from({ length: MENU_LIMITS.header + 1 }, () => ABOUT)],
  ])('refuses %s', async (_name, header) => {
    expect((await set({ header })).status).toBe(400);
    expect(await shown()).toEqual(NO_MENU);
  });

  it('is empty if invalid data is stored, and older settings have none', async () => {
    await db.doc('system/settings').set({ comments: { holdFirst: 2 }, menu: { header: 'x', footer: [{}] } });

    expect(await shown()).toEqual(NO_MENU);
    await db.doc('system/settings').set({ comments: { holdFirst: 2 } });
    expect((await api.get(SETTINGS, admin)).body).toMatchObject({ comments: { holdFirst: 2 }, menu: NO_MENU });
  });
});

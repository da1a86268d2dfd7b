import { DEFAULT_SITE, SITE_COLORS } from '@inkwell/shared/site';
import { SITE_TEXTS } from '@inkwell/shared/site-settings';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { api, send } from '../testing/api.ts';
import { stored, storedActs } from '../testing/posts.ts';
import { clock, db, dependencies } from '../testing/server.ts';
import { signIn, signInEach, type TestUser } from '../testing/users.ts';
import { publicUrl } from '../uploads/image-url.ts';

const SETTINGS = '/api/admin/settings';
const OTHER_HERO = { kicker: 'Ahoy', title: 'Letters', lead: 'From the coast.' };

const { admin } = signInEach({ admin: { role: 'admin' } });

beforeEach(() => {
  // Lets cached settings of earlier tests expire.
  clock.advance(60_000);
});

const set = (patch: object, by: TestUser | undefined = admin) => api.patch(SETTINGS, patch, by);
const settings = async () => (await api.get(SETTINGS, admin)).body;

/** Stores a picture like an upload does. @returns its address */
async function storedPicture(width: number, height: number): Promise<string> {
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#0b6470' } })
    .png()
    .toBuffer();
  const body = new FormData();
  body.append('image', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'mark.png');
  return (await send('POST', '/api/upload', { user: admin, body })).body.imageUrl;
}

/** Stores any bytes under the name of a picture, as a browser with a slot can. */
async function storedBytes(bytes: Buffer | string): Promise<string> {
  const name = `images/${clock.now().getTime()}-mark-600x600.webp`;
  await (await dependencies.bucket()).file(name).save(bytes, { resumable: false });
  return publicUrl(dependencies.config.publicBucket, name);
}

describe('the settings of the site', () => {
  it('are those of publication.config.ts until an admin changes them, and only differences are stored', async () => {
    expect(await settings()).toMatchObject(DEFAULT_SITE);

    expect((await set({ name: 'Harbour Letter', hero: { title: 'Letters' } })).body).toMatchObject({
      ...DEFAULT_SITE,
      name: 'Harbour Letter',
      hero: { ...DEFAULT_SITE.hero, title: 'Letters' },
    });

    const document = await stored('system/settings');
    expect(document).toMatchObject({ name: 'Harbour Letter', hero: { title: 'Letters' } });
    expect(document).not.toHaveProperty('tagLine');
    expect(document).not.toHaveProperty('hero.lead');
    await set({ name: DEFAULT_SITE.name });
    expect(await stored('system/settings')).not.toHaveProperty('name');
  });

  it('keep changes by two admins in different fields, and comments and menu', { tags: 'thorough' }, async () => {
    await set({ comments: { holdFirst: 2 }, menu: { footer: [{ label: 'About', address: '/about' }] } });

    await Promise.all([
      set({ tagLine: 'From the coast' }),
      set({ hero: OTHER_HERO }),
      set({ footer: { note: 'Salt water.' } }),
      set({ robots: { training: false } }),
    ]);

    expect(await settings()).toMatchObject({
      comments: { holdFirst: 2 },
      menu: { footer: [{ label: 'About', address: '/about' }] },
      tagLine: 'From the coast',
      hero: OTHER_HERO,
      footer: { ...DEFAULT_SITE.footer, note: 'Salt water.' },
      robots: { search: true, answers: true, training: false },
    });
  });

  it('store that the setup list was dismissed', async () => {
    expect(await settings()).toMatchObject({ setupIsDismissed: false });
    await set({ setupIsDismissed: true });
    await set({ name: 'Harbour Letter' });

    expect(await settings()).toMatchObject({ setupIsDismissed: true, name: 'Harbour Letter' });
  });

  it('are empty if an admin emptied words of the landing page, and reset to the default on request', async () => {
    const { hero, features } = DEFAULT_SITE;
    await set({ hero: { trust: null }, features: { title1: null, text1: 'Ink that lasts.' } });
    expect(await settings()).toMatchObject({
      hero: { ...hero, trust: null },
      features: { ...features, title1: null, text1: 'Ink that lasts.' },
    });

    await set({ hero: { trust: hero.trust } });
    expect((await settings()).hero).toEqual(hero);
    expect(await stored('system/settings')).not.toHaveProperty('hero.trust');
  });

  it('are in the activity with the state before and after', async () => {
    await set({ name: 'Harbour Letter', robots: { answers: false } });
    await set({ name: 'Harbour Letter' });

    const acts = (await storedActs()).filter(({ action }) => action === 'settings.change');
    expect(acts).toMatchObject([
      {
        actorId: admin.id,
        before: { name: DEFAULT_SITE.name, 'robots.answers': true },
        after: { name: 'Harbour Letter', 'robots.answers': false },
      },
    ]);
  });

  it.each([
    [{ name: ' ' }, 'The name is required'],
    [{ name: 'x'.repeat(31) }, 'The name has more than 30 characters'],
    [{ tagLine: 'two\nlines' }, 'The tag line must be one line'],
    [{ accentLight: 'teal' }, SITE_TEXTS.color],
    [{ edition: 'gallery' }, expect.any(String)],
    [{ accentLight: '#27348b;}body{display:none}' }, SITE_TEXTS.color],
    [{ language: 'English' }, SITE_TEXTS.language],
    [{ timeZone: 'Europe/Atlantis' }, SITE_TEXTS.timeZone],
    [{ contact: 'a@example.org, b@example.org' }, 'Please enter a valid email address.'],
    [{ features: { text2: 'x'.repeat(201) } }, 'The text of a feature has more than 200 characters'],
    [{ hero: { lead: '' } }, 'The text below the title is required'],
    [{ descriptions: { long: 'x'.repeat(201) } }, 'The description has more than 200 characters'],
    [{ robots: { search: 'no' } }, expect.any(String)],
  ])('refuse %j', async (patch, text) => {
    const answer = await set(patch);

    expect(answer.status).toBe(400);
    expect(answer.text).toEqual(text);
    expect(await stored('system/settings')).toBeNull();
  });

  it('refuse accents that are too faint, and name the background', async () => {
    expect((await set({ accentLight: '#8a9a9e' })).text).toBe(
      `In the light theme, #8a9a9e on paper (${SITE_COLORS.light.paper}) has a contrast of 2.79; WCAG AA asks for 4.5`,
    );
    expect((await set({ accentDark: '#27348b' })).text).toContain('In the dark theme, #27348b on paper');
    expect((await set({ accentLight: '#0B6470', accentDark: '#7fd6dd' })).body).toMatchObject({
      accentLight: '#0b6470',
      accentDark: '#7fd6dd',
    });
  });

  it('have the edition Paper if older documents have none, and store another one', async () => {
    await db.doc('system/settings').set({ name: 'Harbour Letter', comments: { holdFirst: 2 }, schemaVersion: 1 });
    expect(await settings()).toMatchObject({ name: 'Harbour Letter', edition: 'paper' });

    expect((await set({ edition: 'journal', base: { edition: 'paper' } })).body).toMatchObject({ edition: 'journal' });
    expect(await stored('system/settings')).toMatchObject({ name: 'Harbour Letter', edition: 'journal' });
    expect((await set({ edition: 'paper', base: { edition: 'journal' } })).status).toBe(200);
    expect(await stored('system/settings')).not.toHaveProperty('edition');
  });
});

describe('pictures of the site', () => {
  it('must be stored ones of the required type and size, by their bytes', async () => {
    const [small, broad, large] = [
      await storedPicture(500, 500),
      await storedPicture(800, 200),
      await storedPicture(600, 512),
    ];
    const svg = await storedBytes('<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"/>');
    clock.advance(1_000);
    const jpeg = await storedBytes(
      await sharp({ create: { width: 600, height: 600, channels: 3, background: '#0b6470' } })
        .jpeg()
        .toBuffer(),
    );

    expect((await set({ logo: small })).text).toBe(SITE_TEXTS.logoSize);
    expect((await set({ icon: broad })).text).toBe(SITE_TEXTS.iconSize);
    expect((await set({ logo: svg })).text).toBe(SITE_TEXTS.stored);
    expect((await set({ icon: jpeg })).text).toBe(SITE_TEXTS.pictureType);
    for (const icon of ['https://example.org/a.png', '/pictures/a.png', `${large.replace('-600x512', '-601x512')}`]) {
      expect((await set({ icon })).text).toBe(SITE_TEXTS.stored);
    }
    expect((await set({ logo: broad, icon: large, cardPicture: jpeg })).status).toBe(200);
  });

  it('count as used until the site shows another one', async () => {
    const url = await storedPicture(600, 600);
    const [name = ''] = /[^/]*$/.exec(decodeURIComponent(new URL(url).pathname)) ?? [];

    await set({ icon: url });
    expect(await stored('system/settings')).toMatchObject({ pictures: [name] });
    await set({ icon: url, name: 'Harbour Letter' });
    await set({ icon: null });

    expect(await settings()).toMatchObject({ icon: null, name: 'Harbour Letter' });
    expect(await stored('system/settings')).not.toHaveProperty('pictures');
  });

  it('are refused while they are being removed', async () => {
    const url = await storedPicture(600, 600);
    const [name = ''] = /[^/]*$/.exec(decodeURIComponent(new URL(url).pathname)) ?? [];
    await db.doc(`pictures/${name}`).update({ removalBegunAt: clock.now() });

    expect((await set({ icon: url })).status).toBe(400);
    expect(await settings()).toMatchObject({ icon: null });
  });
});

describe('what depends on the name', () => {
  it('includes emails, and the names that nobody else may have', async () => {
    await set({ name: 'Harbour Letter', postalAddress: '1 Quay', contact: 'crew@example.org', accentLight: '#0b6470' });

    await api.post('/api/newsletter/subscribe', { email: 'reader@example.org' });
    const [mail] = (await db.collection('mail').get()).docs.map((each) => each.get('message'));
    expect(mail.subject).toBe('Please confirm your Harbour Letter newsletter subscription');
    expect(mail.text).toContain('Happy reading,\nHarbour Letter\n1 Quay\ncrew@example.org\n');
    expect(mail.html).toContain('background-color:#0b6470');
    const reader = await signIn();
    const rename = (displayName: string) => api.patch(`/api/users/${reader.id}`, { displayName }, reader);
    expect((await rename('Harbour Letter Team')).status).toBe(400);
    expect((await rename(`${DEFAULT_SITE.name} Fan`)).status).toBe(200);
  });
});

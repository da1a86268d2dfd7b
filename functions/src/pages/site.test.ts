import { createServer } from 'node:http';
import { editionStyle } from '@inkwell/shared/editions';
import { newsletterWords } from '@inkwell/shared/newsletter-words';
import { DEFAULT_SITE } from '@inkwell/shared/site';
import { LOOK_STYLE_ID, SITE_DATA_ID } from '@inkwell/shared/site-data';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { originOf } from '../testing/origin.ts';
import { seedPost } from '../testing/posts.ts';
import { servePages } from '../testing/served.ts';
import { clock, db, dependencies, resetFirestore } from '../testing/server.ts';
import { publicUrl } from '../uploads/image-url.ts';
import { SOCIAL_CARD } from './site-files.ts';

const HTML =
  '<!doctype html><html lang="en"><head><title>Built</title><meta name="description" content="Built">' +
  '<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/apple-touch-icon.png">' +
  '<link rel="manifest" href="/manifest.webmanifest"><link rel="alternate" type="application/atom+xml" title="Built" href="/feed.xml">' +
  `</head><body><div id="root"></div><script type="application/json" id="${SITE_DATA_ID}">{}</script></body></html>`;

const CHANGED = {
  name: 'Harbour & Letter',
  tagLine: 'From the coast',
  accentLight: '#0b6470',
  accentDark: '#7fd6dd',
  descriptions: { long: 'Letters from the coast.', short: 'Letters.' },
  hero: { kicker: 'Ahoy', title: 'Letters </script>', lead: 'Read them.' },
  footer: { about: 'Salt water.', note: 'By the sea.' },
  language: 'de',
  contact: 'crew@example.org',
  postalAddress: '1 Quay',
};

/** What documents tell the app. */
const { descriptions: _, ...SHOWN } = CHANGED;

let pages: Awaited<ReturnType<typeof servePages>>;
beforeAll(async () => {
  pages = await servePages({ html: HTML });
  // The first answers of a process take longer than the limit for pages.
  for (const path of ['/feed.xml', '/posts', '/']) await pages.get(path);
});
beforeEach(resetFirestore);
afterAll(() => pages.close());

const set = (values: object) => db.doc('system/settings').set(values);
const text = async (path: string) => (await pages.get(path)).text;
const dataIn = (html: string) => JSON.parse(new RegExp(`id="${SITE_DATA_ID}">([^<]*)<`).exec(html)?.[1] ?? '');

/** Stores a picture unchanged. @returns its address */
async function pictureOf(width: number, height: number, background: string): Promise<string> {
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .webp({ lossless: true })
    .toBuffer();
  const name = `images/${clock.now().getTime()}-icon-${width}x${height}.webp`;
  await (await dependencies.bucket()).file(name).save(bytes, { resumable: false, contentType: 'image/webp' });
  return publicUrl(dependencies.config.publicBucket, name);
}

async function pixel(file: string, left: number, top: number): Promise<string> {
  const picture = sharp((await pages.get(file)).bytes).flatten({ background: '#ffffff' });
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const at = (top * info.width + left) * info.channels;
  return `#${data.subarray(at, at + 3).toString('hex')}`;
}

describe('a site that no admin has changed', () => {
  it('is the one in publication.config.ts', async () => {
    const html = await text('/');

    expect(html).toContain(`<title>${DEFAULT_SITE.name} · ${DEFAULT_SITE.tagLine}</title>`);
    expect(html).toContain('<link rel="icon" href="/favicon.svg" type="image/svg+xml">');
    expect(html).toContain('/social-card.png"');
    expect(html).not.toContain('<style');
    expect(await text('/robots.txt')).not.toMatch(/Content-Signal|GPTBot/);
    expect(JSON.parse(await text('/manifest.webmanifest'))).toMatchObject({
      name: DEFAULT_SITE.name,
      description: DEFAULT_SITE.descriptions.short,
      theme_color: DEFAULT_SITE.accentLight,
      icons: [{ src: '/favicon.svg' }, { src: '/icon-192.png' }, { src: '/icon-512.png' }],
    });
  });
});

describe('a changed site', () => {
  it('has its edition in the head of every page, and nothing of it for Paper', async () => {
    const paths = ['/', '/posts', '/no-such-page', '/shell.html'];
    const withoutTime = async (path: string) => (await text(path)).replace(/ data-made-at="[^"]*"/, '');
    const plain = await Promise.all(paths.map(withoutTime));

    await set({ edition: 'journal' });
    const head = `<style id="${LOOK_STYLE_ID}">${editionStyle('journal')}</style></head>`;
    for (const path of paths) expect(await text(path)).toContain(head);

    for (const older of [{ edition: 'paper' }, { edition: 'gallery' }, { comments: { access: 'all' } }]) {
      await set(older);
      expect(await Promise.all(paths.map(withoutTime))).toEqual(plain);
    }
  });

  it('has its name, words and colors on every page, with and without content', async () => {
    await seedPost({ title: 'Low tide' });
    await set(CHANGED);

    for (const path of [
      '/',
      '/posts',
      '/categories',
      '/no-such-page',
      '/admin',
      '/search',
      '/shell.html',
      '/auth/action',
    ]) {
      const html = await text(path);
      expect([path, dataIn(html)]).toMatchObject([path, SHOWN]);
      expect(html).toMatch(/<title>[^<]*Harbour &amp; Letter[^<]*<\/title>/);
      expect(html).toContain('title="Harbour &amp; Letter" href="/feed.xml"');
      expect(html).toMatch(/:root\{--accent:#0b6470;--accent-hover:#[0-9a-f]{6};/);
      expect(html).toContain('[data-mantine-color-scheme="dark"]{--accent:#7fd6dd;');
      expect(html).toMatch(/href="\/manifest\.webmanifest\?v=[0-9a-f]{8}"/);
      expect(html).not.toContain(DEFAULT_SITE.name);
    }
    const home = await text('/');
    for (const words of [
      'Letters &lt;/script&gt;',
      'content="Letters from the coast."',
      '"@type":"WebSite","name":"Harbour',
    ]) {
      expect(home).toContain(words);
    }
    const list = await text('/posts');
    for (const words of ['Salt water.', 'By the sea.</p><p>1 Quay</p>', 'mailto:crew@example.org', 'lang="de"']) {
      expect(list).toContain(words);
    }
  });

  it('promises the weekly digest only while it is on, with and without the app', async () => {
    for (const digestIsOn of [false, true]) {
      await set({ newsletter: { digestIsOn } });
      const html = await text('/posts');
      const { places, consent } = newsletterWords(DEFAULT_SITE.name, { digestIsOn });
      expect(dataIn(html).newsletter.consent).toBe(consent);
      expect(html).toContain(consent);
      expect(html).toContain(`>${places.footer.text}</p>`);
    }
  });

  it('has them in feeds and in the manifest', async () => {
    await seedPost({ title: 'Low tide' });
    await set(CHANGED);

    const feed = await text('/feed.xml');
    expect(feed).toContain('<title>Harbour &amp; Letter</title>');
    expect(feed).toContain('<subtitle>From the coast</subtitle>');
    expect(feed).toContain('xml:lang="de"');
    const { headers, text: manifest } = await pages.get('/manifest.webmanifest');
    expect(headers.get('content-type')).toBe('application/manifest+json; charset=utf-8');
    expect(JSON.parse(manifest)).toMatchObject({
      name: 'Harbour & Letter',
      description: 'Letters.',
      theme_color: '#0b6470',
    });
  });

  it('shows a logo instead of the drawing, and the picture for chats', async () => {
    const [logo, cardPicture] = ['https://x.example/o/images%2F1-logo-800x200.webp', 'https://x.example/card.png'];
    await set({ logo, cardPicture });

    const html = await text('/posts');

    expect(html).toMatch(new RegExp(`<img src="${logo}"[^>]*logo[^>]*>`));
    expect(html).toContain(`<meta property="og:image" content="${cardPicture}">`);
    expect(dataIn(html)).toMatchObject({ logo });
    const beside = `${DEFAULT_SITE.name}</span></span></a>`;
    expect(html).toContain(beside);

    await set({ logo, logoReplacesName: true });
    const alone = await text('/posts');
    expect(alone).toMatch(new RegExp(`<img src="${logo}" alt="${DEFAULT_SITE.name}"`));
    expect(alone).not.toContain(beside);
  });

  it('tells machines their permissions', async () => {
    await set({ robots: { search: true, answers: true, training: false } });

    const robots = await text('/robots.txt');
    expect(robots).toContain('User-agent: *\nContent-Signal: search=yes, ai-input=yes, ai-train=no\nAllow: /\n');
    expect(robots).toMatch(/User-agent: GPTBot\n(?:User-agent: .*\n)*Disallow: \/\n/);
    expect(robots).not.toContain('PerplexityBot');
    expect(robots).toContain('Sitemap: ');
    expect(await text('/posts')).not.toContain('noindex');
  });

  it('asks search engines not to list any of its pages', async () => {
    const post = await seedPost({ title: 'Low tide' });
    await set({ robots: { search: false, answers: true, training: true } });

    for (const path of ['/', '/posts', `/posts/${post.id}/low-tide`, '/admin']) {
      expect([path, await text(path)]).toEqual([
        path,
        expect.stringContaining('<meta name="robots" content="noindex">'),
      ]);
    }
    const robots = await text('/robots.txt');
    expect(robots).toContain('Content-Signal: search=no, ai-input=yes, ai-train=yes');
    // Search engines must be able to read that pages are excluded.
    expect(robots).not.toMatch(/Sitemap:|Disallow: \/\n/);
  });
});

describe('the icons', () => {
  const SQUARES = [
    ['/apple-touch-icon.png', 180],
    ['/icon-192.png', 192],
    ['/icon-512.png', 512],
  ] as const;

  it('are drawn in the accent', async () => {
    await set({ accentLight: '#0b6470' });

    for (const [file, side] of SQUARES) {
      const { status, headers, bytes } = await pages.get(file);
      expect([status, headers.get('content-type')]).toEqual([200, 'image/png']);
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: side, height: side });
      expect(await pixel(file, 4, 4)).toBe('#0b6470');
    }
    expect(await text('/favicon.svg')).toContain('fill="#0b6470"');
    const ico = await pages.get('/favicon.ico');
    expect(ico.headers.get('content-type')).toBe('image/x-icon');
    expect([ico.bytes.readUInt16LE(2), ico.bytes.readUInt16LE(4), ico.bytes.readUInt32LE(14)]).toEqual([
      1,
      1,
      ico.bytes.length - 22,
    ]);
    expect(await sharp(ico.bytes.subarray(22)).metadata()).toMatchObject({ format: 'png', width: 48, height: 48 });
    expect(await sharp((await pages.get('/card.png')).bytes).metadata()).toMatchObject({
      format: 'png',
      ...SOCIAL_CARD,
    });
  });

  it("lead to the site's card, if none is drawn", async () => {
    expect(await pages.get('/card.png')).toMatchObject({ status: 302, location: '/social-card.png' });

    const cardPicture = publicUrl(dependencies.config.publicBucket, 'images/1763700000000-card-1200x630.webp');
    await set({ cardPicture });
    expect(await pages.get('/card.png')).toMatchObject({ status: 302, location: cardPicture });
  });

  it('neither fetch from another host nor redirect there, whatever is stored', async () => {
    const asked: string[] = [];
    const host = createServer((req, res) => {
      asked.push(req.url ?? '');
      res.end('x');
    });
    const address = `${await originOf(host)}/x`;
    await set({ icon: address, cardPicture: address, accentLight: '#0b6470' });

    for (const file of ['/favicon.ico', '/favicon.svg', '/card.png', ...SQUARES.map(([name]) => name)])
      expect([file, (await pages.get(file)).status]).toEqual([file, 200]);

    expect(await pixel('/icon-192.png', 4, 4)).toBe('#0b6470');
    expect(asked).toEqual([]);
    host.close();
  });

  it("are made from the admin's picture, in every document", async () => {
    await set({ icon: await pictureOf(600, 600, '#aa3322') });

    for (const [file] of SQUARES) expect(await pixel(file, 90, 90)).toBe('#aa3322');
    expect(await pages.get('/favicon.svg')).toMatchObject({ status: 302, location: '/icon-192.png' });
    expect(await text('/posts')).toMatch(/<link rel="icon" href="\/icon-192\.png\?v=[0-9a-f]{8}" type="image\/png">/);
    expect(JSON.parse(await text('/manifest.webmanifest')).icons).toHaveLength(2);
    expect(await text('/')).toMatch(/og:image" content="[^"]*\/card\.png\?v=[0-9a-f]{8}"/);
  });

  it('answer 503, which is never cached, while the picture cannot be loaded', async () => {
    await set({ icon: publicUrl(dependencies.config.publicBucket, 'images/1763700000000-gone-600x600.webp') });

    const answer = await pages.get('/icon-192.png');

    expect([answer.status, answer.headers.get('cache-control')]).toEqual([503, 'no-store']);
    expect((await pages.get('/posts')).status).toBe(200);
  });
});

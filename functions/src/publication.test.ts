import type { Post } from '@inkwell/shared/posts';
import { describe, expect, it, vi } from 'vitest';

const SITE = 'https://tideline.example';

// Another publication's configuration.
vi.mock('../../publication.config.ts', () => import('../../docs/examples/tideline.config.ts'));

describe('emails', () => {
  it('contain name, colors, sender and postal address', async () => {
    const { confirmationMail } = await import('./newsletter/confirmation-mail.ts');
    const { DEFAULT_SITE } = await import('@inkwell/shared/site');

    const mail = confirmationMail({
      to: 'a@example.com',
      site: DEFAULT_SITE,
      siteUrl: SITE,
      wants: ['newsletter'],
      confirmationToken: 'c',
      unsubscribeToken: 'u',
    });

    expect(mail).toMatchObject({
      from: 'Tideline <letters@tideline.example>',
      replyTo: 'crew@tideline.example',
      message: { subject: 'Please confirm your Tideline newsletter subscription' },
    });
    const { text, html } = mail.message;
    expect(text).toContain('Happy reading,\nTideline\nTideline, 1 Harbour Row, Seahaven\ncrew@tideline.example\n');
    expect(html).toMatch(/background-color:#0b6470">\s*<a [^>]*color:#ffffff/);
    expect(html).toContain("font-family:'Trebuchet MS',Arial,sans-serif");
    expect(html).toContain('Tideline, 1 Harbour Row, Seahaven<br>');
    expect(text + html).not.toContain('Inkwell');
  });
});

describe('served pages', () => {
  it('contain the name in head, header and structured data', async () => {
    const [{ DEFAULT_SETTINGS }, { DEFAULT_SITE, siteOf }, { headMarkup }, { renderPage }, { articleData, siteData }] =
      await Promise.all([
        import('@inkwell/shared/settings'),
        import('@inkwell/shared/site'),
        import('./pages/head.ts'),
        import('@inkwell/web/server'),
        import('./pages/structured-data.ts'),
      ]);
    const post = {
      id: 'p1',
      title: 'A letter',
      createdAt: '2026-01-01T00:00:00.000Z',
      author: {},
      authors: [],
      tags: [],
    } as unknown as Post;

    const head = headMarkup(
      {
        title: 'T',
        description: 'D',
        canonicalUrl: SITE,
        structuredData: [siteData(DEFAULT_SITE, SITE), ...articleData(post, DEFAULT_SITE, SITE)],
      },
      DEFAULT_SITE,
      SITE,
    );

    expect(head).toContain('<meta property="og:site_name" content="Tideline">');
    expect(head).toContain('<meta property="og:image:alt" content="Tideline">');
    expect(head).toContain(
      `"publisher":{"@type":"Organization","name":"Tideline","url":"${SITE}","sameAs":["https://social.example/@tideline"]}`,
    );
    const site = siteOf(DEFAULT_SETTINGS);
    const { html: body } = await renderPage({ url: '/', site, answers: [], madeAt: '2026-11-28', isUnknown: false });
    expect(body).toContain('aria-label="Tideline, home" href="/"');
    expect(body).toContain('Welcome to Tideline');
    expect(head + body).not.toContain('Inkwell');
  });
});

it('names the API after the publication', async () => {
  const { openApiDocument } = await import('./openapi/document.ts');

  const { info } = openApiDocument();

  expect(info.title).toBe('Tideline API');
  expect(info.description).toMatch(/^Every call of Tideline,/);
});

it('titles feeds with the name and tag line', async () => {
  const { createFeedService } = await import('./pages/feeds.service.ts');
  const { DEFAULT_SITE } = await import('@inkwell/shared/site');
  const none = { list: async () => [], newest: async () => [], getAll: async () => new Map() };

  const feed = await createFeedService({
    published: none,
    categories: none,
    authors: none,
    tagNames: none,
    site: async () => DEFAULT_SITE,
    siteUrl: SITE,
    now: () => new Date(0),
  } as unknown as Parameters<typeof createFeedService>[0]).feed(null, 'atom');

  expect(feed).toContain('<title>Tideline</title>');
  expect(feed).toContain('Letters from the coast');
});

it('is served at its own address unless a deployment sets another', async () => {
  const { declaredParams } = await import('firebase-functions/params');
  await import('./index.ts');

  expect(declaredParams.find(({ name }) => name === 'SITE_URL')?.options).toMatchObject({ default: SITE });
});

it("uses its address in a deployment without a parameter, and reads the app from Hosting's own address", async () => {
  const { hostingAddress, siteAddress, siteOrigins } = await import('./compose/config.ts');
  const value = <T>(known: T) => ({ value: () => known });
  const parameters = (siteUrl: string) => ({
    projectId: value('inkwell-live'),
    storageBucket: value(''),
    siteUrl: value(siteUrl),
    trustedHops: value(2),
    liveMaxSockets: value(900),
    liveMaxSocketsPerAccount: value(10),
    liveMaxSocketsPerAddress: value(100),
    liveTrustedHops: value(1),
    newsletterMailsPerHour: value(500),
    newsletterSecret: value(''),
    smtpUrl: value('none'),
    sesTopicArn: value(''),
    postmarkEvents: value('none'),
  });

  expect(siteAddress(parameters(''))).toBe(SITE);
  expect(siteOrigins(parameters(''))).toContain(SITE);
  expect(siteAddress(parameters('https://elsewhere.test'))).toBe('https://elsewhere.test');
  expect(hostingAddress(parameters('https://elsewhere.test'))).toBe('https://inkwell-live.web.app');
});

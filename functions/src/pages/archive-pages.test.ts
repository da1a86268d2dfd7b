import { DEFAULT_SITE } from '@inkwell/shared/site';
import { pageTitle } from '@inkwell/shared/site-data';
import { beforeEach, describe, expect, it } from 'vitest';
import { encodeIssue, NEW_ISSUE } from '../newsletter-issues/newsletter-issues.converter.ts';
import { api } from '../testing/api.ts';
import { answersIn, SITE, serveEachTest } from '../testing/served.ts';
import { clock, db } from '../testing/server.ts';

const site = serveEachTest();
const { get, statusOf } = site;

const allow = (archive: 'off' | 'on') => api.patch('/api/admin/settings', { newsletter: { archive } }, site.admin);

async function archive(slug: string, fields: object = {}): Promise<void> {
  const at = clock.now();
  const issue = encodeIssue(
    { ...NEW_ISSUE, subject: 'Low <b> tide', content: 'Hello **you**.' },
    { createdBy: 'ada', at },
  );
  const archived = { status: 'sent', startedAt: at, archivedAt: at, slug, isOnePost: false };
  await db.doc(`newsletterIssues/${slug}`).set({ ...issue, ...archived, ...fields });
}

beforeEach(async () => {
  await allow('on');
});

describe('the pages of the newsletter', () => {
  it("show an issue as an article, with the app's answer and nothing about a subscriber", async () => {
    await archive('low-tide', { previewText: 'What the sea left' });

    const page = await get('/newsletter/low-tide');

    expect(page.status).toBe(200);
    for (const part of [
      `<title>${pageTitle('Low &lt;b&gt; tide', DEFAULT_SITE)}</title>`,
      `<link rel="canonical" href="${SITE}/newsletter/low-tide">`,
      '<meta name="description" content="What the sea left">',
      'Low &lt;b&gt; tide</h1>',
      '<time datetime="',
      '<p>Hello <strong>you</strong>.</p>',
      'href="/newsletter">All issues</a>',
      'name="robots" content="max-image-preview:large"',
    ]) {
      expect(page.text.replaceAll('dateTime', 'datetime')).toContain(part);
    }
    expect(page.text).not.toMatch(/token|\/newsletter\/(?:unsubscribe|choices|confirm)/);
    expect(answersIn(page.text)[0]).toEqual({
      queryKey: ['newsletter', 'archive', 'low-tide'],
      data: (await api.get('/api/newsletter/archive/low-tide')).body,
    });
    expect(page.headers.get('cache-control')).toContain('s-maxage');
    expect(await statusOf('/newsletter/Low-Tide')).toEqual([301, '/newsletter/low-tide']);
  });

  it('list issues with the subscription form, and say that there are none yet', async () => {
    expect((await get('/newsletter')).text).toContain('No Issues Yet');

    await archive('low-tide');
    const page = await get('/newsletter');

    expect(page.text).toContain('href="/newsletter/low-tide"');
    expect(page.text).toMatch(
      /<h1[^>]*>Newsletter<\/h1>[\s\S]*name="newsletter-email"[\s\S]*Low &lt;b&gt; tide[\s\S]*<footer/,
    );
  });

  it('hide a single post from search engines, and list the others in the sitemap', async () => {
    await archive('low-tide');
    await archive('one-post', { isOnePost: true });

    expect((await get('/newsletter/one-post')).text).toContain('<meta name="robots" content="noindex">');
    const { text } = await get('/sitemap.xml');
    expect(text).toContain(`<loc>${SITE}/newsletter</loc>`);
    expect(text).toContain(`<loc>${SITE}/newsletter/low-tide</loc>`);
    expect(text).not.toContain('one-post');
    expect((await get('/feed.xml')).text).not.toContain('low-tide');
  });

  it('are not found without the issue and while the archive is off; the pages in emails stay', async () => {
    await archive('low-tide', { archivedAt: null });
    expect(await statusOf('/newsletter/low-tide')).toBe(404);
    await archive('low-tide');
    await allow('off');

    for (const path of ['/newsletter', '/newsletter/low-tide', '/newsletter/none', '/newsletter/a/b'])
      expect([path, await statusOf(path)]).toEqual([path, 404]);
    expect((await get('/sitemap.xml')).text).not.toContain('/newsletter');
    for (const path of ['confirm', 'unsubscribe', 'choices']) expect(await statusOf(`/newsletter/${path}`)).toBe(200);
  });
});

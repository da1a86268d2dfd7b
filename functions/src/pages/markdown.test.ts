import { readFrontMatter } from '@inkwell/formats/exported-front-matter';
import { postPath } from '@inkwell/shared/slug';
import { describe, expect, it } from 'vitest';
import { api } from '../testing/api.ts';
import { SITE, serveEachTest } from '../testing/served.ts';
import { FEED_BYTES } from './feeds.service.ts';

const site = serveEachTest();

const { get, publish: write } = site;

const linkOf = (answer: { readonly headers: Headers }) => answer.headers.get('link');

describe('a public post as Markdown', () => {
  it('is its stored text after its metadata, for programs and not for search engines', async () => {
    const content = '# Notes\n\n---\n\n<script>alert(1)</script> `code`  \n';
    const post = await write({ title: 'Low: "tide"', content, tags: ['Green Tea', '#internal'] });

    const answer = await get(`${postPath(post)}.md`);

    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    expect(answer.headers.get('content-signal')).toBeNull();
    expect(answer.headers.get('cache-control')).toBe((await get(postPath(post))).headers.get('cache-control'));
    expect(linkOf(answer)).toBe(`<${SITE}${postPath(post)}>; rel="canonical"`);
    const { fields, text } = readFrontMatter(answer.text);
    expect(text).toBe(post.content);
    expect(fields).toMatchObject({
      title: 'Low: "tide"',
      date: post.publishedAt,
      tags: ['Green Tea'],
      canonical: `${SITE}${postPath(post)}`,
    });
    expect(fields.authors).toHaveLength(1);
    expect((await get(postPath(post))).text).toContain(
      `<link rel="alternate" type="text/markdown" href="${SITE}${postPath(post)}.md">`,
    );
    expect(answer.headers.get('etag')).not.toBeNull();
  });

  it('says whether the post has formulas, which are MathML on its page and source text in feeds', async () => {
    const content = 'A$AP Rocky and A$AP Ferg let $x$ be.';
    const [plain, post] = [
      await write({ title: 'Names', content }),
      await write({ title: 'Sums', content, math: true }),
    ];

    expect(readFrontMatter((await get(`${postPath(post)}.md`)).text)).toMatchObject({
      fields: { math: true },
      text: content,
    });
    expect(readFrontMatter((await get(`${postPath(plain)}.md`)).text).fields).not.toHaveProperty('math');
    expect((await get(postPath(post))).text).toContain('A$AP Rocky and A$AP Ferg let <math><mi>x</mi></math> be.');
    expect((await get(postPath(plain))).text).not.toContain('<math>');
    expect((await get('/feed.xml')).text).toContain('&lt;code class=&quot;math-inline&quot;&gt;$x$&lt;/code&gt;');
  });

  it('moves with the post, and does not exist before its publication or afterwards', async () => {
    const post = await write({ title: 'Low tide' });
    const moved = await get(`/posts/${post.id}/old-name.md`);
    expect([moved.status, moved.headers.get('location')]).toEqual([301, `${postPath(post)}.md`]);
    const draft = await write({ title: 'A draft', isPublished: false });
    const gone = await write({ title: 'Gone' });
    await api.delete(`/api/posts/${gone.id}`, site.admin);

    for (const path of [postPath(draft), postPath(gone), `/posts/${'x'.repeat(20)}`]) {
      expect(await get(`${path}.md`)).toMatchObject({ status: 404, text: 'Not found' });
    }
  });
});

describe('other pages as Markdown', () => {
  it('are lists of links to their posts', async () => {
    const post = await write({ title: 'Low [tide](x)', excerpt: 'One\ntwo', tags: ['Green Tea'] });
    await write({ title: 'Hidden', isPublished: false, tags: ['Green Tea'] });

    for (const path of [
      '/tags/green-tea',
      (await get(`/authors/${post.authorId}`)).headers.get('location') ?? `/authors/${post.authorId}`,
    ]) {
      const answer = await get(`${path}.md`);

      expect(answer.status).toBe(200);
      const { fields, text } = readFrontMatter(answer.text);
      expect(fields.canonical).toBe(SITE + path);
      expect(text).toBe(`- [Low \\[tide\\](x)](${SITE}${postPath(post)}.md): One two`);
    }
    for (const path of [
      '/tags/nothing',
      '/tags/internal',
      '/series/nothing',
      '/posts',
      '/search',
      '/index',
      '/admin',
    ]) {
      expect((await get(`${path}.md`)).status).toBe(404);
    }
  });

  it('are the texts of site pages', async () => {
    const fields = { title: 'About us', content: 'We *write*.', slug: 'about-us', isPublished: true };
    expect((await api.post('/api/admin/pages', fields, site.admin)).status).toBe(201);

    const answer = await get('/about-us.md');

    expect(readFrontMatter(answer.text)).toMatchObject({
      fields: { title: 'About us', canonical: `${SITE}/about-us` },
      text: 'We *write*.',
    });
    expect((await get('/About-us.md')).headers.get('location')).toBe('/about-us.md');
  });
});

describe('the lists for language models', () => {
  it('contain public content, and the rules for machines', async () => {
    const post = await write({ title: 'Low tide', excerpt: 'About water' });
    await write({ title: 'A draft', isPublished: false });
    await write({ title: 'Another draft: hidden', isHiddenFromSearch: true });
    for (const page of [{ title: 'About us' }, { title: 'A page in draft', isPublished: false }])
      await api.post('/api/admin/pages', { content: 'We write.', isPublished: true, ...page }, site.admin);
    const robots = { search: true, answers: true, training: false };
    expect((await api.patch('/api/admin/settings', { robots }, site.admin)).status).toBe(200);

    const list = await get('/llms.txt');
    const full = await get('/llms-full.txt');

    expect(list.text).toMatch(/^# Inkwell\n\n> /);
    expect(list.text).toContain(`- [Low tide](${SITE}${postPath(post)}.md): About water`);
    expect(list.text).toContain(`- [About us](${SITE}/about-us.md)\n`);
    expect(full.text).toContain('\n\nIt draws.\n');
    for (const { text, headers } of [list, full]) {
      expect(text).not.toContain('draft');
      expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(headers.get('content-signal')).toBe('search=yes, ai-input=yes, ai-train=no');
    }
  });

  it('contain at most a megabyte of texts', async () => {
    for (let count = 0; count < 6; count += 1) await write({ title: `Post ${count}`, content: 'é'.repeat(99_000) });

    const { text } = await get('/llms-full.txt');

    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(FEED_BYTES + 100);
    expect(text.match(/title: /g)).toHaveLength(5);
  });
});

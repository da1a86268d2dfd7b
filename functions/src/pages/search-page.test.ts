import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { seedCategory, seedPost } from '../testing/posts.ts';
import { servePages } from '../testing/served.ts';
import { resetFirestore } from '../testing/server.ts';
import { signIn } from '../testing/users.ts';

const site = await servePages();
afterAll(site.close);
beforeEach(resetFirestore);

/** The content of the page itself, without the data for the app. */
const markupOf = (text: string): string => text.split('<script type="application/json"')[0] ?? '';

describe('/search', () => {
  it('is served with its results and their number, for readers and not for search engines', async () => {
    const post = await seedPost({ title: 'Harbours', content: 'x' });
    await seedPost({ title: 'Hidden harbour', content: 'x', isPublished: false });

    const { status, text } = await site.get('/search?q=%20harbour%20');

    const markup = markupOf(text);
    expect(status).toBe(200);
    expect(markup).toContain('<meta name="robots" content="noindex">');
    expect(markup).toContain('<h1>Search Results</h1>');
    expect(markup).toMatch(/<span role="status"[^>]*>1 result<\/span>/);
    expect(markup).toContain(`href="/posts/${post.id}`);
    expect(markup).toMatch(/maxLength="200" placeholder="Search blogs..." name="q" value="harbour"/);
    expect(markup).not.toContain('Hidden');
    expect(text).toContain('["search","harbour","best"]');
  });

  it('shows the suggestion, and links to the other order', async () => {
    await seedPost({ title: 'Harbour one', content: 'x' });
    await seedPost({ title: 'Harbour two', content: 'x' });

    const markup = markupOf((await site.get('/search?q=harbuor&sort=newest')).text);

    expect(markup).toContain('No post has <q dir="auto">harbuor</q>.');
    expect(markup).toContain('Showing results for <q dir="auto">harbour</q>');
    expect(markup).toContain('<span aria-current="true">Newest first</span>');
    expect(markup).toContain('href="/search?q=harbuor">Best first</a>');
  });

  it('highlights the words, and narrows the results with a form that works without scripts', async () => {
    const [coast, inland] = [await seedCategory('Coast'), await seedCategory('<Inland>')];
    await seedPost({ title: 'Harbours', content: 'A harbour & more', categoryId: coast.id });
    await seedPost({ title: 'Harbour two', content: 'x', categoryId: inland.id });

    const all = markupOf((await site.get('/search?q=harbour&sort=newest')).text);
    expect(all).toContain('<mark>Harbours</mark></a>');
    expect(all).toContain('A <mark>harbour</mark> &amp; more');
    expect(all).toContain('action="/search"');
    expect(all).toContain(
      '<input type="hidden" name="q" value="harbour"><input type="hidden" name="sort" value="newest">',
    );
    expect(all).toContain(`<option value="${inland.id}">&lt;Inland&gt;</option>`);
    expect(all).not.toContain('Remove filters');

    const { text } = await site.get(`/search?q=harbour&category=${coast.id}&tag=&year=x&author=`);
    const narrowed = markupOf(text);
    expect(narrowed).toMatch(/<span role="status"[^>]*>1 result<\/span>/);
    expect(narrowed).toContain(`<option value="${coast.id}" selected>Coast</option>`);
    expect(narrowed).toContain('href="/search?q=harbour">Remove filters</a>');
    expect(text).toContain(`["search","harbour","best",["category","${coast.id}"]]`);
    expect(markupOf((await site.get('/search?q=harbour&tag=nowhere')).text)).toContain('No results found');
  });

  it('asks for words if there are none, and escapes existing ones', async () => {
    expect(markupOf((await site.get('/search')).text)).toContain('<h1>Search</h1>');
    const { status, text } = await site.get(`/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`);

    expect(status).toBe(200);
    expect(text).not.toContain('<script>alert');
    expect(markupOf(text)).toContain('No results found');
  });
});

describe('an unknown address', () => {
  it('shows suggestions for its words, as links and for the app', async () => {
    const admin = await signIn({ role: 'admin', displayName: 'Harbour Master' });
    const post = await seedPost({
      title: 'A <harbour> at night',
      content: 'x',
      tags: ['Harbours'],
      authorId: admin.id,
    });
    await seedPost({ title: 'The harbour plans', content: 'x', isPublished: false });

    const { status, text } = await site.get('/2019/05/the-harbour-at-night.html');

    const markup = markupOf(text);
    expect(status).toBe(404);
    expect(markup).toContain('<h1>404 Page Not Found</h1>');
    expect(markup).toContain('<h2 id="meant">Did you mean</h2>');
    expect(markup).toContain(`href="/posts/${post.id}/a-harbour-at-night">A &lt;harbour&gt; at night</a>`);
    expect(markup).not.toContain('plans');
    expect(text).toContain('["search","suggestions","the harbour at night"]');
    expect(markupOf((await site.get('/tags/harbours-of-old')).text)).not.toContain('plans');
    expect(markupOf((await site.get('/wp-login.php')).text)).not.toContain('Did you mean');
  });

  it('of a deleted or never existing post is the usual 404, with suggestions for its slug', async () => {
    const post = await seedPost({ title: 'A harbour at night', content: 'x' });
    const draft = await seedPost({ title: 'The harbour plans', content: 'x', isPublished: false });

    for (const path of ['/posts/gone/the-harbour-by-night', `/posts/${draft.id}/harbour-night`]) {
      const { status, text } = await site.get(path);
      const markup = markupOf(text);
      expect(status).toBe(404);
      expect(markup).toContain('<meta name="robots" content="noindex">');
      expect(markup).toContain('>Post Not Found</h1>');
      expect(markup).toContain('The post you&#39;re looking for doesn&#39;t exist or has been removed.');
      expect(markup).toContain(`href="/posts/${post.id}/a-harbour-at-night">A harbour at night</a>`);
      expect(text).toMatch(/\["search","suggestions","(?:the harbour by|harbour) night"\]/);
      expect(text).not.toContain('plans');
    }
    for (const path of ['/posts/harbour', `/posts/${draft.id}`])
      expect(markupOf((await site.get(path)).text)).not.toContain('Did you mean');
  });
});

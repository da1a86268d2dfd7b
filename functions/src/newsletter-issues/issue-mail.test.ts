import { escapeHtml } from '@inkwell/shared/escape';
import { DEFAULT_SITE } from '@inkwell/shared/site';
import { describe, expect, it } from 'vitest';
import { renderIssue } from './issue-mail.ts';
import { createReadIssueParts, type IssueParts } from './issue-parts.ts';
import { postTexts } from './post-text.ts';

const SITE_URL = 'https://inkwell.example';
const NO_PARTS = { copies: new Map<string, string>(), languages: new Map<string, string>() };

const htmlOf = (language: string, content = 'La mer monte.', parts: IssueParts = NO_PARTS): string => {
  const site = { ...DEFAULT_SITE, language };
  const issue = { subject: 'Bonjour', content, previewText: null };
  const rendered = renderIssue(issue, { site, siteUrl: SITE_URL, secret: 'of the tests', parts });
  return rendered.mailTo({ id: 'a'.repeat(64), to: 'ada@example.com' }).message.html;
};

describe('the email of an issue', () => {
  it("marks user text with the publication's language, and the product's words as English", () => {
    const html = htmlOf('fr');

    expect(html).toContain('<html lang="en">');
    expect(html).toContain('<span lang="fr" dir="auto">Bonjour</span>');
    expect(html).toMatch(/<div class="text" lang="fr" dir="auto">\s*<p[^>]*>La mer monte\.<\/p>/);
    expect(html).not.toMatch(/lang="fr"[^>]*>(?:(?!<\/div>)[\s\S])*Unsubscribe/);
  });

  it('marks each post with its own language, and the text around them with none', async () => {
    const post = (id: string, title: string) => ({
      id,
      title,
      slug: null,
      excerpt: `About ${title}.`,
      content: '## A part\n\nWords.\n\n---\n\nMore.',
      featuredImage: null,
      coverDescription: null,
    });
    const posts = [post('a', 'Das Meer'), post('b', 'La mer'), post('c', 'Море')];
    const languages: Record<string, string | null> = { a: 'de', b: 'fr', c: null };
    const findPost = async (id: string) => ({ language: languages[id] ?? null });
    const partsOf = createReadIssueParts({ siteUrl: SITE_URL, pictures: null, findPost });
    for (const isWhole of [false, true]) {
      const content = `Bonjour.\n\n${postTexts(posts, isWhole)}\n\nAu revoir.`;
      const html = htmlOf('fr', content, await partsOf(content));

      // The second has the publication's language, and the third sets none.
      expect(html.match(/<div lang="[^"]*"/g)).toEqual(['<div lang="de"']);
      const german = /<div lang="de" dir="auto">([\s\S]*?)<\/div>/.exec(html)?.[1] ?? '';
      expect(german).toContain('Das Meer</a></h2>');
      expect(german.includes('More.')).toBe(isWhole);
      expect(german).not.toMatch(/La mer|Bonjour|Au revoir/);
    }
  });

  it.each([
    '# *Not* a [link](https://evil.example) `code` | ~~x~~ ![p](q) <b>',
    'Line\r\nbreak &amp; \\ AT&T',
    'שלום: 1. [x] 🎉',
    '1984. A novel',
    '- not a list',
    `${'long '.repeat(40)}`,
  ])('shows titles, excerpts and descriptions of pictures as written: %s', (words) => {
    const post = { id: 'a', slug: 'slug', title: words, excerpt: words, content: '', coverDescription: words };
    const content = postTexts([{ ...post, featuredImage: 'https://inkwell.example/p.jpg' }], false);
    const html = htmlOf('en', content);
    const shown = escapeHtml(words.replace(/\s+/g, ' ').trim());

    expect(html).toContain(`>${shown}</a></h2>`);
    // Programs may turn addresses in running text into links.
    expect(html.replace(/<\/?a\b[^>]*>/g, '')).toContain(`>${shown}</p>`);
    expect(html).toContain(`>Read on: ${shown}</a>`);
    expect(html).toContain(`alt="${shown}"`);
  });

  it('says what its readers subscribed to', () => {
    const said = (want?: 'digest' | 'newsletter') => {
      const issue = { subject: 'S', content: 'C', previewText: null, ...(want && { want }) };
      const rendering = { site: DEFAULT_SITE, siteUrl: SITE_URL, secret: 'of the tests', parts: NO_PARTS };
      const { message } = renderIssue(issue, rendering).mailTo({ id: 'a'.repeat(64), to: 'ada@example.com' });
      return /subscribed to the (.*?) of/.exec(message.text)?.[1];
    };
    expect([said(), said('newsletter'), said('digest')]).toEqual(['newsletter', 'newsletter', 'weekly digest']);
  });

  it('is English if the publication is', () => {
    expect(htmlOf('en').match(/lang="/g)).toHaveLength(1);
  });
});

import { escapeHtml } from '@inkwell/shared/escape';
import { DEFAULT_SITE } from '@inkwell/shared/site';
import { describe, expect, it } from 'vitest';
import { type IssueText, renderIssue } from './issue-mail.ts';
import { createReadIssueParts, type IssueParts } from './issue-parts.ts';
import { postTexts } from './post-text.ts';

const SITE_URL = 'https://inkwell.example';
const NO_PARTS = { copies: new Map<string, string>(), languages: new Map<string, string>() };

const mailOf = (issue: Partial<IssueText>, { language = 'en', parts = NO_PARTS as IssueParts } = {}) => {
  const site = { ...DEFAULT_SITE, language };
  const text = { subject: 'Bonjour', content: 'La mer monte.', previewText: null, ...issue };
  const rendered = renderIssue(text, { site, siteUrl: SITE_URL, secret: 'of the tests', parts });
  return rendered.mailTo({ id: 'a'.repeat(64), to: 'ada@example.com' }).message;
};

describe('the email of an issue', () => {
  it("marks user text with the publication's language, and the product's words as English", () => {
    const { html } = mailOf({}, { language: 'fr' });

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
      const { html } = mailOf({ content }, { language: 'fr', parts: await partsOf(content) });

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
    const { html } = mailOf({ content });
    const shown = escapeHtml(words.replace(/\s+/g, ' ').trim());

    expect(html).toContain(`>${shown}</a></h2>`);
    // Programs may turn addresses in running text into links.
    expect(html.replace(/<\/?a\b[^>]*>/g, '')).toContain(`>${shown}</p>`);
    expect(html).toContain(`>Read on: ${shown}</a>`);
    expect(html).toContain(`alt="${shown}"`);
  });

  it('says what its readers subscribed to', () => {
    const said = (issue: Partial<IssueText>) => /subscribed to the (.*?) of/.exec(mailOf(issue).text)?.[1];
    expect([said({}), said({ want: 'newsletter' }), said({ want: 'digest' })]).toEqual([
      ...['newsletter', 'newsletter', 'weekly digest'],
    ]);
  });

  it('counts clicks only if its issue does, and says so', () => {
    const tea = 'https://tea.example/a?b=1&c=2';
    const content = `Read [tea](${tea}), [again](${tea}) or [coffee](https://coffee.example/).`;
    const [silent, counting] = [false, true].map((countsClicks) => mailOf({ id: 'one', content, countsClicks }));

    const said = 'We count how often its links are opened, but not who opens them.';
    expect(silent?.html).not.toContain('/go/');
    expect(silent?.text).not.toContain(said);
    expect(counting?.html.match(/inkwell\.example\/api\/newsletter\/go\/one\/\d/g)).toEqual(
      [0, 0, 1].map((n) => `inkwell.example/api/newsletter/go/one/${n}`),
    );
    expect(counting?.text).toContain(said);
    expect(counting?.text).toContain(tea);
  });

  it('is English if the publication is', () => {
    expect(mailOf({}).html.match(/lang="/g)).toHaveLength(1);
  });
});

import { DEFAULT_SITE } from '@inkwell/shared/site';
import { describe, expect, it } from 'vitest';
import { renderIssue } from './issue-mail.ts';

const htmlOf = (language: string): string => {
  const site = { ...DEFAULT_SITE, language };
  const issue = { subject: 'Bonjour', content: 'La mer monte.', previewText: null };
  const rendered = renderIssue(issue, { site, siteUrl: 'https://inkwell.example', secret: 'of the tests' });
  return rendered.mailTo({ id: 'a'.repeat(64), to: 'ada@example.com' }).message.html;
};

describe('the mail of an issue', () => {
  it('marks what people wrote with the language of the publication, and the words of the product as English', () => {
    const html = htmlOf('fr');

    expect(html).toContain('<html lang="en">');
    expect(html).toContain('<span lang="fr" dir="auto">Bonjour</span>');
    expect(html).toMatch(/<div class="text" lang="fr" dir="auto">\s*<p[^>]*>La mer monte\.<\/p>/);
    expect(html).not.toMatch(/lang="fr"[^>]*>(?:(?!<\/div>)[\s\S])*Unsubscribe/);
  });

  it('is English where the publication is', () => {
    expect(htmlOf('en').match(/lang="/g)).toHaveLength(1);
  });
});

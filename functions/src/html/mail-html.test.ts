import { markdownTree } from '@inkwell/shared/markdown/tree';
import { describe, expect, it } from 'vitest';
import { mailHtml } from './mail-html.ts';
import { mailText } from './mail-text.ts';

const SITE = 'https://inkwell.example';
const html = (source: string) => mailHtml(markdownTree(source, { siteUrl: SITE }), { link: '#27348b' });
const text = (source: string) => mailText(markdownTree(source, { siteUrl: SITE }));

describe('Markdown as an email', () => {
  it('has absolute addresses, in HTML and after the words of the text', () => {
    const source = 'Read [this post](/posts/p1) or <https://example.com>.';

    expect(html(source)).toContain(`href="${SITE}/posts/p1"`);
    expect(text(source)).toBe(`Read this post (${SITE}/posts/p1) or https://example.com.`);
  });

  it('escapes user text, and keeps nothing executable', () => {
    const source = '<script>alert(1)</script>\n\n[x](javascript:alert(1)) & ![a"b](javascript:alert(2))';

    expect(html(source)).not.toMatch(/<script|javascript:/);
    expect(html(source)).toContain('&lt;script&gt;');
  });

  it('shows pictures as wide as the text, with their descriptions', () => {
    const address = 'https://storage.example/v0/b/x/o/images%2F1763700000000-a-1600x800.webp?alt=media';
    const source = `![A harbour](${address} "At dawn")`;

    expect(html(source)).toMatch(/<img src="[^"]+\.w1200\.webp\?alt=media" alt="A harbour" width="526" height="263"/);
    expect(text(source)).toBe('[Picture: A harbour]\n\nAt dawn');
  });

  it('lays out lists, quotes, code and tables as text', () => {
    const source = [
      '## Tides\n\n1. In\n2. Out\n   - slowly\n\n> Low *water*\n> soon',
      '```\ncode  here\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |',
    ].join('\n\n');

    expect(text(source)).toBe(
      ['Tides\n=====', '1. In\n2. Out\n   - slowly', '> Low water\n> soon', '    code  here', 'a | b\n1 | 2'].join(
        '\n\n',
      ),
    );
    expect(html(source)).not.toContain('tabindex');
  });
});

import type { Highlighter } from '@inkwell/shared/markdown/code-colors';
import { EMBED_MARKUP } from '@inkwell/shared/testing/embed-markup';
import { HOSTILE_MARKDOWN } from '@inkwell/shared/testing/hostile-markdown';
import { describe, expect, it, vi } from 'vitest';
import { articleToHtml, cachingHighlighter } from './article-html.ts';

describe('the text of a served article', () => {
  it('has a table of contents, links to its headings, and coloured code with its language', async () => {
    const html = await articleToHtml('# A & B\n\n# C\n\n# D\n\n```js\nif (a < b) "c";\n```');

    expect(html).toBe(
      '<nav class="markdown-contents" dir="auto" aria-label="Contents"><details><summary><bdi>Contents</bdi></summary><ul>' +
        '<li><a href="#section-a-b">A &amp; B</a></li><li><a href="#section-c">C</a></li><li><a href="#section-d">D</a></li>' +
        '</ul></details></nav>' +
        '<div class="markdown-heading"><h2 id="section-a-b">A &amp; B</h2>' +
        '<a class="markdown-anchor" href="#section-a-b" aria-label="Link to section A &amp; B">#</a></div>' +
        '<div class="markdown-heading"><h2 id="section-c">C</h2>' +
        '<a class="markdown-anchor" href="#section-c" aria-label="Link to section C">#</a></div>' +
        '<div class="markdown-heading"><h2 id="section-d">D</h2>' +
        '<a class="markdown-anchor" href="#section-d" aria-label="Link to section D">#</a></div>' +
        '<div class="markdown-code" dir="ltr"><div class="markdown-bar"><span>JavaScript</span></div>' +
        '<pre tabindex="0"><code class="language-js"><span class="code-keyword">if</span> (a &lt; b) ' +
        '<span class="code-string">&quot;c&quot;</span>;</code></pre></div>',
    );
  });

  it.each(EMBED_MARKUP)('has cards for %j', async (source, html) => {
    expect(await articleToHtml(source)).toBe(html);
  });

  it('contains nothing executable, not even in headings and code', async () => {
    for (const hostile of HOSTILE_MARKDOWN) {
      const line = hostile.replaceAll('\n', ' ');
      const html = await articleToHtml(
        `# ${line}\n\n# b\n\n# c\n\n\`\`\`html\n${hostile}\n\`\`\`\n\n\`\`\`${line}\nx\n\`\`\``,
      );

      const tags = html.replace(/="[^"<>]*"/g, '').match(/<[^>]*>?/g) ?? [];
      const known =
        /^<\/?(?:nav|details|summary|bdi|ul|li|div|h2|a|span|pre|code|p|em|strong|del|img|br)(?: (?:class|id|href|rel|title|src|alt|loading|decoding|referrerpolicy|tabindex|dir|aria-label))*>$/;
      expect(tags.filter((tag) => !known.test(tag))).toEqual([]);
    }
  });
});

describe('the cache of coloured code', () => {
  const nodesOf = vi.fn<Highlighter>((code) => [code]);
  const js = { grammar: 'js', label: '' };

  it('keeps the most recently used code, by language', () => {
    const highlight = cachingHighlighter(nodesOf, 10);
    const ask = (code: string, language = js) => highlight(code, language);

    ask('aa');
    ask('bb');
    ask('aa');
    expect(nodesOf).toHaveBeenCalledTimes(2);

    ask('cc');
    ask('aa');
    expect(nodesOf).toHaveBeenCalledTimes(3);

    ask('bb');
    ask('aa', { grammar: 'c', label: '' });
    expect(nodesOf).toHaveBeenCalledTimes(5);
  });
});

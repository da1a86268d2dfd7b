import { articleTree } from '@inkwell/shared/markdown/article-tree';
import { withCodeColors } from '@inkwell/shared/markdown/code-colors';
import { createHighlighter } from '@inkwell/shared/markdown/code-highlighter';
import { renderFormula } from '@inkwell/shared/markdown/formula-renderer';
import { withFormulas } from '@inkwell/shared/markdown/formulas';
import { htmlOf } from '@inkwell/shared/markdown/html';
import { EMBED_MARKUP } from '@inkwell/shared/testing/embed-markup';
import { HOSTILE_MARKDOWN } from '@inkwell/shared/testing/hostile-markdown';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { toastStore } from '../../lib/toast.ts';
import { findUnsafe } from '../../test/find-unsafe.ts';
import { ArticleMarkdown } from './article-markdown.tsx';

const CODE = 'const a = "b";\nreturn a;';
const ARTICLE = `# One\n\n\`\`\`js\n${CODE}\n\`\`\`\n\n# Two\n\n![The sea](https://x.example/o/images%2F1-sea-1600x900.webp?alt=media "At dawn")\n\n# Three\n\n[![In a link](https://x.example/o/images%2F1-in-1600x900.webp?alt=media)](/posts)`;

// jsdom has no idle time.
beforeEach(() => vi.stubGlobal('requestIdleCallback', (run: () => void) => run()));

function show(source: string, address = '/', math = false) {
  const user = userEvent.setup();
  const shown = render(
    <MemoryRouter initialEntries={[address]}>
      <ArticleMarkdown source={source} math={math} />
    </MemoryRouter>,
  );
  return { ...shown, user };
}

describe('the text of an article', () => {
  it('highlights its code later, with the markup of the served page', async () => {
    const { container } = show(ARTICLE.replaceAll('!', ''));
    const text = container.textContent;
    await waitFor(() => expect(container.querySelector('.code-keyword')).toHaveTextContent('const'));

    for (const added of container.querySelectorAll('.markdown-bar > :not(:first-child)')) added.remove();
    const tree = withCodeColors(articleTree(ARTICLE.replaceAll('!', '')), createHighlighter());
    expect(container.querySelector('.markdown')?.innerHTML).toBe(htmlOf(tree).replaceAll('&quot;', '"'));
    expect(text).toContain(CODE);
    expect(container.querySelector('code')?.textContent).toBe(CODE);
  });

  it.each([
    [
      '**bold** *italic* `a &amp; b` ~~gone~~  \nnext',
      '<p><strong>bold</strong> <em>italic</em> <code>a &amp;amp; b</code> <del>gone</del><br>next</p>',
    ],
    ['AT&T &copy; &#8364; &#x1F600; &unknown;', '<p>AT&amp;T © € 😀 &amp;unknown;</p>'],
    [
      'Hello <b onclick="x()">you</b>\n\n<script>alert(1)</script>',
      '<p>Hello &lt;b onclick="x()"&gt;you&lt;/b&gt;</p><p class="markdown-raw">&lt;script&gt;alert(1)&lt;/script&gt;</p>',
    ],
    [
      '[a](#root) [b](/posts?x=1#y) [c](https://example.com/a) [d](mailto:a@b.co) [e](posts)',
      '<p><a href="#section-root">a</a> <a href="/posts?x=1#y">b</a> ' +
        '<a href="https://example.com/a" rel="noopener noreferrer">c</a> ' +
        '<a href="mailto:a@b.co" rel="noopener noreferrer">d</a> <a href="/posts">e</a></p>',
    ],
    ['[words](javascript:alert(1)) ![picture](data:text/html,x)', '<p><span>words</span> <span>picture</span></p>'],
    [
      '[a](//example.com/x) [b](/\\example.com/y)',
      '<p><a href="https://example.com/x" rel="noopener noreferrer">a</a> ' +
        '<a href="https://example.com/y" rel="noopener noreferrer">b</a></p>',
    ],
    [
      '3. c\n4. d\n\n---\n\n- [x] yes\n- [ ] no\n  - deeper',
      '<ol start="3"><li>c</li><li>d</li></ol><hr><ul>' +
        '<li class="markdown-task"><span role="img" aria-label="Done">☑ </span>yes</li>' +
        '<li class="markdown-task"><span role="img" aria-label="To do">☐ </span>no<ul><li>deeper</li></ul></li></ul>',
    ],
    [
      '| Name | Views |\n|:--|--:|\n| **A** | 1 |',
      '<section class="markdown-table" aria-label="Table" tabindex="0"><table>' +
        '<thead><tr><th scope="col" class="markdown-left">Name</th><th scope="col" class="markdown-right">Views</th></tr></thead>' +
        '<tbody><tr><td class="markdown-left"><strong>A</strong></td><td class="markdown-right">1</td></tr></tbody></table></section>',
    ],
    [
      '```ts title="x"\nif (a < b && c) {}\n```',
      '<div class="markdown-code" dir="ltr"><div class="markdown-bar"><span>TypeScript</span></div>' +
        '<pre tabindex="0"><code class="language-ts">if (a &lt; b &amp;&amp; c) {}</code></pre></div>',
    ],
    [
      '![a &amp; b](/a.png "t &lt; u")',
      '<figure><img src="/a.png" alt="a &amp; b" loading="lazy" decoding="async" referrerpolicy="no-referrer">' +
        '<figcaption>t &lt; u</figcaption></figure>',
    ],
  ])('is Markdown: %j', (source, html) => {
    expect(show(source).container.querySelector('.markdown')?.innerHTML).toBe(html);
  });

  it('requests pictures in the size of the screen, and reserves their space', () => {
    show('![Harbour](https://x.example/v0/b/k/o/images%2F1-harbour-1600x900.webp?alt=media)');

    const image = screen.getByRole('img', { name: 'Harbour' });
    expect(image.getAttribute('srcset')).toContain('.w800.webp?alt=media 800w');
    expect([image.getAttribute('width'), image.getAttribute('height')]).toEqual(['1600', '900']);
  });

  it("has headings below the page's level, h6 at most, with unique ids that cannot be mistaken for ids of the page", () => {
    show('# root\n\n## root\n\n### root-1\n\n#### Über *uns*\n\n##### 你好\n\n###### !!!');

    expect(screen.getAllByRole('heading').map(({ tagName, id }) => [tagName, id])).toEqual([
      ['H2', 'section-root'],
      ['H3', 'section-root-1'],
      ['H4', 'section-root-1-1'],
      ['H5', 'section-uber-uns'],
      ['H6', 'section-你好'],
      ['H6', 'section-part'],
    ]);
  });

  it.each(EMBED_MARKUP)('has the same cards as the served page: %j', (source, html) => {
    expect(show(source).container.querySelector('.markdown')?.innerHTML).toBe(html);
  });

  it('shows its formulas later, with the markup of the served page, and their source until then', async () => {
    const source = 'Let $x_1$ be.\n\n$$\n\\frac12\n$$\n\nNot $\\foo$';
    const { container } = show(source, '/', true);
    expect(container.querySelector('code')).toHaveTextContent('$x_1$');

    await waitFor(() => expect(container.querySelectorAll('math')).toHaveLength(2));

    const tree = withFormulas(articleTree(source, { math: true }), renderFormula).nodes;
    expect(container.querySelector('.markdown')?.innerHTML).toBe(htmlOf(tree));
    expect(container.querySelector('code')).toHaveAttribute('title', 'Unsupported function name: \\foo');
  });

  it('is scrolled to the heading that the address names', () => {
    const scroll = vi.fn();
    Element.prototype.scrollIntoView = function scrollIntoView() {
      scroll(this.id);
    };

    show('# О *нас*\n\n# Two', `/#${encodeURIComponent('section-о-нас')}`);

    expect(scroll).toHaveBeenCalledExactlyOnceWith('section-о-нас');
  });
});

describe('a hostile text', () => {
  it('has no active content, neither in text nor in headings and code', () => {
    for (const hostile of HOSTILE_MARKDOWN) {
      const line = hostile.replaceAll('\n', ' ');
      const { container, unmount } = show(
        `${hostile}\n\n# ${line}\n\n# b\n\n# c\n\n\`\`\`html\n${hostile}\n\`\`\`\n\n\`\`\`${line}\nx\n\`\`\``,
      );
      expect(findUnsafe(container)).toEqual([]);
      unmount();
    }
  });
});

describe('the copy button of code', () => {
  it('copies the code and says so', async () => {
    const { user } = show(ARTICLE);

    await user.click(await screen.findByRole('button', { name: 'Copy code' }));

    expect(await navigator.clipboard.readText()).toBe(CODE);
    expect(screen.getByRole('status')).toHaveTextContent('Copied');
    expect(screen.getByRole('button', { name: 'Copied' })).toBeInTheDocument();
  });

  it('selects the code if the clipboard is refused', async () => {
    const { user } = show(ARTICLE);
    const button = await screen.findByRole('button', { name: 'Copy code' });
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'));

    await user.click(button);

    await waitFor(() => expect(toastStore.snapshot()).toMatchObject({ title: 'Copying failed' }));
    expect(getSelection()?.toString()).toBe(CODE);
  });

  it('disappears with the text', async () => {
    const { rerender } = show(ARTICLE);
    await screen.findByRole('button', { name: 'Copy code' });

    rerender(
      <MemoryRouter>
        <ArticleMarkdown source="Words" />
      </MemoryRouter>,
    );

    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});

describe('a picture', () => {
  beforeAll(() => {
    // jsdom has the element without its methods.
    HTMLDialogElement.prototype.showModal ??= function showModal() {
      this.open = true;
    };
    HTMLDialogElement.prototype.close ??= function close() {
      this.open = false;
      this.dispatchEvent(new Event('close'));
    };
  });

  it('opens large with its caption by mouse or keyboard, and returns the focus', async () => {
    const { user } = show(ARTICLE);
    const button = await screen.findByRole('button', { name: 'Enlarge picture: The sea' });

    button.focus();
    await user.keyboard('{Enter}');
    const dialog = screen.getByRole('dialog', { name: 'The sea' });
    expect(dialog).toHaveTextContent('At dawn');

    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(button).toHaveFocus();

    await user.click(screen.getByRole('img', { name: 'The sea' }));
    expect(screen.getByRole('dialog', { name: 'The sea' })).toBeInTheDocument();
  });

  it('keeps its link', async () => {
    show(ARTICLE);
    await screen.findByRole('button', { name: 'Enlarge picture: The sea' });

    expect(screen.queryByRole('button', { name: /In a link/ })).not.toBeInTheDocument();
  });
});

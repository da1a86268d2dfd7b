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

import { HOSTILE_MARKDOWN } from '@inkwell/shared/testing/hostile-markdown';
import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { findUnsafe } from '../../test/find-unsafe.ts';
import { Markdown } from './markdown.tsx';

function show(source: string): HTMLElement {
  const { container } = render(
    <MemoryRouter>
      <Markdown source={source} />
    </MemoryRouter>,
  );
  return container;
}

describe('Markdown', () => {
  it.each(HOSTILE_MARKDOWN.map((source) => [source]))('renders %j without active content', (source) => {
    const root = show(source);

    expect(findUnsafe(root)).toEqual([]);
  });

  it('is checked by a function that detects unsafe content', () => {
    const root = document.createElement('div');
    root.innerHTML = '<script></script><a href="javascript:x" onclick="x">x</a><img src="data:x,">';

    expect(findUnsafe(root)).toEqual(['<script>', 'href=javascript:x', 'a@onclick', 'src=data:x,']);
  });

  it('shows raw HTML as text', () => {
    const root = show('Hello <b onclick="x()">you</b>\n\n<script>alert(1)</script>');

    expect(root).toHaveTextContent('Hello <b onclick="x()">you</b>');
    expect(root).toHaveTextContent('<script>alert(1)</script>');
  });

  it('renders emphasis, code, strike-through and line breaks', () => {
    const root = show('**bold** *italic* `a &amp; b` ~~gone~~  \nnext');

    expect(root.querySelector('strong')).toHaveTextContent('bold');
    expect(root.querySelector('em')).toHaveTextContent('italic');
    expect(root.querySelector('code')).toHaveTextContent('a &amp; b');
    expect(root.querySelector('del')).toHaveTextContent('gone');
    expect(root.querySelector('br')).not.toBeNull();
  });

  it('decodes character references in text, descriptions and titles', () => {
    show('AT&T &copy; &#8364; &#x1F600; &unknown;\n\n![a &amp; b](/a.png "t &lt; u")');

    expect(screen.getByText('AT&T © € 😀 &unknown;')).toBeInTheDocument();
    expect(screen.getByRole('img', { name: 'a & b' })).toBeInTheDocument();
    expect(screen.getByText('t < u')).toBeInTheDocument();
  });

  it("puts headings below the page's heading level, h6 at most", () => {
    show('# 1\n\n## 2\n\n### 3\n\n#### 4\n\n##### 5\n\n###### 6');

    expect(screen.getAllByRole('heading').map((heading) => heading.tagName)).toEqual([
      'H2',
      'H3',
      'H4',
      'H5',
      'H6',
      'H6',
    ]);
  });

  it('gives headings unique ids that cannot be mistaken for ids of the page', () => {
    const root = show('# root\n\n# root\n\n# root-1\n\n# Über *uns*\n\n# 你好\n\n# !!!');

    const ids = [...root.querySelectorAll('h2')].map((heading) => heading.id);
    expect(ids).toEqual([
      'section-root',
      'section-root-1',
      'section-root-1-1',
      'section-uber-uns',
      'section-你好',
      'section-part',
    ]);
  });

  it('renders links to headings, to the site and to other sites', () => {
    show('[a](#root) [b](/posts?x=1#y) [c](https://example.com/a) [d](mailto:a@b.co) [e](posts)');

    expect(screen.getByRole('link', { name: 'a' })).toHaveAttribute('href', '#section-root');
    expect(screen.getByRole('link', { name: 'b' })).toHaveAttribute('href', '/posts?x=1#y');
    expect(screen.getByRole('link', { name: 'c' })).toHaveAttribute('href', 'https://example.com/a');
    expect(screen.getByRole('link', { name: 'c' })).toHaveAttribute('rel', 'noopener noreferrer');
    expect(screen.getByRole('link', { name: 'd' })).toHaveAttribute('href', 'mailto:a@b.co');
    expect(screen.getByRole('link', { name: 'e' })).toHaveAttribute('href', '/posts');
  });

  it('keeps the words of links and pictures whose address is rejected', () => {
    const root = show('[words](javascript:alert(1)) ![picture](data:text/html,x)');

    expect(root).toHaveTextContent('words picture');
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
    expect(screen.queryByRole('img')).not.toBeInTheDocument();
  });

  it('treats addresses without a protocol as external', () => {
    show('[a](//example.com/x) [b](/\\example.com/y)');

    expect(screen.getByRole('link', { name: 'a' })).toHaveAttribute('href', 'https://example.com/x');
    expect(screen.getByRole('link', { name: 'b' })).toHaveAttribute('rel', 'noopener noreferrer');
  });

  it('renders numbered lists with their numbers, and task lists', () => {
    show('3. c\n4. d\n\n---\n\n- [x] yes\n- [ ] no\n  - deeper');

    const [numbered] = screen.getAllByRole('list');
    expect(numbered).toHaveAttribute('start', '3');
    expect(screen.getByRole('img', { name: 'Done' })).toBeInTheDocument();
    expect(screen.getByRole('img', { name: 'To do' })).toBeInTheDocument();
    expect(screen.getByText('deeper')).toBeInTheDocument();
  });

  it('renders tables with column headers and alignment, in a region that scrolls', () => {
    show('| Name | Views |\n|:--|--:|\n| **A** | 1 |');

    const region = screen.getByRole('region', { name: 'Table' });
    expect(region).toHaveAttribute('tabindex', '0');
    expect(within(region).getByRole('columnheader', { name: 'Views' })).toHaveClass('markdown-right');
    expect(within(region).getByRole('cell', { name: 'A' })).toBeInTheDocument();
  });

  it('renders code blocks untouched and names their language', () => {
    const root = show('```ts title="x"\nif (a < b && c) {}\n```');

    expect(root.querySelector('pre code')).toHaveTextContent('if (a < b && c) {}');
    expect(root.querySelector('pre code')).toHaveClass('language-ts');
  });

  it('loads pictures lazily, with a size if their address contains it', () => {
    show('![Harbour](https://x.example/v0/b/k/o/images%2F1-harbour-1600x900.webp?alt=media "The harbour")');

    const image = screen.getByRole('img', { name: 'Harbour' });
    expect(image).toHaveAttribute('width', '1600');
    expect(image).toHaveAttribute('height', '900');
    expect(image).toHaveAttribute('loading', 'lazy');
    expect(image.getAttribute('srcset')).toContain('.w800.webp?alt=media 800w');
    expect(screen.getByText('The harbour')).toBeInTheDocument();
  });

  it('shows extremely nested text instead of failing', () => {
    const root = show(`${'>'.repeat(20_000)}deep`);

    expect(root).toHaveTextContent('deep');
  });

  it('shows the text of lists that are nested too deeply to render', () => {
    const source = Array.from({ length: 80 }, (_, level) => `${'  '.repeat(level)}- l${level}`).join('\n');

    expect(show(source)).toHaveTextContent('l79');
  });

  it('parses a paragraph of only emphasis marks quickly', () => {
    const started = process.cpuUsage();

    const root = show('*a_'.repeat(60_000));

    expect(root.textContent).toHaveLength(180_000);
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(3_000);
  });
});

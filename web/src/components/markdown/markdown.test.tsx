import { HOSTILE_MARKDOWN } from '@inkwell/shared/testing/hostile-markdown';
import { render } from '@testing-library/react';
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

describe('the Markdown of a comment', () => {
  it.each(HOSTILE_MARKDOWN.map((source) => [source]))('renders %j without active content', (source) => {
    const root = show(source);

    expect(findUnsafe(root)).toEqual([]);
  });

  it('is checked by a function that detects unsafe content', () => {
    const root = document.createElement('div');
    root.innerHTML = '<script></script><a href="javascript:x" onclick="x">x</a><img src="data:x,">';

    expect(findUnsafe(root)).toEqual(['<script>', 'href=javascript:x', 'a@onclick', 'src=data:x,']);
  });

  it('has the elements and attributes of its tree', () => {
    const root = show('3. **a**\n\n```\nb\n```\n\n[c](/posts/1)');

    expect(root.firstElementChild?.innerHTML).toBe(
      '<ol start="3"><li><strong>a</strong></li></ol><pre tabindex="0"><code>b</code></pre>' +
        '<p><a href="/posts/1" rel="nofollow ugc noopener noreferrer">c</a></p>',
    );
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

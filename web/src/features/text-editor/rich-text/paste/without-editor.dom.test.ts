import { expect, it, vi } from 'vitest';
import { markdownFromHtml } from './markdown-from-html.ts';

vi.mock('@tiptap/core', () => {
  throw new Error('The editor was loaded');
});

// The editor would add 120 kB at the first paste into Markdown.
it('converts copied HTML without the editor', () => {
  expect(markdownFromHtml('<h1>a</h1><p>b <b>c</b></p>', () => [])).toBe('## a\n\nb **c**');
});

import { commentTree } from '@inkwell/shared/markdown/comment-tree';
import { describe, expect, it } from 'vitest';
import { paragraphsOf } from './plain-text.ts';

describe('a comment without Markdown', () => {
  it.each([
    'One line.',
    'Two\nlines, and 2.5 of them - or so + more',
    'A first paragraph\n\nand   a second one!\n \n(and a third)',
    'Größe, 漢字 and 😀: “quoted”',
    "It's 5 % of $3 & more; why not, @Ada? #1!",
  ])('has the same paragraphs as in Markdown: %j', (source) => {
    const paragraphs = commentTree(source).map((node) =>
      typeof node === 'object' && 'tag' in node && node.tag === 'p' ? node.children.join('') : node,
    );

    expect(paragraphsOf(source)).toEqual(paragraphs);
  });

  it.each([
    '**bold**',
    'a `word`',
    '> quote',
    '- item',
    '1. item',
    '  + item',
    'Heading\n---',
    'Heading\n==',
    '# Heading',
    'https://example.org',
    'www.example.org',
    'me@example.org',
    '&amp;',
    '<b>',
    '    code',
    '\tcode',
    'a | b',
    'back\\slash',
    '~~gone~~',
  ])('is distinguished from one that may contain Markdown: %j', (source) => {
    expect(paragraphsOf(source)).toBeNull();
  });
});

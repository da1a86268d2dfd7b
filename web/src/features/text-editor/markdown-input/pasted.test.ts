import { describe, expect, it } from 'vitest';
import { pasted } from './pasted.ts';

const kindOf = (html: string, plain: string) =>
  pasted({ files: [] as unknown as FileList, getData: (type) => (type === 'text/html' ? html : plain) }).kind;

describe('the clipboard format that is pasted into Markdown', () => {
  it.each([
    ['the HTML for a list, even if its plain text looks like Markdown', '<ul><li>a</li></ul>', '* a\n* b', 'html'],
    ['the text for Markdown whose HTML contains only lines', '<p>a b</p><p>- c</p>', '- a b\n- c', 'text'],
    ['the text for Markdown from a code editor', '<pre><span>- a</span></pre>', '- a\n- b', 'text'],
    ['the HTML for paragraphs', '<p>a</p><p>b</p>', 'a\n\nb', 'html'],
    [
      'the HTML for messages of Slack',
      '<span>a</span><span class="c-mrkdwn__br"></span><span>b</span>',
      'a\n\nb',
      'html',
    ],
    ['the text for words without structure', '<span>a</span>', 'a', 'text'],
  ])('is %s', (_, html, plain, kind) => {
    expect(kindOf(html, plain)).toBe(kind);
  });
});

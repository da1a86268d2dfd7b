import { expect, it } from 'vitest';
import { indexEntryOf } from './index-entry.ts';
import { passageOf } from './passage.ts';

const NONE = { categoryName: null, authorNames: [], tagNames: [], categoryId: null, authorIds: [], tagIds: [] };

/** The data of a post in search: its text, and the words of its entry. */
function passage(content: string, words: readonly string[], shown = 'A title. An excerpt.') {
  const { body } = indexEntryOf({
    ...NONE,
    title: 'A title',
    excerpt: null,
    content,
    publishedAt: new Date(0),
  } as never);
  return passageOf({ content, body, shown }, words);
}

const filler = (words: number) => Array.from({ length: words }, (_, n) => `Wort${n % 7}, “und”`).join(' ');

it('is the sentence with the words, without Markdown, and shows where it was cut', () => {
  const content = `# Begin\n\n${filler(30)}. The **lanterns** hung over the [harbour](https://x.example).\n\n${filler(300)}`;
  const found = passage(content, ['lanterns', 'harbour']);

  expect(found).toMatch(/^\.\.\. .*The lanterns hung over the harbour\..* \.\.\.$/);
  expect(found?.length).toBeLessThan(200);
});

it('prefers the position with the most words', () => {
  const content = `A lantern alone.\n\n${filler(200)}\n\nA lantern by the quay, at night.\n\n${filler(200)}`;

  expect(passage(content, ['lantern', 'quay'])).toContain('A lantern by the quay');
});

it('finds accents, other scripts, and words far into a long text', () => {
  expect(passage(`${filler(90)}\n\nDie Brücke trägt.`, ['brucke'])).toContain('Die Brücke trägt.');
  expect(passage(`雨の日は傘の下で三十センチの世界を撮る。${'写真'.repeat(200)}`, ['三十'])).toContain('三十センチ');
  expect(passage(`${filler(8_000)}\n\nHere is the zeppelin.\n\n${filler(8_000)}`, ['zeppelin'])).toContain('zeppelin');
});

it('is omitted if the result already shows the words, or the text has none of them', () => {
  expect(passage('The harbour.', ['harbour'], 'Harbours at night. The harbour sleeps.')).toBeNull();
  expect(passage('The harbour.', ['ada'])).toBeNull();
  expect(passage('', ['ada'])).toBeNull();
});

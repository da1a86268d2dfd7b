import { expect, it } from 'vitest';
import { withOtherWords } from './with-other-words.ts';

it.each([
  ['Salt patiense', ['salt', 'patiense'], ['salt', 'patience'], 'Salt patience'],
  ['a word twice', ['a', 'word', 'twice'], ['a', 'word', 'twice'], null],
  ['Cabages, and cabages', ['cabages', 'and'], ['cabbages', 'and'], 'cabbages, and cabbages'],
  ['gardenx ardenx', ['gardenx', 'ardenx'], ['gardens', 'arden'], 'gardens arden'],
  ['xgarden garden', ['xgarden', 'garden'], ['xgarden', 'gardens'], 'xgarden gardens'],
  ['İ hrabour😀', ['i', 'hrabour'], ['i', 'harbour'], 'İ harbour😀'],
  ['hrábour lights', ['hrabour', 'lights'], ['harbour', 'lights'], 'harbour lights'],
])('%s', (q, words, others, meant) => {
  expect(withOtherWords(q, words, others)).toBe(meant);
});

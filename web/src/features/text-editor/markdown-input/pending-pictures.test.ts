import { describe, expect, it } from 'vitest';
import { applied } from './commands.ts';
import {
  insertPictures,
  type Outcome,
  pendingId,
  placeholderFor,
  settlePending,
  withOutcomes,
  withoutPending,
  describe as wordsOf,
} from './pending-pictures.ts';

const harbour = { id: 'a1', alt: 'harbour' };
const boat = { id: 'b2', alt: 'boat' };
const HARBOUR = '![Uploading harbour...](uploading:a1)';
const BOAT = '![Uploading boat...](uploading:b2)';
const NONE = () => undefined;

describe('placeholders of pictures', () => {
  it.each([
    ['ab', 1, `a\n\n${HARBOUR}\n\n|b`],
    ['a\n\nb', 3, `a\n\n${HARBOUR}\n\n|b`],
    ['', 0, `${HARBOUR}\n\n|`],
    ['![x](/x.webp)', 3, `![x](/x.webp)\n\n${HARBOUR}\n\n|`],
    [`${BOAT} b`, 7, `${BOAT}\n\n${HARBOUR}\n\n| b`],
  ])('get their own paragraph in %j at %d, after other pictures', (text, caret, expected) => {
    const edit = insertPictures({ text, start: caret, end: caret }, [placeholderFor(harbour)]);

    const after = applied(text, edit);
    expect(`${after.slice(0, edit.start)}|${after.slice(edit.end)}`).toBe(expected);
  });

  it('keep their order when several are inserted', () => {
    const edit = insertPictures({ text: '', start: 0, end: 0 }, [harbour, boat].map(placeholderFor));

    expect(applied('', edit)).toBe(`${HARBOUR}\n\n${BOAT}\n\n`);
  });

  it.each([
    ['before', 'b\n'],
    ['behind', 'on'],
  ])('are replaced at their new position, and a caret %s them does not move', (_, words) => {
    const text = `ab\n\n${HARBOUR}\n\ntyped on`;

    const edit = settlePending(
      { text, start: text.indexOf(words), end: text.indexOf(words) },
      harbour,
      '/images/1.webp',
    );

    const after = edit ? applied(text, edit) : '';
    expect(after).toBe('ab\n\n![harbour](/images/1.webp)\n\ntyped on');
    expect(edit?.start).toBe(after.indexOf(words));
  });

  it('do not affect the text around them, and keep a new description', () => {
    const text = `${HARBOUR} ![Two boats](uploading:b2)`;

    const edit = settlePending({ text, start: 0, end: 0 }, boat, '/2.webp');

    expect(edit && applied(text, edit)).toBe(`${HARBOUR} ![Two boats](/2.webp)`);
  });

  it('disappear when their upload is lost, and do not return once they are deleted', () => {
    const text = `a\n\n${HARBOUR}\n\nb`;
    const edit = settlePending({ text, start: 0, end: 0 }, harbour, null);

    expect(edit && applied(text, edit)).toBe('a\n\nb');
    expect(settlePending({ text: 'a', start: 1, end: 1 }, harbour, '/1.webp')).toBeNull();
  });

  it('are not saved with the text, unlike finished pictures', () => {
    const arrived = (id: string) => (id === 'b2' ? { alt: 'boat', url: '/2.webp' } : undefined);

    expect(withoutPending(`a\n\n${HARBOUR}\n\n${BOAT}\n\nb ${HARBOUR}.`, arrived)).toBe('a\n\n![boat](/2.webp)\n\nb .');
    expect(withoutPending(`${HARBOUR}\n\n${BOAT}\n\nb`, NONE)).toBe('b');
    expect(withoutPending('![x](/x.webp)\n\n\n\ny', NONE)).toBe('![x](/x.webp)\n\n\n\ny');
  });

  it('can be described during the upload', () => {
    const text = '![Two boats](uploading:b2#width=wide "At dawn")';

    const edit = settlePending({ text, start: 0, end: 0 }, boat, '/2.webp');

    expect(edit && applied(text, edit)).toBe('![Two boats](/2.webp#width=wide "At dawn")');
    expect(pendingId('uploading:b2#width=wide')).toBe('b2');
    expect(withoutPending(text, NONE)).toBe('');
  });

  it('that undo restores are replaced if their upload has finished', () => {
    const outcomes: Record<string, Outcome> = { a1: { alt: 'harbour', url: '/1.webp' }, b2: null };
    const text = `a\n\n${HARBOUR}\n\n${BOAT}\n\n![Uploading c...](uploading:c3)`;

    expect(withOutcomes(text, (id) => outcomes[id])).toBe(
      'a\n\n![harbour](/1.webp)\n\n![Uploading c...](uploading:c3)',
    );
  });

  it.each([
    ['my-harbour_2.png', 'my harbour 2'],
    ['my [pic].jpeg', 'my pic'],
    ['.png', 'image'],
  ])('are described by the file name %j', (name, words) => expect(wordsOf(name)).toBe(words));
});

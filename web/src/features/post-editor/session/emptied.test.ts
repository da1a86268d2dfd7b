import type { PostForm } from '@inkwell/shared/posts';
import { describe, expect, it } from 'vitest';
import { EMPTY_POST } from '../post-form.ts';
import { lookAt, onlySeen } from './emptied.ts';
import type { Words } from './post-draft.ts';

const words = (form: Partial<PostForm>): Words => ({ form: { ...EMPTY_POST, ...form }, image: null });

/**
 * Passes states to an editor.
 * @returns the states that were copied
 */
function copiesOf(states: readonly Partial<PostForm>[], stored?: Partial<PostForm>): PostForm[] {
  const base = stored ? words(stored) : null;
  let before = base ?? words({});
  let seen = onlySeen(before);
  return states.flatMap((form) => {
    const now = words({ ...before.form, ...form });
    const look = lookAt(seen, base, [before, now]);
    before = now;
    seen = look.seen;
    return look.gone.map((copy) => copy.form);
  });
}

const contentsOf = (contents: readonly string[], stored?: string): string[] =>
  copiesOf(
    contents.map((content) => ({ content })),
    stored === undefined ? undefined : { content: stored },
  ).map(({ content }) => content);

/** Deletes a text from its end, a few letters at a time. */
const backwards = (text: string, by = 3): string[] =>
  Array.from({ length: Math.ceil(text.length / by) }, (_, index) =>
    text.slice(0, Math.max(0, text.length - by * (index + 1))),
  );

const TEXT = 'A long text that was typed in an hour';

describe('a copy of an emptied text', () => {
  it.each([
    ['removed', ['']],
    ['removed letter by letter', backwards(TEXT)],
    ['replaced by a pasted text of the same length', ['Notes of somebody else from the web.']],
    ['replaced by a longer pasted text', ['Notes of somebody else from the web. '.repeat(4)]],
    ['removed, and something else is written', ['', 'Notes of somebody else from the web.']],
  ])('is made once if the text is %s', (_, then) => {
    expect(contentsOf([TEXT, ...then])).toEqual([TEXT]);
  });

  it('is made if parts are removed and replaced one after the other', () => {
    const whole = `${TEXT}, ${'and its second half. '.repeat(2)}`;

    expect(contentsOf([whole, `${TEXT}, `, 'Notes of somebody else from the web. '.repeat(2)])).toEqual([whole]);
  });

  it('contains everything that was written, even if it never existed at the same time', () => {
    const first = 'What was written first. '.repeat(10);
    const rest = first.slice(0, 150);
    const whole = `${rest}What came to mind at the end of the day, at last`;
    const typed = Array.from({ length: whole.length - rest.length }, (_, index) =>
      whole.slice(0, rest.length + index + 1),
    );

    const copies = contentsOf([first, rest, ...typed, ...backwards(whole, 4), '']);

    expect(copies).toContain(first);
    expect(copies).toContain(whole);
  });

  it('is made of each emptied text', () => {
    expect(contentsOf(['An outline. '.repeat(20), 'What became of it. '.repeat(8), ''])).toHaveLength(2);
  });

  it.each(['title', 'excerpt'] as const)('is also made of the %s', (field) => {
    expect(copiesOf([{ content: TEXT }, { [field]: 'What the story is about, at length' }, { [field]: 'x' }])).toEqual([
      expect.objectContaining({ [field]: 'What the story is about, at length', content: TEXT }),
    ]);
  });

  it.each(['removed', 'replaced by a pasted text', 'deleted letter by letter'])(
    'is made of a paragraph in a stored text that is %s, also with other changes around it',
    (how) => {
      const lines = Array.from({ length: 40 }, (_, index) => `Line ${index} of what is stored.`);
      const changed = (middle: string) =>
        lines.with(0, 'The first line.').with(20, `${lines[20]}${middle}`).with(39, 'The last.').join('\n');
      const written = '\nA paragraph that took an hour, in the middle.';
      const then = {
        removed: [''],
        'replaced by a pasted text': ['\nNotes of somebody else from the web, as long.'],
        'deleted letter by letter': backwards(written),
      }[how] as string[];

      expect(contentsOf([changed(''), changed(written), ...then.map(changed)], lines.join('\n'))).toContain(
        changed(written),
      );
    },
  );

  it('is made of a sentence in the one long line of a stored text', () => {
    const stored = 'A stored sentence. '.repeat(50);
    const written = `${stored}A new paragraph, of an hour.`;

    expect(contentsOf([written, stored.replace('A stored', 'The stored')], stored)).toEqual([written]);
  });

  it('counts characters as words in scripts without spaces', () => {
    const text = '港の朝はいつも静かで、船はまだ眠っている。風もない。波の音だけが聞こえる。';

    expect(contentsOf([text, text.slice(0, 24)])).toEqual([]);
    expect(contentsOf([text, text.slice(0, 6)])).toEqual([text]);
  });

  it.each([
    ['less than 20 characters are removed', ['A short text', '']],
    ['half of it is kept', [`${TEXT}, and as much again in the next one`, TEXT]],
    ['the text is continued', [TEXT, `${TEXT} and more`]],
    [
      'a few words are replaced',
      [
        'One harbour lies here, in the sun of the evening. '.repeat(4),
        'One haven lies here, in the sun of the evening. '.repeat(4),
      ],
    ],
    [
      'paragraphs change places',
      ['The first of all\n\nThe second of all\n\nThe third', 'The third\n\nThe second of all\n\nThe first of all'],
    ],
    [
      'lines become a list',
      ['Apples of the south\nPears of the north\nPlums', '- Apples of the south\n- Pears of the north\n- Plums'],
    ],
    ['words become bold', [TEXT, `**${TEXT}**`]],
  ])('is not made when %s', (_, states) => {
    expect(contentsOf(states)).toEqual([]);
  });

  it.each([
    ['half of the words are left', 'harbour morning evening lighthouse silence windows', 3, false],
    ['fewer are left', 'harbour morning evening lighthouse silence windows', 2, true],
    ['words of 19 characters are removed, with their spaces', 'abcdefghi abcdefgh', 0, false],
    ['words of 20 are', 'abcdefghi abcdefghj', 0, true],
  ])('has a limit: %s', (_, text, left, isMade) => {
    expect(contentsOf([text, text.split(' ').slice(0, left).join(' ')])).toEqual(isMade ? [text] : []);
  });

  it('is not made of stored text', () => {
    const stored = 'A stored sentence. '.repeat(50);

    expect(contentsOf([''], stored)).toEqual([]);
  });

  it('takes no longer than a keystroke for 200,000 characters', { tags: 'thorough' }, () => {
    const text = 'Words of a very long text that somebody takes apart. '.repeat(3_800);
    const steps = Array.from({ length: 40 }, (_, index) => text.slice(0, text.length - 2_000 * index));
    const started = process.cpuUsage();

    contentsOf(steps);

    expect(process.cpuUsage(started).user / 1_000 / steps.length).toBeLessThan(250);
  });
});

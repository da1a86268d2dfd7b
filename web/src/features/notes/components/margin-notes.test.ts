import { describe, expect, it } from 'vitest';
import { sampleNote } from '../../../test/samples.ts';
import { inOrderOfText, stacked } from './margin-notes.tsx';

const on = (text: string) => ({ text, before: '', after: '' });

describe('notes beside a text', () => {
  it('are in the order of their passages, followed by notes on the whole post, then notes whose passage is gone', () => {
    const notes = [
      sampleNote({ id: 'gone', quote: on('gulls') }),
      sampleNote({ id: 'whole', quote: null }),
      sampleNote({ id: 'second', quote: on('sun') }),
      sampleNote({ id: 'first', quote: on('Boats') }),
    ];
    const places: Readonly<Record<string, number>> = { Boats: 0, sun: 23 };

    const ids = inOrderOfText(notes, ({ text }) => places[text] ?? null).map(({ id }) => id);

    expect(ids).toEqual(['first', 'second', 'whole', 'gone']);
  });

  it('begin at their passages, or below the previous note', () => {
    const tops = stacked(
      [
        { wanted: 140, height: 100 },
        { wanted: 150, height: 50 },
        { wanted: 900, height: 50 },
        { wanted: null, height: 50 },
      ],
      120,
    );

    expect(tops).toEqual([140, 252, 900, 962]);
  });

  it('begin at the top of the text', () => {
    expect(stacked([{ wanted: null, height: 50 }], 120)).toEqual([120]);
  });
});

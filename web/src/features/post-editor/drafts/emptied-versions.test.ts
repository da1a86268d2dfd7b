import { describe, expect, it } from 'vitest';
import type { DraftContent } from './draft.ts';
import { isKeptIn, lookAt, onlySeen, type Seen } from './emptied-versions.ts';

function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 16_807) % 2_147_483_647;
    return state % below;
  };
}

const WORDS = 'harbour sails evening wind salt rope lantern tide gull mast keel anchor storm quay'.split(' ');

const contentOf = (text: string, base: DraftContent['base']): DraftContent => ({
  form: { title: 'A title', content: text, excerpt: '', categoryId: '', isPublished: false },
  image: { kind: 'none' },
  base,
  submissionKey: 'key',
});

/** Of the words of a text, which share stands in another, as far as eight characters in a row do. */
function shareIn(part: string, whole: string): number {
  const at = Array.from({ length: Math.max(0, part.length - 7) }, (_, index) => part.slice(index, index + 8));
  return at.length === 0 ? 1 : at.filter((piece) => whole.includes(piece)).length / at.length;
}

/** An editor with what is kept of it. */
class Sitting {
  private seen: Seen;
  copies: DraftContent[] = [];

  constructor(
    public text: string,
    private readonly base: DraftContent['base'],
  ) {
    this.seen = onlySeen(contentOf(text, base));
  }

  write(text: string): void {
    const now = contentOf(text, this.base);
    const back = this.copies.filter((copy) => isKeptIn(copy, now));
    const { seen, gone } = lookAt(this.seen, now, back.length > 0);
    this.seen = seen;
    this.text = text;
    for (const version of gone) if (!this.copies.some((copy) => isKeptIn(version, copy))) this.copies.push(version);
    this.copies = this.copies.filter((copy) => !back.includes(copy));
  }

  /** Which share of a text stands in what would be offered. */
  shareOf(text: string): number {
    return Math.max(...[this.text, ...this.copies.map(({ form }) => form.content)].map((kept) => shareIn(text, kept)));
  }
}

describe.each(['at once', 'letter by letter', 'by another text in its place'])('a text that is taken out %s', (how) => {
  it.each(Array.from({ length: 40 }, (_, index) => index + 1))('stands in what is kept (seed %i)', (seed) => {
    const random = seeded(seed * 7_919);
    const words = (count: number) => Array.from({ length: count }, () => WORDS[random(WORDS.length)]).join(' ');
    const stored = seed % 2 === 0 ? Array.from({ length: 30 }, () => words(5)).join('\n') : '';
    const base = stored === '' ? null : { form: contentOf(stored, null).form, image: null, updatedAt: '2026-01-01' };
    const sitting = new Sitting(stored, base);
    let written = `New ${seed}: ${words(8)}`;
    const place = stored.length >> 1;
    const show = () => sitting.write(stored.slice(0, place) + written + stored.slice(place));
    show();
    for (let step = random(30); step > 0; step -= 1) {
      const at = random(written.length + 1);
      const end = at + random(Math.max(1, written.length >> 2));
      written =
        random(3) === 0
          ? written.slice(0, at) + written.slice(end)
          : `${written.slice(0, at)} ${words(3)} ${written.slice(at)}`;
      show();
    }
    written = `${written} ${words(4)}`;
    show();
    const whole = written;

    if (how === 'at once') written = '';
    if (how === 'by another text in its place')
      written = 'Something else from the web, as long as it may be. '.repeat(random(4) + 1);
    if (how === 'letter by letter') for (; written.length > 2; written = written.slice(0, -2)) show();
    show();

    expect(sitting.shareOf(whole)).toBeGreaterThan(0.95);
  });
});

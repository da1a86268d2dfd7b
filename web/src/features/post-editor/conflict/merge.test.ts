import { CONFLICT_MARKERS } from '@inkwell/shared/conflict-markers';
import { describe, expect, it } from 'vitest';
import { mergeTexts } from './merge.ts';

const text = (...lines: string[]) => lines.join('\n');

describe('mergeTexts', () => {
  it('takes the changes of both sides if they are in different passages', () => {
    const merge = mergeTexts(text('a', 'b', 'c', 'd'), text('A', 'b', 'c', 'd'), text('a', 'b', 'c', 'D', 'e'));

    expect(merge).toEqual({ text: text('A', 'b', 'c', 'D', 'e'), conflicts: 0 });
  });

  it('keeps both versions if both changed one passage', () => {
    const merge = mergeTexts(text('a', 'b', 'c'), text('a', 'mine', 'c'), text('a', 'theirs', 'c'));

    expect(merge.conflicts).toBe(1);
    expect(merge.text).toBe(
      text('a', CONFLICT_MARKERS.mine, 'mine', CONFLICT_MARKERS.theirs, 'theirs', CONFLICT_MARKERS.end, 'c'),
    );
  });

  it('finds unchanged text between changes at both ends', () => {
    const base = text('1', 'a', 'b', 'c', '2');
    const merge = mergeTexts(base, text('3', 'new', 'a', 'b', 'c', '4'), text('1', 'a', 'B', 'c', '2'));

    expect(merge).toEqual({ text: text('3', 'new', 'a', 'B', 'c', '4'), conflicts: 0 });
  });

  it('takes identical changes once', () => {
    expect(mergeTexts('a', 'b', 'b')).toEqual({ text: 'b', conflicts: 0 });
  });

  it('keeps insertions of one side and removes deletions of the other', () => {
    const merge = mergeTexts(text('1', '2', '3', '4'), text('1', '2', 'new', '3', '4'), text('1', '2', '3'));

    expect(merge).toEqual({ text: text('1', '2', 'new', '3'), conflicts: 0 });
  });

  it('takes the text of one side if only that side changed, and loses no line that either added, for random changes', () => {
    const base = Array.from({ length: 12 }, (_, line) => `line ${line % 4}`);
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    for (let round = 0; round < 300; round += 1) {
      const edited = (who: string) => {
        const lines = [...base];
        for (let n = 0; n < 3; n += 1) {
          const added = random(2) === 0 ? [] : [`${who} ${round}.${n}`];
          lines.splice(random(lines.length + 1), random(5), ...added);
        }
        return lines;
      };
      const [mine, theirs] = [edited('mine'), edited('theirs')];

      const [before, one, other] = [text(...base), text(...mine), text(...theirs)];
      expect(mergeTexts(before, one, before)).toEqual({ text: one, conflicts: 0 });
      expect(mergeTexts(before, before, other)).toEqual({ text: other, conflicts: 0 });
      const merged = mergeTexts(before, one, other).text.split('\n');

      const added = [...mine, ...theirs].filter((line) => !base.includes(line));
      expect(added.filter((line) => !merged.includes(line))).toEqual([]);
    }
  });

  it('stays fast for long texts that have nothing in common', () => {
    const long = (word: string) => Array.from({ length: 20_000 }, (_, line) => `${word} ${line}`).join('\n');
    const started = process.cpuUsage();

    const merge = mergeTexts(long('base'), long('mine'), long('theirs'));

    expect(merge.conflicts).toBe(1);
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(1_000);
  });
});

import { createHash } from 'node:crypto';
import { TRAFFIC_LIMITS } from '@inkwell/shared/traffic';
import { describe, expect, it } from 'vitest';
import { addVisitor, decodeSketch, encodeSketch, mergeSketch, type Sketch, visitorsOf } from './sketch.ts';

const hashOf = (n: number) => createHash('sha256').update(`visitor ${n}`).digest().readUInt32BE();

const sketchOf = (from: number, to: number): Sketch => {
  const sketch: Sketch = new Map();
  for (let n = from; n < to; n += 1) addVisitor(sketch, hashOf(n));
  return sketch;
};

describe('a sketch of visitors', () => {
  it('estimates their number within 3 percent at any size, also when stored', () => {
    for (const size of [1, 2, 3, 10, 100, 500, 2_000, 5_000, 10_000, 20_000, 100_000]) {
      const sketch = sketchOf(0, size);
      expect([size, Math.abs(visitorsOf(sketch) / size - 1)]).toEqual([size, expect.any(Number)]);
      expect(100 * Math.abs(visitorsOf(sketch) / size - 1)).toBeLessThanOrEqual(TRAFFIC_LIMITS.errorPercent);
      expect(decodeSketch(encodeSketch(sketch))).toEqual(sketch);
    }
    expect(visitorsOf(new Map())).toBe(0);
  });

  it('counts nobody twice when it is merged', () => {
    const [one, other] = [sketchOf(0, 6_000), sketchOf(4_000, 9_000)];
    mergeSketch(one, other);

    expect(one).toEqual(sketchOf(0, 9_000));
  });

  it('takes 2 bytes per visitor for a few visitors, and never more than 2 kB', () => {
    expect(Buffer.from(encodeSketch(sketchOf(0, 100)), 'base64').length).toBeLessThanOrEqual(200);
    expect(Buffer.from(encodeSketch(sketchOf(0, 50_000)), 'base64')).toHaveLength(2_048);
  });
});

import { describe, expect, it } from 'vitest';
import { continuesAt, type StoredJob } from './job.ts';

const AT = Date.parse('2026-11-20T14:00:30Z');
const job = (fields: Partial<StoredJob>) =>
  ({ status: 'running', isLeased: false, dueAt: null, ...fields }) as StoredJob;
const inSeconds = (seconds: number) => new Date(AT + seconds * 1_000);

describe('the time at which a job continues', () => {
  it.each([
    ['that waits for its turn', job({ dueAt: inSeconds(-5) }), '14:01:00'],
    ['whose page failed', job({ dueAt: inSeconds(120) }), '14:03:00'],
    ['whose instance was killed 35 s ago', job({ isLeased: true, dueAt: inSeconds(25) }), '14:01:00'],
    ['whose instance was killed a while ago', job({ isLeased: true, dueAt: inSeconds(-5) }), '14:01:00'],
    ['on which an instance works', job({ isLeased: true, dueAt: inSeconds(35) }), null],
    ['that is done', job({ status: 'done' }), null],
  ])('is known for one %s', (_, stored, time) => {
    expect(continuesAt(stored, new Date(AT))?.toISOString() ?? null).toBe(time && `2026-11-20T${time}.000Z`);
  });
});

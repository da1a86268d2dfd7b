import { describe, expect, it } from 'vitest';
import { documentOf } from '../testing/documents.ts';
import { decodeJob, encodeJob, readableJob } from './jobs.converter.ts';

const at = (day: number) => new Date(Date.UTC(2026, 0, day));
const NEW = { kind: 'tag', params: { id: 't' }, about: 'tags/t', createdBy: 'ada' };

describe('a job', () => {
  it('is decoded as it was encoded, due immediately or later', () => {
    const stored = {
      id: 'j',
      kind: 'tag',
      params: { id: 't' },
      about: 'tags/t',
      status: 'running',
      cursor: null,
      page: 0,
      done: 0,
      total: null,
      attempts: 0,
      reason: null,
      fence: 0,
      createdAt: at(1),
      updatedAt: at(1),
      dueAt: at(1),
      isLeased: false,
      finishedAt: null,
      following: null,
    };
    expect(decodeJob(documentOf('j', encodeJob(NEW, at(1))))).toEqual(stored);
    expect(encodeJob(NEW, at(1))).toMatchObject({ createdBy: 'ada', isFinished: false });
    expect(decodeJob(documentOf('j', encodeJob({ ...NEW, notBefore: at(5) }, at(1))))).toEqual({
      ...stored,
      dueAt: at(5),
    });
    expect(decodeJob(documentOf('j'))).toBeNull();
  });

  it('from newer code does not hide the others', () => {
    const newer = documentOf('j', { ...encodeJob(NEW, at(1)), status: 'resting' });
    expect(readableJob(newer)).toBeNull();
    expect(readableJob(documentOf('j', encodeJob(NEW, at(1))))?.id).toBe('j');
    expect(() => decodeJob(newer)).toThrow();
  });
});

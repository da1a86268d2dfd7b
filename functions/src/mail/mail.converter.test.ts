import { describe, expect, it } from 'vitest';
import { documentOf } from '../testing/documents.ts';
import { decodeMail, decodeStoredMail, encodeMail } from './mail.converter.ts';
import { messageIdOf } from './mail.ts';
import { decodeSuppression, encodeSuppression, shownAddress, toSuppression } from './suppressions.converter.ts';

const at = (day: number) => new Date(Date.UTC(2026, 0, day));
const MAIL = { to: 'a@example.com', headers: { 'X-A': 'a' }, message: { subject: 'S', text: 'T', html: '<p>T</p>' } };

describe('a queued email', () => {
  const encode = (isToMany: boolean, writerIds?: readonly string[]) =>
    encodeMail(
      { id: 'm', kind: 'answer', mail: MAIL, isToMany, ...(writerIds && { writerIds }) },
      { createdAt: at(1), expireAt: at(3) },
    );

  it.each([
    [false, 'person', 'dueAt', 'bulkDueAt'],
    [true, 'many', 'bulkDueAt', 'dueAt'],
  ])('to many people (%j) waits in the lane for %s', (isToMany, lane, field, other) => {
    const document = encode(isToMany, ['ada']);
    expect(document).toMatchObject({ [field]: at(1), waitingSince: at(1), kind: 'answer', writerIds: ['ada'] });
    expect(document).not.toHaveProperty(other);
    expect(decodeStoredMail(documentOf('m', document))).toEqual({
      ...MAIL,
      id: 'm',
      messageId: messageIdOf('m'),
      createdAt: at(1),
      expireAt: at(3),
      dueAt: at(1),
      lane,
      state: 'queued',
      waitingSince: at(1),
      attempts: 0,
      fence: 0,
      reply: null,
    });
  });

  it('is shown with its time; an older one is never due', () => {
    expect(encode(false)).not.toHaveProperty('writerIds');
    const old = documentOf('m', { ...MAIL, createdAt: at(1) });
    expect(decodeMail(old)).toEqual({ ...MAIL, id: 'm', createdAt: at(1).toISOString(), state: null });
    expect(decodeStoredMail(old)).toMatchObject({ dueAt: null, lane: 'person', expireAt: at(1), waitingSince: null });
  });
});

describe('a suppressed address', () => {
  const note = { kind: 'bounced', source: 'server', at: at(1), reply: '550' } as never;
  const stored = {
    id: 's',
    email: 'a@example.com',
    suppressedAt: at(2),
    reason: null,
    source: null,
    remark: 'By hand',
    notes: [],
    freedAt: at(3),
  };

  it('is decoded as it was encoded; a free one has no time, so that lists omit it', () => {
    expect(decodeSuppression(documentOf('s', encodeSuppression(stored)))).toEqual(stored);
    const free = { ...stored, suppressedAt: null };
    expect(encodeSuppression(free)).not.toHaveProperty('suppressedAt');
    expect(decodeSuppression(documentOf('s', encodeSuppression(free)))).toEqual(free);
    expect(decodeSuppression(documentOf('s'))).toBeNull();
  });

  it('is shown with its times, or without the address of a deleted account', () => {
    expect(toSuppression({ ...stored, notes: [note] })).toMatchObject({
      id: 's',
      email: 'a@example.com',
      suppressedAt: at(2).toISOString(),
      freedAt: at(3).toISOString(),
      remark: 'By hand',
      notes: [{ reply: '550', at: at(1).toISOString() }],
    });
    expect(toSuppression({ ...stored, email: '', freedAt: null })).toMatchObject({ freedAt: null });
    expect(shownAddress('')).not.toBe('');
  });
});

import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { newRecord, removed, type StoredRecord } from './record.ts';
import { createWriter, LONGEST_WAIT_MS } from './writer.ts';

const NOTE = { name: 'note', schema: z.string() };
const note = (id: string, fields: string) => newRecord(NOTE, { id, place: 'here', ownerId: 'mary', fields });

/** A writer whose writes finish on the test's command. */
function slowWriter() {
  const log: string[] = [];
  const copies: string[] = [];
  const ends: (() => void)[] = [];
  const store = {
    put: ({ id, state, fields }: StoredRecord) => {
      log.push(state === 'removed' ? `-${id}` : `${id}=${fields}`);
      return new Promise<'all'>((resolve) => ends.push(() => resolve('all')));
    },
    copy: ({ fields }: StoredRecord, isLate: boolean) => void copies.push(`${fields}${isLate ? ', late' : ''}`),
  };
  const end = async () => {
    ends.shift()?.();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { log, copies, end, writer: createWriter(store, () => {}) };
}

describe('the writer', () => {
  it('writes the first change at once, and then only the latest waiting change, which is also copied', async () => {
    const { log, copies, writer, end } = slowWriter();

    for (const text of ['a', 'ab', 'abc']) writer.write(note('1', text));
    expect(log).toEqual(['1=a']);
    expect(copies).toEqual(['a', 'ab, late', 'abc, late']);
    await end();

    expect(log).toEqual(['1=a', '1=abc']);
  });

  it('lets a change wait for an earlier write for at most 250 ms', async () => {
    vi.useFakeTimers();
    const { log, writer } = slowWriter();

    for (const text of ['a', 'ab', 'abc']) {
      writer.write(note('1', text));
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(log).toEqual(['1=a']);
    await vi.advanceTimersByTimeAsync(LONGEST_WAIT_MS - 200);

    expect(log).toEqual(['1=a', '1=abc']);
  });

  it('waits for nothing when the page is closed, and copies unconfirmed text', async () => {
    const { log, copies, writer, end } = slowWriter();
    writer.write(note('1', 'a'));
    writer.write(note('1', 'ab'));
    copies.length = 0;

    window.dispatchEvent(new Event('pagehide'));

    expect(copies).toEqual(['a, late', 'ab, late']);
    expect(log).toEqual(['1=a', '1=ab']);
    for (const _ of log) await end();
    await writer.settled();
    window.dispatchEvent(new Event('pagehide'));
    expect(copies).toHaveLength(2);
  });

  it.each([
    ['writes other waiting records', [note('1', 'ab'), note('2', 'x')], ['1=ab', '2=x']],
    [
      'removes a record only after the current write, which would otherwise restore it',
      [note('1', 'ab'), removed(note('1', 'ab'))],
      ['-1'],
    ],
    [
      'does not remove a record that is written again while the removal waits',
      [removed(note('1', 'a')), note('1', 'ab')],
      ['1=ab'],
    ],
  ])('%s', async (_, later, written) => {
    const { log, writer, end } = slowWriter();

    for (const record of [note('1', 'a'), ...later]) writer.write(record);
    await end();
    for (const _ of written) await end();
    await writer.settled();

    expect(log).toEqual(['1=a', ...written]);
  });

  it('reports that the browser refuses, warns once, and continues with the next change', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const full = new Error('full');
    const put = vi.fn().mockRejectedValueOnce(full).mockRejectedValueOnce(full).mockResolvedValue('all');
    const statuses: string[] = [];
    const writer = createWriter({ put, copy: () => {} }, (status) => statuses.push(status));

    for (const text of ['a', 'ab', 'abc']) {
      writer.write(note('1', text));
      await writer.settled();
    }

    expect(statuses).toEqual(['failed', 'failed', 'all']);
    expect(warn).toHaveBeenCalledOnce();
  });
});

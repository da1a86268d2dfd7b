import { describe, expect, it } from 'vitest';
import { createUploadGate } from './upload-gate.ts';

const OPTIONS = { places: 2, perOwner: 1, waiting: 3, waitMs: 10_000, bytes: 16 };
const never = new AbortController().signal;

/** Work that continues until the test ends it. */
function held() {
  let end = () => {};
  const promise = new Promise<void>((resolve) => {
    end = resolve;
  });
  const buffers: Buffer[] = [];
  return {
    buffers,
    end: () => end(),
    work: async (buffer: Buffer) => {
      buffers.push(buffer);
      await promise;
    },
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('the upload gate', () => {
  it('gives each upload its own buffer, and reuses buffers', async () => {
    const gate = createUploadGate(OPTIONS);
    const [one, two, three] = [held(), held(), held()];

    const entered = [gate.enter('a', never, one.work), gate.enter('b', never, two.work)];
    const waiting = gate.enter('c', never, three.work);
    await turn();
    expect([one.buffers.length, two.buffers.length, three.buffers.length]).toEqual([1, 1, 0]);
    expect(one.buffers[0]).not.toBe(two.buffers[0]);
    one.end();
    await turn();
    expect(three.buffers[0]).toBe(one.buffers[0]);

    two.end();
    three.end();
    await Promise.all([...entered, waiting]);
  });

  it('keeps a place free for others while one account sends many', async () => {
    const gate = createUploadGate(OPTIONS);
    const [mine, more, theirs] = [held(), held(), held()];

    const all = [gate.enter('a', never, mine.work), gate.enter('a', never, more.work)];
    all.push(gate.enter('b', never, theirs.work));
    await turn();

    expect([mine.buffers.length, more.buffers.length, theirs.buffers.length]).toEqual([1, 0, 1]);
    for (const { end } of [mine, more, theirs]) end();
    await Promise.all(all);
    expect(more.buffers).toHaveLength(1);
  });

  it('refuses immediately if too many wait, and says when to try again', async () => {
    const gate = createUploadGate(OPTIONS);
    const first = held();
    const waiting = Array.from({ length: 4 }, () => gate.enter('a', never, first.work));

    await expect(gate.enter('a', never, first.work)).rejects.toMatchObject({
      code: 'unavailable',
      options: { retryAfterSeconds: 10 },
    });

    first.end();
    await Promise.all(waiting);
  });

  it('refuses and removes uploads that have waited too long', async () => {
    const gate = createUploadGate({ ...OPTIONS, places: 1, waitMs: 20 });
    const [first, late, next] = [held(), held(), held()];
    const entered = gate.enter('a', never, first.work);

    await expect(gate.enter('b', never, late.work)).rejects.toMatchObject({ code: 'unavailable' });
    first.end();
    await entered;
    next.end();
    await gate.enter('c', never, next.work);

    expect([late.buffers.length, next.buffers.length]).toEqual([0, 1]);
  });

  it('removes waiting uploads whose client disconnects', async () => {
    const gate = createUploadGate({ ...OPTIONS, places: 1 });
    const [first, gone] = [held(), held()];
    const client = new AbortController();
    const entered = gate.enter('a', never, first.work);
    const waiting = gate.enter('b', client.signal, gone.work);

    client.abort(new Error('gone'));

    await expect(waiting).rejects.toThrow('gone');
    await expect(gate.enter('b', client.signal, gone.work)).rejects.toThrow('gone');
    first.end();
    await entered;
    expect(gone.buffers).toEqual([]);
  });

  it('frees the place when the work fails', async () => {
    const gate = createUploadGate({ ...OPTIONS, places: 1 });

    await expect(gate.enter('a', never, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');

    expect(await gate.enter('a', never, async () => 'next')).toBe('next');
  });
});

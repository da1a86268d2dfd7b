import { describe, expect, it, vi } from 'vitest';
import { createUploadQueue, type Upload } from './upload-queue.ts';

/** A queue whose uploads finish on the test's command. */
function startQueue({ gone = [] as string[] } = {}) {
  const ends = new Map<string, { resolve: (url: string) => void; reject: (error: Error) => void }>();
  const settled: Upload[] = [];
  const started: string[] = [];
  const queue = createUploadQueue({
    prepare: async (file) => file,
    send: (file, { onProgress }) => {
      started.push(file.name);
      onProgress(0.5);
      return new Promise((resolve, reject) => ends.set(file.name, { resolve, reject }));
    },
    holds: (id) => !gone.includes(id),
    onSettled: (upload) => settled.push(upload),
    onFailed: () => {},
    problemOf: (error) => (error as Error).message,
  });
  queue.start();
  const add = (...ids: string[]) => queue.add(ids.map((id) => ({ id, alt: id, file: new File(['x'], id) })));
  const end = async (id: string, url: string | Error) => {
    await vi.waitFor(() => expect(ends.has(id)).toBe(true));
    const { resolve, reject } = ends.get(id) ?? expect.fail(id);
    ends.delete(id);
    if (typeof url === 'string') resolve(url);
    else reject(url);
    await new Promise((done) => setTimeout(done));
  };
  const statuses = () => Object.fromEntries(queue.all().map(({ id, status }) => [id, status]));
  return { queue, add, end, started, settled, statuses };
}

describe('uploads of a text', () => {
  it('run two at a time, in order', async () => {
    const { add, end, started, statuses } = startQueue();

    add('a', 'b', 'c');
    await end('b', '/b.webp');
    await vi.waitFor(() => expect(started).toEqual(['a', 'b', 'c']));

    expect(statuses()).toEqual({ a: 'sending', b: 'stored', c: 'sending' });
  });

  it('wait for a retry after a failure, without delaying others', async () => {
    const { queue, add, end, settled } = startQueue();
    add('a', 'b');

    await end('a', new Error('no line'));
    expect(queue.get('a')).toMatchObject({ status: 'failed', problem: 'no line' });
    await end('b', '/b.webp');
    await queue.idle();
    queue.retry('a');
    expect(queue.isBusy()).toBe(true);
    await end('a', '/a.webp');

    expect(settled.map(({ id, url }) => [id, url])).toEqual([
      ['b', '/b.webp'],
      ['a', '/a.webp'],
    ]);
  });

  it('are aborted when they are removed, and never return', async () => {
    const { queue, add, end, settled, statuses } = startQueue();
    add('a');
    await vi.waitFor(() => expect(queue.get('a')?.share).toBe(0.5));

    queue.remove('a');
    await end('a', '/a.webp');
    queue.retry('a');

    expect(statuses()).toEqual({ a: 'removed' });
    expect(settled.map(({ url }) => url)).toEqual([null]);
    expect(queue.isBusy()).toBe(false);
  });

  it('are skipped if their placeholder is gone, unless it returns', async () => {
    const gone = ['a'];
    const { queue, add, end, started, statuses } = startQueue({ gone });
    add('a');
    expect([statuses(), started]).toEqual([{ a: 'skipped' }, []]);

    gone.length = 0;
    queue.retry('a');
    await end('a', '/a.webp');

    expect(statuses()).toEqual({ a: 'stored' });
  });
});

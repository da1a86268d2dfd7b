import { describe, expect, it, vi } from 'vitest';
import type { Draft, DraftStore } from './draft.ts';
import { createDraftWriter } from './draft-writer.ts';

const draft = (id: string, title: string) => ({ id, form: { title } }) as Draft;

/** A store whose writes end when the test says so. */
function slowStore() {
  const log: string[] = [];
  const ends: (() => void)[] = [];
  const store: DraftStore = {
    put: ({ id, form }) => {
      log.push(`${id}=${form.title}`);
      return new Promise((resolve) => ends.push(() => resolve('all')));
    },
    list: async () => [],
    remove: async (id) => void log.push(`-${id}`),
  };
  const end = async () => {
    ends.shift()?.();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { log, store, end };
}

describe('the draft writer', () => {
  it('writes the first change at once and of those that wait only the newest', async () => {
    const { log, store, end } = slowStore();
    const writer = createDraftWriter(store, () => {});

    for (const title of ['a', 'ab', 'abc']) writer.write(draft('1', title));
    expect(log).toEqual(['1=a']);
    await end();

    expect(log).toEqual(['1=a', '1=abc']);
  });

  it('loses no draft of another id that waits', async () => {
    const { log, store, end } = slowStore();
    const writer = createDraftWriter(store, () => {});

    writer.write(draft('1', 'a'));
    writer.write(draft('1', 'ab'));
    writer.write(draft('2', 'x'));
    await end();
    await end();

    expect(log).toEqual(['1=a', '1=ab', '2=x']);
  });

  it('removes a draft after the write under way, which would bring it back otherwise', async () => {
    const { log, store, end } = slowStore();
    const writer = createDraftWriter(store, () => {});

    writer.write(draft('1', 'a'));
    writer.write(draft('1', 'ab'));
    const cleared = writer.clear('1');
    await end();
    await cleared;

    expect(log).toEqual(['1=a', '-1']);
  });

  it('removes no draft that was written again while it waited for that', async () => {
    const { log, store, end } = slowStore();
    const writer = createDraftWriter(store, () => {});

    writer.write(draft('1', 'a'));
    const cleared = writer.clear('1');
    writer.write(draft('1', 'ab'));
    await cleared;
    await end();
    await end();

    expect(log).toEqual(['1=a', '1=ab']);
  });

  it('tells when the browser refuses, and goes on with the next change', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const put = vi.fn().mockRejectedValueOnce(new Error('full')).mockResolvedValue('all');
    const statuses: string[] = [];
    const writer = createDraftWriter({ put, list: async () => [], remove: async () => {} }, (status) => {
      statuses.push(status);
    });

    writer.write(draft('1', 'a'));
    await vi.waitFor(() => expect(statuses).toEqual(['failed']));
    writer.write(draft('1', 'ab'));

    await vi.waitFor(() => expect(statuses).toEqual(['failed', 'all']));
  });
});

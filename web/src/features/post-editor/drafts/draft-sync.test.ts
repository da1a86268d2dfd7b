import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../lib/api.ts';
import { EMPTY_POST } from '../post-form.ts';
import type { Synced } from './draft.ts';
import type { Words } from './draft-body.ts';
import { createDraftSync, DraftConflict, type DraftTransport } from './draft-sync.ts';

const words = (content: string): Words => ({ form: { ...EMPTY_POST, content }, image: null, baseUpdatedAt: null });
const stored = (content: string, version: number) => ({
  version,
  form: words(content).form,
  image: null,
  device: 'Firefox on Linux',
  updatedAt: '2026-02-01T00:00:00.000Z',
});

function start() {
  const log: string[] = [];
  const failures: unknown[] = [];
  const statuses: string[] = [];
  const conflicts: [string, string | undefined][] = [];
  let version = 0;
  const transport: DraftTransport = {
    async send(_, { form }, synced: Synced | null) {
      log.push(`${form.content} on ${synced?.version ?? 0}`);
      const failure = failures.shift();
      if (failure) throw failure;
      version += 1;
      return version;
    },
  };
  const sync = createDraftSync({
    transport,
    onStatus: ({ is }) => statuses.at(-1) !== is && statuses.push(is),
    onSending: () => {},
    onSynced: () => {},
    onConflict: (theirs, base) => conflicts.push([theirs.form.content, base?.form.content]),
  });
  const type = (content: string) => sync.change('key', words(content));
  return { sync, type, log, failures, statuses, conflicts };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('keeping a draft on the server', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('sends 2 s after a pause, and nothing while nothing is changed', async () => {
    const { type, log, statuses } = start();

    type('a');
    await pass(1_900);
    type('ab');
    await pass(1_999);
    expect(log).toEqual([]);
    await pass(1);
    type('ab');
    await pass(60_000);

    expect(log).toEqual(['ab on 0']);
    expect(statuses).toEqual(['waiting', 'saved']);
  });

  it('sends at least every 10 s while somebody types', async () => {
    const { type, log } = start();

    for (let n = 1; n <= 25; n++) {
      type('x'.repeat(n));
      await pass(1_000);
    }

    expect(log).toEqual([`${'x'.repeat(10)} on 0`, `${'x'.repeat(20)} on 1`]);
  });

  it('sends at once when it is asked to, after what is under way', async () => {
    const { sync, type, log } = start();

    type('a');
    sync.flush();
    type('ab');
    sync.flush();
    await pass(0);

    expect(log).toEqual(['a on 0', 'ab on 1']);
  });

  it('tries again ever more seldom, and at once when asked to', async () => {
    const { sync, type, log, failures, statuses } = start();
    failures.push(new TypeError('Failed to fetch'), new ApiError(500, 'no'), new ApiError(429, 'slow', 30));

    type('a');
    await pass(2_000);
    expect(statuses).toEqual(['waiting', 'unreachable']);
    type('ab');
    await pass(2_000);
    expect(log).toEqual(['a on 0', 'ab on 0']);
    await pass(4_000);
    await pass(29_000);
    expect(log).toHaveLength(3);
    sync.flush();
    await pass(0);

    expect(log).toHaveLength(4);
    expect(statuses.at(-1)).toBe('saved');
  });

  it('takes its own words for acknowledged when only the answer was lost', async () => {
    const { type, log, failures, conflicts, statuses } = start();
    failures.push(new TypeError('Failed to fetch'), new DraftConflict(stored('a', 7)));

    type('a');
    await pass(4_000);
    expect(statuses.at(-1)).toBe('saved');
    type('ab');
    await pass(2_000);

    expect(log.at(-1)).toBe('ab on 7');
    expect(conflicts).toEqual([]);
  });

  it('knows its own words again when more was written before it hears that the answer was lost', async () => {
    const { type, log, failures, conflicts } = start();
    const lost = new TypeError('Failed to fetch');
    failures.push(lost, lost, new DraftConflict(stored('a', 7)));

    type('a');
    await pass(2_000);
    type('ab');
    await pass(2_000);
    type('abc');
    await pass(8_000);

    expect(log).toEqual(['a on 0', 'ab on 0', 'abc on 0', 'abc on 7']);
    expect(conflicts).toEqual([]);
  });

  it('sends at once, and no more than one call in 0.3 s, while the browser may lose what is written', async () => {
    const { sync, type, log } = start();

    type('a');
    sync.hurry(true);
    await pass(0);
    expect(log).toEqual(['a on 0']);
    for (const content of ['ab', 'abc', 'abcd']) {
      type(content);
      await pass(100);
    }
    await pass(60_000);
    expect(log).toEqual(['a on 0', 'abcd on 1']);
    sync.hurry(false);
    type('abcde');
    await pass(1_999);

    expect(log).toHaveLength(2);
  });

  it('takes what the tab before it may have sent for its own words, and anything else for those of another device', async () => {
    const ours = start();
    ours.sync.resume(null, [words('a')]);
    ours.failures.push(new DraftConflict(stored('a', 7)));
    ours.type('ab');
    await pass(4_000);

    expect(ours.log).toEqual(['ab on 0', 'ab on 7']);
    expect(ours.conflicts).toEqual([]);

    const theirs = start();
    theirs.sync.resume(null, [words('a')]);
    theirs.failures.push(new DraftConflict(stored('b', 7)));
    theirs.type('ab');
    await pass(4_000);

    expect(theirs.conflicts).toEqual([['b', undefined]]);
  });

  it('takes no answer about an earlier draft for one about the draft that it goes on with', async () => {
    const log: string[] = [];
    const answers: ((version: number) => void)[] = [];
    const sync = createDraftSync({
      transport: {
        send(key, { form }, synced) {
          log.push(`${key}: ${form.content} on ${synced?.version ?? 0}`);
          return new Promise((resolve) => answers.push(resolve));
        },
      },
      onStatus: () => {},
      onSending: () => {},
      onSynced: () => {},
      onConflict: () => {},
    });
    sync.change('new', words('a'));
    await pass(2_000);
    sync.resume(stored('x', 5));
    sync.change('other', words('x and more'));
    await pass(5_000);
    expect(log).toEqual(['new: a on 0']);

    answers[0]?.(9);
    await pass(2_000);

    expect(log).toEqual(['new: a on 0', 'other: x and more on 5']);
    expect(sync.known().synced?.version).toBe(5);
  });

  it('knows after an answer what may still begin the draft anew: a whole that was sent before and not answered', async () => {
    const { sync, type, failures } = start();
    failures.push(new TypeError('Failed to fetch'));
    type('a');
    await pass(2_000);
    type('ab');
    await pass(4_000);

    expect(sync.known()).toMatchObject({ synced: { version: 1 }, sent: [words('a')] });
  });

  it('knows what the server may have while it has not answered', async () => {
    const { sync, type, failures } = start();
    type('a');
    await pass(2_000);
    failures.push(new TypeError('Failed to fetch'));
    type('ab');
    await pass(2_000);

    expect(sync.known()).toMatchObject({ synced: { version: 1 }, sent: [words('ab')] });
  });

  it('overwrites nothing that another device has written, and goes on once that is settled', async () => {
    const { sync, type, log, failures, conflicts, statuses } = start();
    type('a');
    await pass(2_000);
    failures.push(new DraftConflict(stored('other', 5)));

    type('ab');
    await pass(2_000);
    expect(conflicts).toEqual([['other', 'a']]);
    type('abc');
    await pass(60_000);
    expect(log).toHaveLength(2);
    expect(statuses.at(-1)).toBe('conflict');
    sync.resume(stored('other', 5));
    type('abc other');
    await pass(2_000);

    expect(log.at(-1)).toBe('abc other on 5');
  });

  it('begins anew when the draft was removed elsewhere', async () => {
    const { type, log, failures } = start();
    type('a');
    await pass(2_000);
    failures.push(new ApiError(404, 'gone'));

    type('ab');
    await pass(2_001);

    expect(log.slice(1)).toEqual(['ab on 1', 'ab on 0']);
  });

  it('does not repeat what the server will not take, until it has changed', async () => {
    const { type, log, failures, statuses } = start();
    failures.push(new ApiError(400, 'Content too long'), new ApiError(401, 'no'), new ApiError(403, 'no'));

    type('a');
    await pass(60_000);
    expect(statuses.at(-1)).toBe('refused');
    type('ab');
    await pass(60_000);
    expect(statuses.at(-1)).toBe('signed-out');
    type('abc');
    await pass(60_000);

    expect(log).toHaveLength(3);
    expect(statuses.at(-1)).toBe('refused');
  });

  it('sends the rest once when nobody is there any more', async () => {
    const { sync, type, log, failures } = start();
    failures.push(new TypeError('Failed to fetch'));
    type('a');

    sync.attend(false);
    await pass(60_000);

    expect(log).toEqual(['a on 0']);
  });

  it('sends nothing more once it is stopped', async () => {
    const { sync, type, log } = start();
    type('a');
    await pass(2_000);
    type('ab');

    await sync.stop();
    expect(sync.known()).toMatchObject({ synced: { version: 1 }, sent: [] });
    await pass(60_000);

    expect(log).toHaveLength(1);
  });
});

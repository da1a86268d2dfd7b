import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { FakeLocks } from '../../test/fake-locks.ts';
import { createDatabase } from './database.ts';
import { type autosavedFields, createAutosavedFields } from './fields.ts';
import { newRecord } from './record.ts';
import { ANSWER_MS, createStore } from './store.ts';

const POST = 'comment:post-1';
const FIELDS = { name: 'fields', schema: z.record(z.string(), z.string()) };
const DAY_MS = 24 * 60 * 60 * 1000;
const words = (text: string) => ({ text });

let factory: IDBFactory;
let locks: FakeLocks;

beforeEach(() => {
  vi.stubGlobal('IDBKeyRange', IDBKeyRange);
  factory = new IDBFactory();
  locks = new FakeLocks();
  Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
  return () => Reflect.deleteProperty(navigator, 'locks');
});

interface Tab {
  readonly texts: typeof autosavedFields;
  readonly store: ReturnType<typeof createStore>;
  /** Changes the signed-in account, optionally without its record; mary at first. */
  readonly identify: (readerId: string | null) => void;
}

/** Opens a new tab with empty session storage. */
function openTab(database = createDatabase(factory)): Tab {
  sessionStorage.clear();
  const store = createStore({ database, files: null });
  let identity: string | null = 'mary';
  const texts = createAutosavedFields({ store, identifiedAs: () => identity });
  const identify = (readerId: string | null) => {
    identity = readerId;
    texts.changeSession();
  };
  return { texts, store, identify };
}

/** Kills or closes the tab: the browser releases its locks, and nothing else runs. */
const kill = (tab: Tab) => tab.texts.reset();

/** Waits until the tab has read and written everything. */
const settle = async (tab: Tab) => {
  for (let round = 0; round < 3; round++) {
    await tab.store.list(FIELDS, 'mary');
    await tab.store.find(FIELDS, 'none');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await tab.texts.settled();
};

/** Opens the place for its writer and waits until its text is found. */
async function sitDown(tab: Tab, readerId = 'mary'): Promise<() => void> {
  const end = tab.texts.open(POST, readerId);
  await settle(tab);
  return end;
}

const shown = (tab: Tab, readerId: string | null = 'mary') => tab.texts.fields(POST, readerId)?.text ?? '';
const type = async (tab: Tab, text: string) => {
  tab.texts.write(POST, 'mary', words(text));
  await settle(tab);
};
const left = async () => {
  const { records } = await openTab().store.list(FIELDS, 'mary');
  return records.map(({ fields }) => fields.text).sort();
};

async function typedInNewTab(text: string): Promise<Tab> {
  const tab = openTab();
  await sitDown(tab);
  await type(tab, text);
  return tab;
}

/** Kills the browser before local storage reaches the disk, and opens the place in a new one. */
async function comeBack(tab: Tab): Promise<Tab> {
  kill(tab);
  localStorage.clear();
  const next = openTab();
  await sitDown(next);
  return next;
}

describe('autosaved text', () => {
  it('is restored after the browser is killed before local storage reaches the disk', async () => {
    const next = await comeBack(await typedInNewTab('Half a thought'));

    expect(shown(next)).toBe('Half a thought');
    expect(next.texts.found(POST, 'mary')).toEqual(words('Half a thought'));
  });

  it('is kept in its tab if nothing can be stored', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const refuse = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
    const tab = openTab({ ...createDatabase(factory), put: refuse, list: refuse, find: refuse, expired: refuse });
    const leave = await sitDown(tab);
    await type(tab, 'Still here');

    leave();
    await settle(tab);
    await sitDown(tab);

    expect(shown(tab)).toBe('Still here');
  });

  it('is also found if IndexedDB answers after the time limit', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const real = createDatabase(factory);
    await real.put(newRecord(FIELDS, { place: POST, ownerId: 'mary', fields: words('Still here') }));
    const [record] = await real.list('mary');
    vi.useFakeTimers();
    const opened = new Promise((resolve) => setTimeout(resolve, ANSWER_MS + 1_000));
    const slow = {
      put: async () => void (await opened),
      putNewer: async () => void (await opened),
      list: async () => opened.then(() => (record ? [record] : [])),
      find: async () => opened.then(() => record),
      expired: async () => opened.then(() => []),
      remove: async () => void (await opened),
    };
    const [tab, other] = [openTab(slow), openTab(slow)];

    tab.texts.open(POST, 'mary');
    const isLeft = other.texts.isLeft(POST, 'mary');
    await vi.advanceTimersByTimeAsync(ANSWER_MS);
    expect(shown(tab)).toBe('');
    await vi.advanceTimersByTimeAsync(ANSWER_MS * 2);
    vi.useRealTimers();

    expect(shown(tab)).toBe('Still here');
    expect(await isLeft).toBe(true);
  });

  it('expires after the given time, and never by default', async () => {
    const tab = await typedInNewTab('For good');
    tab.texts.open('broadcast', 'mary');
    tab.texts.write('broadcast', 'mary', words('For a month'), { lifeMs: 30 * DAY_MS });
    await settle(tab);
    kill(tab);
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 30 * DAY_MS + 1_000);

    expect(await left()).toEqual(['For good']);
  });
});

describe('the text of an account', () => {
  it('is hidden from others and shown to its owner after signing in again', async () => {
    const tab = await typedInNewTab('Mine');
    tab.texts.leave(true);
    expect(shown(tab)).toBe('');
    tab.identify(null);
    tab.texts.open(POST, null);
    await settle(tab);
    expect(shown(tab, null)).toBe('');

    tab.identify('otto');
    const end = await sitDown(tab, 'otto');
    expect(shown(tab, 'otto')).toBe('');
    expect(await tab.texts.isLeft(POST, 'otto')).toBe(false);
    end();
    tab.identify('mary');
    await sitDown(tab);

    expect(shown(tab)).toBe('Mine');
  });

  it('is not shown if the session ends during the search for text', async () => {
    kill(await typedInNewTab('Mine'));
    const tab = openTab();

    tab.texts.open(POST, 'mary');
    tab.identify(null);
    await settle(tab);

    expect(shown(tab, null)).toBe('');
  });

  it('is shown and editable again after a failed sign-out', async () => {
    const tab = await typedInNewTab('Mine');
    tab.texts.leave(true);
    expect(shown(tab)).toBe('');

    tab.texts.leave(false);
    expect(shown(tab)).toBe('Mine');
    await type(tab, 'Mine still');

    expect(shown(tab)).toBe('Mine still');
  });

  it('stays on screen when the session is lost, and still belongs to its writer', async () => {
    const tab = await typedInNewTab('Half');
    tab.identify(null);

    tab.texts.open(POST, null);
    tab.texts.write(POST, null, words('Half a thought'));
    expect(shown(tab, null)).toBe('Half a thought');
    expect(shown(tab, 'otto')).toBe('');
    await settle(tab);

    expect(await left()).toEqual(['Half a thought']);
  });

  it('disappears at once, and cannot be changed, when another account signs in', async () => {
    const tab = await typedInNewTab('Mine');
    tab.identify(null);
    tab.texts.open(POST, null);
    const listener = vi.fn();
    tab.texts.subscribe(listener);

    tab.identify('otto');
    expect(listener).toHaveBeenCalled();
    tab.texts.write(POST, null, words('Of Otto'));
    await settle(tab);

    expect(shown(tab, null)).toBe('');
    expect(await left()).toEqual(['Mine']);
  });
});

describe('an attempt to send', () => {
  const keyOf = (tab: Tab, body: string) => {
    const attempt = tab.texts.attempt(POST, 'mary');
    attempt.release();
    return attempt.key(body);
  };

  it('has the same key for the same text, even after the browser is killed', async () => {
    const tab = await typedInNewTab('Hello');
    const first = keyOf(tab, 'Hello');
    expect(keyOf(tab, 'Hello')).toBe(first);

    expect(keyOf(await comeBack(tab), 'Hello')).toBe(first);
    expect(first).toMatch(/^[\x20-\x7e]{1,128}$/);
  });

  it('has another key for another text, and for the same text typed again', async () => {
    const tab = await typedInNewTab('Hello');
    const keys = [keyOf(tab, 'Hello'), keyOf(tab, 'Hello!')];
    tab.texts.attempt(POST, 'mary').sent();
    await type(tab, 'Hello');
    keys.push(keyOf(tab, 'Hello'));
    tab.texts.write(POST, 'mary', null);
    await type(tab, 'Hello');
    keys.push(keyOf(tab, 'Hello'));

    expect(new Set(keys).size).toBe(4);
  });

  it('has another key for the rest after a part was sent', async () => {
    const tab = await typedInNewTab('Hello Hello');
    const before = keyOf(tab, 'Hello');

    tab.texts.attempt(POST, 'mary').sent(() => words('Hello'));
    await settle(tab);

    expect(shown(tab)).toBe('Hello');
    expect(keyOf(tab, 'Hello')).not.toBe(before);
    expect(await left()).toEqual(['Hello']);
  });
});

describe('text that was sent or discarded', () => {
  it('is removed if it equals the sent text', async () => {
    const tab = await typedInNewTab('Sent');
    tab.texts.attempt(POST, 'mary').sent();
    await settle(tab);

    expect(shown(tab)).toBe('');
    expect(localStorage).toHaveLength(0);
    expect((await createDatabase(factory).list('mary')).map(({ fields }) => fields)).toEqual([null]);
  });

  it('is kept if it was changed while it was sent', async () => {
    const tab = await typedInNewTab('Sent');
    const attempt = tab.texts.attempt(POST, 'mary');
    await type(tab, 'Sent and more');

    attempt.sent();
    await settle(tab);

    expect(shown(tab)).toBe('Sent and more');
    expect(await left()).toEqual(['Sent and more']);
  });

  it('does not remove another text that was begun there later', async () => {
    const tab = await typedInNewTab('Sent');
    const attempt = tab.texts.attempt(POST, 'mary');
    tab.texts.write(POST, 'mary', null);
    await type(tab, 'Sent anew');

    attempt.sent(() => null);
    await settle(tab);

    expect(shown(tab)).toBe('Sent anew');
    expect(await left()).toEqual(['Sent anew']);
  });

  it.each([
    ['its page was left', false],
    ['its writer signed out', true],
  ])('is removed even if %s before the answer, and other text is kept', async (_, isSignedOut) => {
    const tab = openTab();
    const leave = await sitDown(tab);
    await type(tab, 'Sent and more');
    const attempt = tab.texts.attempt(POST, 'mary');
    const before = attempt.key('');
    leave();
    if (isSignedOut) {
      tab.texts.leave(true);
      tab.identify(null);
    }

    attempt.sent(() => words('and more'));
    attempt.release();
    await settle(tab);
    expect(await left()).toEqual(['and more']);
    const next = openTab();
    await sitDown(next);

    expect(shown(next)).toBe('and more');
    expect(next.texts.attempt(POST, 'mary').key('')).not.toBe(before);
  });

  it('leaves another text of the same place for the next visit', async () => {
    const one = await typedInNewTab('Older');
    const other = await typedInNewTab('Newer');
    kill(one);
    kill(other);
    const tab = openTab();
    await sitDown(tab);
    expect(shown(tab)).toBe('Newer');

    tab.texts.attempt(POST, 'mary').sent();
    await settle(tab);
    expect(shown(tab)).toBe('');
    kill(tab);
    const next = openTab();
    await sitDown(next);

    expect(shown(next)).toBe('Older');
  });
});

describe('two tabs with the same place', () => {
  it('each have a text, and both texts are kept', async () => {
    const one = await typedInNewTab('Of the first tab');
    const other = openTab();
    await sitDown(other);
    expect(shown(other)).toBe('');
    await type(other, 'Of the second tab');
    await type(one, 'Of the first tab, still');

    expect(await one.texts.isLeft(POST, 'mary')).toBe(true);
    expect(await left()).toEqual(['Of the first tab, still', 'Of the second tab']);

    other.texts.write(POST, 'mary', null);
    await settle(other);
    expect(shown(other)).toBe('');
    expect(await other.texts.isLeft(POST, 'mary')).toBe(false);
  });

  it('hand a text over when its page is left', async () => {
    const one = openTab();
    const leave = await sitDown(one);
    await type(one, 'Left');

    leave();
    await settle(one);
    const other = openTab();
    await sitDown(other);

    expect(shown(other)).toBe('Left');
  });

  it('find the text of a killed page whose lock is released a moment later', async () => {
    const before = await typedInNewTab('Before the kill');
    const after = openTab();
    const isLeft = after.texts.isLeft(POST, 'mary');
    await sitDown(after);
    expect(shown(after)).toBe('');

    kill(before);

    await vi.waitFor(() => expect(shown(after)).toBe('Before the kill'));
    expect(await isLeft).toBe(true);
  });

  it('do not take a text that is being sent', async () => {
    const one = openTab();
    const leave = await sitDown(one);
    await type(one, 'On its way');
    const attempt = one.texts.attempt(POST, 'mary');
    leave();
    await settle(one);
    const other = openTab();
    await sitDown(other);
    expect(shown(other)).toBe('');

    attempt.sent();
    attempt.release();
    await settle(one);

    expect(await left()).toEqual([]);
  });
});

describe('a reloaded page', () => {
  /** Reloads the tab. The old page may have its locks for a moment longer. */
  function reload(): Tab {
    const own = { ...sessionStorage };
    const next = openTab();
    for (const [key, value] of Object.entries(own)) sessionStorage.setItem(key, value);
    return next;
  }

  it('shows its own text at once, even if another tab wrote there later', async () => {
    await typedInNewTab('Mine');
    const own = { ...sessionStorage };
    const other = await typedInNewTab('Of another tab');
    kill(other);
    for (const [key, value] of Object.entries(own)) sessionStorage.setItem(key, value);

    const after = reload();
    await sitDown(after);

    expect(shown(after)).toBe('Mine');
  });

  it('shares no text with a duplicate of its tab: each continues separately', async () => {
    const tab = await typedInNewTab('Begun');
    const copy = reload();
    await sitDown(copy);
    expect(shown(copy)).toBe('Begun');

    await type(tab, 'Begun, and gone on here');
    await type(copy, 'Begun, and gone on there');

    expect(await left()).toEqual(['Begun, and gone on here', 'Begun, and gone on there']);
  });
});

import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeLocks } from '../../test/fake-locks.ts';
import { createDatabaseCopies, type DatabaseCopies } from './database-copies.ts';
import { GONE_LIFE_MS } from './kept.ts';
import { localCopies } from './local-copies.ts';
import { createMarks } from './marks.ts';
import { ANSWER_MS, createShelf } from './shelf.ts';
import { createUnsentTexts, type UnsentTexts } from './unsent-texts.ts';

const POST = 'comment:post-1';
const words = (text: string) => ({ text });

let factory: IDBFactory;
let locks: FakeLocks | undefined;

beforeEach(() => {
  vi.stubGlobal('IDBKeyRange', IDBKeyRange);
  factory = new IDBFactory();
  locks = new FakeLocks();
});

interface Tab {
  readonly texts: UnsentTexts;
  readonly shelf: ReturnType<typeof createShelf>;
  /** Closes the tab, or kills it: the browser lifts its marks, and nothing else is done. */
  readonly kill: () => void;
  /** Who is signed in, whether or not their record is there; mary unless told. */
  readonly identify: (readerId: string | null) => void;
}

/** A tab of the browser, with the stores and locks that all its tabs share. */
function openTab(database: DatabaseCopies | null = createDatabaseCopies(factory)): Tab {
  const shelf = createShelf(localCopies, database);
  const releases: (() => void)[] = [];
  // Not those of a later test: this tab may still be looking for texts then.
  const browserLocks = locks as unknown as LockManager | undefined;
  const marks = createMarks(() => browserLocks);
  const counted: typeof marks = {
    elsewhere: marks.elsewhere,
    async claim(id) {
      const mark = await marks.claim(id);
      if (mark) releases.push(mark.release);
      return mark;
    },
  };
  let identity: string | null = 'mary';
  const texts = createUnsentTexts({ shelf, marks: counted, identifiedAs: () => identity });
  return {
    texts,
    shelf,
    kill: () => {
      for (const release of releases) release();
    },
    identify: (readerId) => {
      identity = readerId;
      texts.changeSession();
    },
  };
}

/** Opens the place as its writer does, and waits until what was left there has come. */
async function sitDown(tab: Tab, readerId = 'mary'): Promise<() => void> {
  const end = tab.texts.open(POST, readerId);
  await settle(tab);
  return end;
}

const settle = async (tab: Tab) => {
  await tab.shelf.list('mary');
  await new Promise((resolve) => setTimeout(resolve, 20));
  await tab.shelf.settled();
};

const listed = async (tab: Tab) => (await tab.shelf.list('mary')).texts;
const shown = (tab: Tab, readerId: string | null = 'mary') => tab.texts.typed(POST, readerId)?.text ?? '';
const type = async (tab: Tab, text: string) => {
  tab.texts.write(POST, 'mary', words(text));
  await settle(tab);
};

/** What Chromium does to local storage when it is killed: the last seconds are not on the disk. */
function killBrowser(diskBefore: Record<string, string>): void {
  localStorage.clear();
  for (const [key, value] of Object.entries(diskBefore)) localStorage.setItem(key, value);
}

/** The browser is killed, and a new one opens the place. */
async function comeBack(tab: Tab, diskBefore: Record<string, string>): Promise<Tab> {
  tab.kill();
  killBrowser(diskBefore);
  const next = openTab();
  await sitDown(next);
  return next;
}

describe('what was typed', () => {
  it('is back when the browser is killed before local storage reached the disk', async () => {
    const tab = openTab();
    await sitDown(tab);
    await type(tab, 'Half a thought');

    const next = await comeBack(tab, {});

    expect(shown(next)).toBe('Half a thought');
  });

  it('is back as it was last, where local storage has an older copy', async () => {
    const tab = openTab();
    await sitDown(tab);
    await type(tab, 'Half');
    const disk = { ...localStorage };
    await type(tab, 'Half a thought');

    const next = await comeBack(tab, disk);

    expect(shown(next)).toBe('Half a thought');
  });

  it('is in local storage at once, for a page that is killed with the next letter', async () => {
    const tab = openTab();
    await sitDown(tab);

    tab.texts.write(POST, 'mary', words('At once'));

    expect(localCopies.all().map(({ typed }) => typed)).toEqual([words('At once')]);
  });

  it('stays where local storage is full', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const tab = openTab();
    await sitDown(tab);
    await type(tab, 'Still here');

    tab.kill();
    const next = openTab();
    await sitDown(next);

    expect(shown(next)).toBe('Still here');
  });

  it('stays where IndexedDB refuses', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const refuse = () => Promise.reject(new DOMException('private', 'InvalidStateError'));
    const refusing = { put: refuse, ofOwner: refuse, find: refuse, forgetOld: refuse };
    const tab = openTab(refusing);
    await sitDown(tab);
    await type(tab, 'Still here');

    tab.kill();
    const next = openTab(refusing);
    await sitDown(next);

    expect(shown(next)).toBe('Still here');
  });

  it('stays in its tab where nothing can be kept', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const tab = openTab(null);
    const leave = await sitDown(tab);
    await type(tab, 'Still here');

    leave();
    await settle(tab);
    await sitDown(tab);

    expect(shown(tab)).toBe('Still here');
  });

  it('is in IndexedDB also when that fails once', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const copies = createDatabaseCopies(factory);
    const tab = openTab(copies);
    await sitDown(tab);
    vi.spyOn(copies, 'put').mockRejectedValueOnce(new DOMException('closing', 'InvalidStateError'));
    await type(tab, 'Half a thought');

    const next = await comeBack(tab, {});

    expect(shown(next)).toBe('Half a thought');
  });

  it('is in IndexedDB also when another tab had the database to itself for a while', async () => {
    const copies = createDatabaseCopies(factory);
    const tab = openTab(copies);
    await sitDown(tab);
    await type(tab, 'Half');
    await new Promise((resolve) => {
      factory.deleteDatabase('inkwell-unsent').onsuccess = resolve;
    });
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});

    await type(tab, 'Half a thought');

    expect((await copies.ofOwner('mary')).map(({ typed }) => typed)).toEqual([words('Half a thought')]);
    expect(warn).not.toHaveBeenCalled();
  });

  it('is warned about once where IndexedDB refuses for good', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const refuse = () => Promise.reject(new DOMException('private', 'InvalidStateError'));
    const tab = openTab({ put: refuse, ofOwner: refuse, find: refuse, forgetOld: refuse });
    await sitDown(tab);

    await type(tab, 'One');
    await type(tab, 'One and two');

    expect(warn).toHaveBeenCalledTimes(1);
  });

  it('comes also where IndexedDB opens later than it is waited for', async () => {
    locks = undefined;
    vi.useFakeTimers();
    const kept = { id: 'a', ownerId: 'mary', place: POST, typed: words('Still here'), version: 1 };
    const opened = new Promise((resolve) => setTimeout(resolve, ANSWER_MS + 1_000));
    const copies = {
      put: async () => void (await opened),
      ofOwner: async () => opened.then(() => [kept]),
      find: async () => opened.then(() => kept),
      forgetOld: async () => void (await opened),
    };
    const [tab, other] = [openTab(copies), openTab(copies)];

    tab.texts.open(POST, 'mary');
    const isLeft = other.texts.isLeft(POST, 'mary');
    await vi.advanceTimersByTimeAsync(ANSWER_MS);
    expect(shown(tab)).toBe('');
    await vi.advanceTimersByTimeAsync(ANSWER_MS * 2);

    expect(shown(tab)).toBe('Still here');
    expect(await isLeft).toBe(true);
    vi.useRealTimers();
  });

  it('waits three seconds for an IndexedDB that never answers, and only once', async () => {
    vi.useFakeTimers();
    const silence = () => new Promise<never>(() => {});
    const tab = openTab({ put: silence, ofOwner: silence, find: silence, forgetOld: silence });
    localCopies.put({ id: 'a', ownerId: 'mary', place: POST, typed: words('Still here'), version: 1 });

    tab.texts.open(POST, 'mary');
    await vi.advanceTimersByTimeAsync(ANSWER_MS - 1);
    expect(shown(tab)).toBe('');
    await vi.advanceTimersByTimeAsync(1);
    expect(shown(tab)).toBe('Still here');
    const list = tab.shelf.list('mary');
    await vi.advanceTimersByTimeAsync(0);

    expect((await list).texts).toHaveLength(1);
    vi.useRealTimers();
  });

  it('does not come back on screen while its writer signs out, and after', async () => {
    const tab = openTab();
    await sitDown(tab);
    await type(tab, 'Mine');

    tab.texts.close();
    tab.texts.open(POST, 'mary');
    await settle(tab);
    expect(shown(tab)).toBe('');
    tab.texts.changeSession();
    tab.texts.open(POST, null);
    await settle(tab);
    expect(shown(tab, null)).toBe('');
    tab.texts.open(POST, 'mary');
    await settle(tab);

    expect(shown(tab)).toBe('Mine');
  });

  it('is not shown either where it was still being looked for when the session ended', async () => {
    const before = openTab();
    await sitDown(before);
    await type(before, 'Mine');
    before.kill();
    const tab = openTab();

    tab.texts.open(POST, 'mary');
    tab.texts.changeSession();
    await settle(tab);

    expect(shown(tab, null)).toBe('');
  });

  it('is shown to nobody else', async () => {
    const tab = openTab();
    await sitDown(tab);
    await type(tab, 'Mine');
    tab.texts.close();
    tab.texts.changeSession();

    const end = await sitDown(tab, 'otto');
    expect(shown(tab, 'otto')).toBe('');
    expect(shown(tab, null)).toBe('');
    end();
    await sitDown(tab);

    expect(shown(tab)).toBe('Mine');
  });

  it('stays on screen when the session is lost, and is its writer’s again after signing in', async () => {
    const tab = openTab();
    await sitDown(tab);
    await type(tab, 'Half');
    tab.identify(null);

    tab.texts.open(POST, null);
    tab.texts.write(POST, null, words('Half a thought'));

    expect(shown(tab, null)).toBe('Half a thought');
    expect(shown(tab, 'otto')).toBe('');
    expect(localCopies.all()).toMatchObject([{ ownerId: 'mary', typed: words('Half a thought') }]);
  });
});

describe('what was typed before another account came', () => {
  it('is not on screen, and takes nothing in, while the record of that account is not there', async () => {
    const tab = openTab();
    await sitDown(tab);
    await type(tab, 'Mine');
    tab.identify(null);
    tab.texts.open(POST, null);
    expect(shown(tab, null)).toBe('Mine');

    tab.identify('otto');
    tab.texts.write(POST, null, words('Of Otto'));

    expect(shown(tab, null)).toBe('');
    expect(localCopies.all()).toMatchObject([{ ownerId: 'mary', typed: words('Mine') }]);
  });

  it('is told to be gone at once', async () => {
    const tab = openTab();
    await sitDown(tab);
    await type(tab, 'Mine');
    const listener = vi.fn();
    tab.texts.subscribe(listener);

    tab.identify('otto');

    expect(listener).toHaveBeenCalled();
  });
});

describe('a sign-out that fails', () => {
  it('gives back what it took from the screen', async () => {
    const tab = openTab();
    await sitDown(tab);
    await type(tab, 'Mine');
    tab.texts.close();
    expect(shown(tab)).toBe('');

    tab.texts.stay();
    await settle(tab);

    expect(shown(tab)).toBe('Mine');
    await type(tab, 'Mine still');
    expect(shown(tab)).toBe('Mine still');
  });
});

describe('an attempt to send', () => {
  const keyOf = (tab: Tab, body: string) => {
    const held = tab.texts.hold(POST, 'mary');
    held.release();
    return held.key(body);
  };

  it('has the same name for the same words of a text, also after the browser was killed', async () => {
    const tab = openTab();
    await sitDown(tab);
    await type(tab, 'Hello');
    const first = keyOf(tab, 'Hello');
    expect(keyOf(tab, 'Hello')).toBe(first);

    const next = await comeBack(tab, {});

    expect(keyOf(next, 'Hello')).toBe(first);
    expect(first).toMatch(/^[\x20-\x7e]{1,128}$/);
  });

  it('has another name for other words, in another place, and for the same words typed anew', async () => {
    const tab = openTab();
    await sitDown(tab);
    await type(tab, 'Hello');
    const names = [keyOf(tab, 'Hello'), keyOf(tab, 'Hello!')];
    tab.texts.hold(POST, 'mary').amend(() => null);
    await type(tab, 'Hello');
    names.push(keyOf(tab, 'Hello'));
    tab.texts.write(POST, 'mary', null);
    await type(tab, 'Hello');
    names.push(keyOf(tab, 'Hello'));

    expect(new Set(names).size).toBe(4);
  });

  it.each([
    ['is left of it', words('Hello')],
    ['was put in its place', words('Other words')],
  ])('has another name for what %s once it was sent', async (_, rest) => {
    const tab = openTab();
    await sitDown(tab);
    await type(tab, 'Hello Hello');
    const before = keyOf(tab, 'Hello');

    tab.texts.hold(POST, 'mary').amend(() => rest);
    await settle(tab);

    expect(shown(tab)).toBe(rest.text);
    expect(keyOf(tab, 'Hello')).not.toBe(before);
    expect((await listed(openTab())).map(({ typed }) => typed)).toEqual([rest]);
  });

  it('has another name for what is left where its page was left', async () => {
    const tab = openTab();
    const leave = await sitDown(tab);
    await type(tab, 'Hello Hello');
    const before = keyOf(tab, 'Hello');
    const held = tab.texts.hold(POST, 'mary');
    tab.texts.close();
    leave();
    held.amend(() => words('Hello'));
    held.release();
    await settle(tab);

    tab.identify('mary');
    await sitDown(tab);

    expect(shown(tab)).toBe('Hello');
    expect(keyOf(tab, 'Hello')).not.toBe(before);
  });
});

describe('what was sent or thrown away', () => {
  it('takes nothing else along that was typed there since', async () => {
    const tab = openTab();
    await sitDown(tab);
    await type(tab, 'Sent');
    const held = tab.texts.hold(POST, 'mary');
    tab.texts.write(POST, 'mary', null);
    await type(tab, 'Sent anew');

    held.amend(() => null);
    await settle(tab);

    expect(shown(tab)).toBe('Sent anew');
    expect((await listed(openTab())).map(({ typed }) => typed?.text)).toEqual(['Sent anew']);
  });

  it('takes no other text along that was left there', async () => {
    const [one, other] = [openTab(), openTab()];
    const leave = await sitDown(one);
    await sitDown(other);
    await type(one, 'Sent');
    await type(other, 'Left');
    const held = one.texts.hold(POST, 'mary');
    one.texts.close();
    leave();
    other.kill();

    held.amend(() => null);
    held.release();
    await settle(one);

    expect((await listed(openTab())).map(({ typed }) => typed?.text)).toEqual(['Left']);
  });

  it('brings no other text into a form', async () => {
    const [one, other] = [openTab(), openTab()];
    await sitDown(one);
    await sitDown(other);
    await type(one, 'Left');
    await type(other, 'Sent');
    one.kill();

    other.texts.hold(POST, 'mary').forget();
    await settle(other);

    expect(shown(other)).toBe('');
    expect((await listed(other)).map(({ typed }) => typed?.text)).toEqual(['Left']);
  });

  it('is what was sent also where it was typed on since, and the browser has no locks', async () => {
    locks = undefined;
    const before = openTab();
    await sitDown(before);
    await type(before, 'Sent');
    const tab = openTab();
    await sitDown(tab);
    const held = tab.texts.hold(POST, 'mary');
    await type(tab, 'Sent and more');

    held.amend(() => words('and more'));
    await settle(tab);

    expect(shown(tab)).toBe('and more');
    expect((await listed(openTab())).map(({ typed }) => typed?.text)).toEqual(['and more']);
  });

  it('is remembered late without harm to a newer text of that name', async () => {
    const tab = openTab();
    await sitDown(tab);
    await type(tab, 'Sent');
    const [kept] = localCopies.all();
    tab.texts.write(POST, 'mary', null);
    if (kept) localCopies.put({ ...kept, typed: words('Typed on in another tab'), version: kept.version + 1_000 });
    await settle(tab);

    expect(localCopies.all().map(({ typed }) => typed?.text)).toEqual(['Typed on in another tab']);
  });

  it('does not come back from local storage as a killed browser left it', async () => {
    const tab = openTab();
    await sitDown(tab);
    await type(tab, 'Sent');
    const disk = { ...localStorage };
    tab.texts.hold(POST, 'mary').amend(() => null);
    await settle(tab);

    const next = await comeBack(tab, disk);

    expect(shown(next)).toBe('');
    expect(localCopies.all()).toEqual([]);
  });

  it('does not come back from an IndexedDB that could not be told then', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const copies = createDatabaseCopies(factory);
    const tab = openTab(copies);
    await sitDown(tab);
    await type(tab, 'Sent');
    vi.spyOn(copies, 'put').mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'));
    tab.texts.write(POST, 'mary', null);
    await settle(tab);
    tab.kill();

    const next = openTab();
    await sitDown(next);
    expect(shown(next)).toBe('');
    await settle(next);
    localStorage.clear();

    expect(await listed(openTab())).toEqual([]);
  });

  it('leaves no words behind', async () => {
    const tab = openTab();
    await sitDown(tab);
    await type(tab, 'Sent');
    tab.texts.write(POST, 'mary', null);
    await settle(tab);

    expect(localStorage).toHaveLength(0);
    expect((await createDatabaseCopies(factory).ofOwner('mary')).map(({ typed }) => typed)).toEqual([null]);
  });

  it('is taken away also when its page was left, and what was typed since stays', async () => {
    const tab = openTab();
    const leave = await sitDown(tab);
    await type(tab, 'Sent and more');
    const held = tab.texts.hold(POST, 'mary');
    tab.texts.close();
    leave();

    held.amend(() => words('and more'));
    held.release();
    await settle(tab);

    expect(localCopies.all().map(({ typed }) => typed)).toEqual([words('and more')]);
  });
});

describe('two tabs in one place', () => {
  it('have a text each, and both are kept', async () => {
    const [one, other] = [openTab(), openTab()];
    await sitDown(one);
    await type(one, 'Of the first tab');
    await sitDown(other);
    expect(shown(other)).toBe('');
    await type(other, 'Of the second tab');
    await type(one, 'Of the first tab, still');

    one.kill();
    other.kill();

    const texts = (await listed(openTab())).map(({ typed }) => typed?.text);
    expect(texts.sort()).toEqual(['Of the first tab, still', 'Of the second tab']);
  });

  it('leave the newest text to the next tab, and the other one when that is sent', async () => {
    const [one, other] = [openTab(), openTab()];
    await sitDown(one);
    await sitDown(other);
    await type(one, 'Older');
    await type(other, 'Newer');
    one.kill();
    other.kill();

    const next = openTab();
    await sitDown(next);
    expect(shown(next)).toBe('Newer');
    next.texts.hold(POST, 'mary').amend(() => null);
    await settle(next);

    expect(shown(next)).toBe('Older');
  });

  it('do not take what a living one has, not even when theirs was emptied', async () => {
    const [one, other] = [openTab(), openTab()];
    await sitDown(one);
    await type(one, 'Mine');
    await sitDown(other);
    await type(other, 'Yours');

    other.texts.write(POST, 'mary', null);
    other.texts.look(POST, 'mary');
    await settle(other);

    expect(shown(other)).toBe('');
    expect(await other.texts.isLeft(POST, 'mary')).toBe(false);
    expect(await one.texts.isLeft(POST, 'mary')).toBe(true);
  });

  it('find what a page that was just reloaded lets go of a moment later', async () => {
    const before = openTab();
    await sitDown(before);
    await type(before, 'Before the reload');
    const after = openTab();
    await sitDown(after);
    expect(shown(after)).toBe('');

    before.kill();

    await vi.waitFor(() => expect(shown(after)).toBe('Before the reload'), 3_000);
  });

  it('say that a text is left also where a page that was just reloaded has its mark for a moment longer', async () => {
    const before = openTab();
    await sitDown(before);
    await type(before, 'Before the reload');
    const after = openTab();
    const isLeft = after.texts.isLeft(POST, 'mary');
    await settle(after);

    before.kill();

    expect(await isLeft).toBe(true);
  });

  it('get what was left when its page was left in the other one', async () => {
    const [one, other] = [openTab(), openTab()];
    const leave = await sitDown(one);
    await type(one, 'Left');

    leave();
    await settle(one);
    await sitDown(other);

    expect(shown(other)).toBe('Left');
  });

  it('leave what is on its way to the server to the one that sends it', async () => {
    const [one, other] = [openTab(), openTab()];
    const leave = await sitDown(one);
    await type(one, 'On its way');
    const held = one.texts.hold(POST, 'mary');
    leave();
    await settle(one);
    await sitDown(other);

    expect(shown(other)).toBe('');
    held.amend(() => null);
    held.release();
    await settle(one);

    expect(await listed(other)).toEqual([]);
  });

  it('write on no text of the other where the browser has no locks', async () => {
    locks = undefined;
    const [one, other] = [openTab(), openTab()];
    await sitDown(one);
    await type(one, 'First');
    await sitDown(other);
    expect(shown(other)).toBe('First');
    await type(one, 'First, longer');

    await type(other, 'First, changed');
    await type(one, 'First, longer still');

    const texts = (await listed(openTab())).map(({ typed }) => typed?.text);
    expect(texts.sort()).toEqual(['First, changed', 'First, longer still']);
  });

  it('move a text along, and do not double it, where the browser has no locks and the other tab is gone', async () => {
    locks = undefined;
    const before = openTab();
    await sitDown(before);
    await type(before, 'Half');
    const after = openTab();
    await sitDown(after);

    await type(after, 'Half a thought');
    expect((await listed(openTab())).map(({ typed }) => typed?.text)).toEqual(['Half a thought']);
    after.texts.write(POST, 'mary', null);
    await settle(after);

    expect(await listed(openTab())).toEqual([]);
  });
});

describe('what is kept for a time', () => {
  it('is forgotten after it, in both places, and what is kept for good is not', async () => {
    const tab = openTab();
    await sitDown(tab);
    await type(tab, 'For good');
    tab.texts.open('broadcast', 'mary');
    await settle(tab);
    tab.texts.write('broadcast', 'mary', words('For a month'), { lifeMs: GONE_LIFE_MS });
    await settle(tab);
    tab.kill();
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now + GONE_LIFE_MS + 1_000);

    const next = openTab();
    const texts = (await listed(next)).map(({ typed }) => typed?.text);
    await settle(next);

    expect(texts).toEqual(['For good']);
    expect(localCopies.all()).toHaveLength(1);
    expect(await createDatabaseCopies(factory).ofOwner('mary')).toHaveLength(1);
  });
});

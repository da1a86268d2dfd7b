import { draftApi } from '@inkwell/shared/drafts';
import { WRITTEN_FIELDS } from '@inkwell/shared/post-fields';
import { postApi, type StaffPost } from '@inkwell/shared/posts';
import { revisionApi } from '@inkwell/shared/revisions';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { call } from '../../../lib/api.ts';
import { written } from '../../../lib/autosave/record.ts';
import { autosaveStore } from '../../../lib/autosave/store.ts';
import { forgetToasts, toastStore } from '../../../lib/toast.ts';
import { FakeApi, Refusal } from '../../../test/fake-api.ts';
import { FakeDrafts } from '../../../test/fake-drafts.ts';
import { FakeLocks } from '../../../test/fake-locks.ts';
import { POST, sampleRecord } from '../../../test/session-editor.ts';
import type { Edited } from '../api/edited.ts';
import { EMPTY_POST } from '../post-form.ts';
import { asDiscarded, discardRecord, takeBackFromServer, tellDiscards } from './discards.ts';
import * as offers from './offers.ts';
import { type DraftRecord, type PostDraft, postDraftKind, postIdOf } from './post-draft.ts';
import { ask, createRunner, look, type Runner } from './runner.ts';
import { serverOffers } from './state.ts';

/* The interaction of an editor with this browser and the server, without a document. */

/** Stand-ins for the browser features that are used here, set before the modules that use them. Only local storage keeps records. */
const browser = vi.hoisted(() => {
  const storage = { isFull: false };
  class Copies {
    [key: string]: unknown;
    getItem = (key: string) => this[key];
    setItem = (key: string, text: string) => {
      if (storage.isFull) throw new DOMException('full', 'QuotaExceededError');
      this[key] = text;
    };
    removeItem = (key: string) => {
      delete this[key];
    };
  }
  const start = (locks?: unknown) => {
    storage.isFull = false;
    vi.stubGlobal('document', Object.assign(new EventTarget(), { getElementById: () => null }));
    vi.stubGlobal('navigator', { locks, userAgent: 'Firefox/1 Linux' });
    const known = { location: { origin: 'http://inkwell.test' }, localStorage: new Copies() };
    vi.stubGlobal('window', Object.assign(new EventTarget(), known));
  };
  start();
  return { start, storage };
});

const KEY = 'k'.repeat(20);
const SITTING = 's'.repeat(20);
const LONG = 'A text that took its writer all of a long afternoon.';

let locks: FakeLocks;
let drafts: FakeDrafts;
let api: FakeApi;
const onSaved = vi.fn();

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  onSaved.mockClear();
  locks = new FakeLocks();
  browser.start(locks);
  drafts = new FakeDrafts();
  api = new FakeApi();
  drafts.answer(api);
  api.install();
});

const edited: Edited = {
  kind: 'post',
  create: (body) => call(postApi.create, { body }),
  update: (id, body) => call(postApi.update, { params: { id }, body }),
  read: (id) => call(postApi.byId, { params: { id } }),
  follow: () => undefined,
};

async function open(post: StaffPost | null = null): Promise<Runner> {
  const runner = createRunner({
    userId: 'me',
    edited,
    client: new QueryClient(),
    post,
    onSaved,
    pictures: { settled: async () => {}, isBusy: () => false },
    withoutPlaces: (text) => text,
    showErrors: () => {},
    showPassage: () => {},
  });
  // This editor must send nothing in the next test.
  onTestFinished(() => runner.dispatch({ type: 'finished', isFinished: true }));
  runner.isOpen = true;
  await runner.recordLock.move(runner.state.recordId);
  await look(runner);
  return runner;
}

const type = ({ state, dispatch }: Runner, content: string) =>
  dispatch({ type: 'typed', form: { ...state.form, title: 'T', content }, content });

/** Types, and waits until browser and server have the text. */
async function write(runner: Runner, content: string): Promise<void> {
  type(runner, content);
  await vi.waitFor(() => expect(runner.state.server.acked?.form.content).toBe(content));
  await runner.writer.settled();
}

/** Stores the draft of a new post of a killed tab. */
async function leave(content: string, fields: Partial<PostDraft> = {}, place = '*new*'): Promise<DraftRecord> {
  const form = { ...EMPTY_POST, title: 'T', content };
  const record = sampleRecord({ key: KEY, sitting: SITTING, form, ...fields }, place);
  await autosaveStore.put(record);
  return record;
}

/** The state and text of each record in this browser. */
const kept = async () =>
  (await autosaveStore.list(postDraftKind, 'me')).records.map(({ state, fields }) => [state, fields.form.content]);

const onServer = () => drafts.texts();
const discardedOnServer = () => [...drafts.discarded.values()].map(({ reason, content }) => [reason, content]);
const hold = ({ id }: Pick<DraftRecord, 'id'>, onLost?: () => void) =>
  locks.holdElsewhere(`inkwell-autosave:${id}`, onLost);
const told = () => toastStore.snapshot()?.message;

describe('an editor', () => {
  it('keeps typed text in this browser and on the server, until nothing is unsaved', async () => {
    const runner = await open(POST);
    await write(runner, 'Words');

    expect(await kept()).toEqual([['open', 'Words']]);
    expect([...drafts.stored.values()]).toMatchObject([
      { key: 'post-1', title: 'T', content: 'Words', baseUpdatedAt: POST.updatedAt, device: 'Firefox on Linux' },
    ]);
    expect(runner.own?.fields.acked?.version).toBe(drafts.stored.get('post-1')?.version);

    const { title, content } = POST;
    runner.dispatch({ type: 'typed', form: { ...runner.state.form, title, content }, content });
    runner.dispatch({ type: 'hurried' });
    await vi.waitFor(() => expect(onServer()).toEqual([]));
    expect(await kept()).toEqual([]);
  });

  it('does not send while another tab does', async () => {
    hold({ id: 'post:post-1' });
    const runner = await open(POST);
    await vi.waitFor(() => expect(runner.state.server.isSender).toBe(false));
    type(runner, 'Words');
    await runner.writer.settled();

    expect(await kept()).toEqual([['open', 'Words']]);
    expect(api.calls(draftApi.put)).toEqual([]);
  });

  it('reads the drafts of its kind, and which of them other tabs have open', async () => {
    const [here, elsewhere] = [await leave('Here'), await leave('Elsewhere')];
    await leave('A page', {}, 'page-*new*');
    hold(elsewhere);
    const runner = await open();

    expect(new Set(runner.state.known?.map(({ id }) => id))).toEqual(new Set([here.id, elsewhere.id]));
    expect(runner.state.busyIds).toEqual(new Set([elsewhere.id]));
  });

  it.each([
    ['a draft of the rest', { content: 'x' }, ['x']],
    ['no draft', { title: '', content: '' }, []],
  ])('reports a copy of an emptied text, and leaves %s', async (_, rest, left) => {
    const runner = await open();
    await write(runner, LONG);
    runner.dispatch({ type: 'typed', form: { ...runner.state.form, ...rest }, content: rest.content });
    runner.dispatch({ type: 'hurried' });
    await vi.waitFor(() => expect(discardedOnServer()).toEqual([['emptied', LONG]]));

    expect(api.calls(draftApi.discard)[0]?.body).not.toHaveProperty('draftVersion');
    await vi.waitFor(() => expect(onServer()).toEqual(left));
    await vi.waitFor(async () => expect(await kept()).toEqual(left.map((content) => ['open', content])));
  });

  /** Begins a save. @returns functions that answer it */
  async function save(runner: Runner): Promise<() => void> {
    let answer = (_: StaffPost) => {};
    api.on(postApi.create, () => new Promise((resolve) => (answer = resolve)));
    runner.dispatch({ type: 'saveAsked', isStaying: false });
    await vi.waitFor(() => expect(api.calls(postApi.create)).toHaveLength(1));
    const { title, content } = runner.state.form;
    return () => answer({ ...POST, id: 'post-9', title, content, excerpt: null, categoryId: null });
  }

  it('closes once everything is saved, and leaves copies of emptied texts', async () => {
    const runner = await open();
    await write(runner, LONG);
    await write(runner, 'Words');
    (await save(runner))();

    await vi.waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1));
    await vi.waitFor(async () => expect(await kept()).toEqual([]));
    expect(onServer()).toEqual([]);
    expect(discardedOnServer()).toEqual([['emptied', LONG]]);
  });

  it.each([
    ['removes its record', false, []],
    ['leaves a record that another editor has continued', true, [['open', 'Continued']]],
  ])('that its writer left during the save %s', async (_, isContinued, left) => {
    const runner = await open();
    await write(runner, 'Words');
    const answer = await save(runner);
    runner.isOpen = false;
    runner.dispatch({ type: 'attended', isAttended: false });
    const own = runner.own as DraftRecord;
    const form = { ...own.fields.form, content: 'Continued' };
    if (isContinued) await autosaveStore.put(written(postDraftKind, own, { fields: { ...own.fields, form } }));
    answer();
    await vi.waitFor(() => expect(runner.state.isFinished).toBe(true));

    await vi.waitFor(async () => expect(await kept()).toEqual(left));
    expect(onSaved).not.toHaveBeenCalled();
  });
});

describe('an earlier draft in this browser', () => {
  it('is continued', async () => {
    const record = await leave('Earlier');
    const runner = await open();
    await offers.restoreWanted(runner, { id: record.id, isOnServer: false });

    expect(runner.state).toMatchObject({ recordId: record.id, key: KEY, form: { content: 'Earlier' } });
    await write(runner, 'Earlier, and more');
    expect(await kept()).toEqual([['open', 'Earlier, and more']]);
  });

  it('that another tab writes is only copied or taken over', async () => {
    const onLost = vi.fn();
    const record = await leave('Earlier');
    const runner = await open();
    hold(record, onLost);
    await offers.restore(runner, record);
    await offers.discardOffer(runner, record);
    expect(runner.state).toMatchObject({ busyIds: new Set([record.id]), form: { content: '' } });
    expect(await kept()).toEqual([['open', 'Earlier']]);

    await offers.restore(runner, record, { how: 'copy' });
    expect(runner.state.form.content).toBe('Earlier');
    expect(runner.state.recordId).not.toBe(record.id);
    expect(onLost).not.toHaveBeenCalled();
    await offers.restore(runner, record, { how: 'take' });
    expect(runner.state.recordId).toBe(record.id);
    expect(onLost).toHaveBeenCalledTimes(1);
  });

  it('replaces no text that this browser cannot store', async () => {
    const record = await leave('Earlier');
    const runner = await open();
    await offers.restore(runner, record);
    browser.storage.isFull = true;
    type(runner, 'Mine');
    await vi.waitFor(() => expect(runner.state.local).toBe('failed'));
    await offers.restore(runner, record);

    expect(runner.state.form.content).toBe('Mine');
    expect(told()).toContain('could not store your text');
  });

  it('is not found once another tab has saved it', async () => {
    const record = await leave('Earlier');
    const runner = await open();
    await autosaveStore.put({ ...record, state: 'removed', version: record.version + 1 });
    await offers.restore(runner, record);

    expect(told()).toBe('It was saved or discarded in another tab.');
    expect(runner.state).toMatchObject({ known: [], form: { content: '' } });
    expect((await locks.query()).held.map(({ name }) => name)).toContain(`inkwell-autosave:${runner.state.recordId}`);
  });
});

describe('an earlier draft on the server', () => {
  const ofOtherDevice = (content = 'There') => drafts.keep(KEY, { title: 'T', content, sitting: SITTING });
  const acked = (content: string, version: number) => ({
    form: { ...EMPTY_POST, title: 'T', content },
    image: null,
    version,
  });

  it('is brought into this browser', async () => {
    const { version } = ofOtherDevice();
    const runner = await open();
    await offers.restoreWanted(runner, { id: KEY, isOnServer: true });

    expect(runner.state).toMatchObject({ key: KEY, sitting: SITTING, form: { content: 'There' } });
    expect(runner.state.server.acked?.version).toBe(version);
    expect(await kept()).toEqual([['open', 'There']]);
  });

  it.each([
    ['has more than the server acknowledged', 0, 'Here', 'Here', ['Here']],
    ['has what the server had before', -1, 'There', 'Before', ['Before', 'There']],
    ['has other words', -1, 'There', 'Here', ['Here', 'There']],
  ])('does not replace a later version in this browser: one that %s', async (_, ago, shown, here, left) => {
    const { version } = ofOtherDevice();
    await leave(here, { acked: acked('Before', version + ago) });
    const runner = await open();
    await offers.restoreFromServer(runner, { key: KEY });

    expect(runner.state.form.content).toBe(shown);
    const isBehind = here === 'Before';
    await vi.waitFor(() => expect(discardedOnServer()).toEqual(isBehind ? [['replaced', 'Before']] : []));
    await vi.waitFor(async () =>
      expect((await kept()).map(([, content]) => content).sort()).toEqual(isBehind ? ['There'] : left),
    );
  });

  it('is not found once another device has saved it', async () => {
    const runner = await open();
    await offers.restoreFromServer(runner, { key: KEY });

    expect(told()).toBe('It was saved or discarded on another device.');
  });

  it.each([
    [true, 'Here', 'This is the version in this browser.'],
    [false, '', 'The draft could not be loaded.'],
  ])("that cannot be loaded is replaced by this browser's: %s", async (isHere, shown, text) => {
    if (isHere) await leave('Here');
    api.cut(draftApi.byKey);
    const runner = await open();
    await offers.restoreFromServer(runner, { key: KEY });

    expect(runner.state.form.content).toBe(shown);
    expect(told()).toContain(text);
  });

  it('is discarded there', async () => {
    const offer = ofOtherDevice();
    const runner = await open();
    runner.dispatch({ type: 'offered', offers: [offer] });
    await offers.discardOnServer(runner, offer);

    await vi.waitFor(() => expect(discardedOnServer()).toEqual([['discarded', 'There']]));
    expect(onServer()).toEqual([]);
    expect(runner.state.offers).toEqual([]);
  });

  it('that this editor replaced is already discarded', async () => {
    const offer = { ...ofOtherDevice(), isReplaced: true } as const;
    const runner = await open();
    runner.dispatch({ type: 'offered', offers: [offer] });
    await offers.discardOnServer(runner, offer);

    expect(runner.state.offers).toEqual([]);
    expect(onServer()).toEqual(['There']);
  });
});

describe('a discarded draft', () => {
  const GONE = { title: 'T', draftKey: KEY, sitting: SITTING, reason: 'discarded' } as const;

  it('is also on the server, and becomes an open draft again in its own sitting', async () => {
    const { version } = drafts.keep(KEY, { title: 'T', content: 'Words', sitting: SITTING });
    const form = { ...EMPTY_POST, title: 'T', content: 'Words' };
    const record = await leave('Words', { acked: { form, image: null, version } });
    const runner = await open();
    await offers.discardOffer(runner, record);
    await vi.waitFor(() => expect(discardedOnServer()).toEqual([['discarded', 'Words']]));
    expect(api.calls(draftApi.discard)[0]?.body.draftVersion).toBe(version);
    expect(onServer()).toEqual([]);
    await vi.waitFor(async () => expect(await kept()).toEqual([]));

    await offers.undoDiscard(runner);
    expect(onServer()).toEqual(['Words']);
    expect([...drafts.stored.values()][0]?.sitting).not.toBe(SITTING);
    expect(discardedOnServer()).toEqual([]);
    expect(await kept()).toEqual([['open', 'Words']]);
    await offers.undoDiscard(runner);
    expect(onServer()).toHaveLength(1);
  });

  it('is restored to its earlier state before the server knows of it', async () => {
    api.cut(draftApi.discard);
    const record = await leave('Words');
    const runner = await open();
    await offers.discardOffer(runner, record);
    expect(await kept()).toEqual([['discarded', 'Words']]);
    await offers.undoDiscard(runner);
    expect(runner.state.known).toMatchObject([{ id: record.id, state: 'open' }]);

    const [back] = (await autosaveStore.list(postDraftKind, 'me')).records;
    expect(back).toMatchObject({ id: record.id, state: 'open', fields: { key: KEY, sitting: SITTING } });
    expect(back?.fields).not.toHaveProperty('reason');
  });

  it('of another device is restored from the server', async () => {
    await leave('Words');
    const { id } = drafts.discard('d'.repeat(20), { ...GONE, content: 'Theirs' });
    await takeBackFromServer({ id }, 'me');

    expect(onServer()).toEqual(['Theirs']);
    expect(drafts.stored.has(KEY)).toBe(false);
    expect(discardedOnServer()).toEqual([]);
  });

  it('is reported in order, again after 8 s without an answer, and skipped after a refusal', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    api.cut(draftApi.discard);
    for (const [n, content] of ['First', 'Refused', 'Last'].entries())
      await autosaveStore.put({ ...asDiscarded(await leave(content), 'discarded'), savedAtMs: n });
    await tellDiscards('me');
    api.on(draftApi.discard, ({ params, body }) => {
      if (body.content === 'Refused') throw new Refusal('bad-request');
      return drafts.discard(params.id, body);
    });
    await vi.advanceTimersByTimeAsync(7_999);
    expect(discardedOnServer()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();

    await vi.waitFor(() => expect(discardedOnServer().map(([, content]) => content)).toEqual(['First', 'Last']));
    await vi.waitFor(async () => expect(await kept()).toEqual([['discarded', 'Refused']]));
  });

  it('stays on the server if it is not stored as a draft, and may be gone there already', async () => {
    const { id } = drafts.discard('d'.repeat(20), { ...GONE, content: 'Theirs' });
    api.cut(draftApi.put);
    await takeBackFromServer({ id }, 'me');
    expect(await kept()).toEqual([['open', 'Theirs']]);
    expect(discardedOnServer()).toHaveLength(1);

    drafts.answer(api);
    api.refuse(draftApi.removeDiscarded, 404);
    await takeBackFromServer({ id }, 'me');
    api.refuse(draftApi.removeDiscarded, 500);
    await expect(takeBackFromServer({ id }, 'me')).rejects.toThrow('500');
  });

  it('goes to the server at once if this browser cannot store it, and stays if neither can', async () => {
    const record = await leave('Words');
    browser.storage.isFull = true;
    await discardRecord(record);
    expect(discardedOnServer()).toEqual([['discarded', 'Words']]);

    api.cut(draftApi.discard);
    await expect(discardRecord(record)).rejects.toThrow('This browser cannot store drafts');
  });
});

describe('a draft of a post that has changed since it began', () => {
  const BEGAN = '2025-12-01T00:00:00.000Z';
  const fields = { title: 'T', content: 'There', sitting: SITTING, baseUpdatedAt: BEGAN };
  const record = (content: string) => leave(content, { key: 'post-1' }, 'post-1');
  /** The post when the draft began; null if unknown. */
  const revision = (content: string | null) =>
    api.on(revisionApi.byId, () => {
      if (content === null) throw new Refusal('not-found');
      const { id: postId, createdAt } = POST;
      const made = { reason: 'save', editor: null, restoredId: null, wordsAdded: 0, wordsRemoved: 0 } as const;
      return { ...POST, ...made, id: '1', postId, createdAt, content } as never;
    });

  it('is loaded with the post at that time, for its merge', async () => {
    drafts.keep('post-1', fields);
    revision('As it began.');
    const runner = await open(POST);
    await offers.restoreFromServer(runner, { key: 'post-1' });
    expect(runner.state).toMatchObject({ form: { content: 'There' }, base: { updatedAt: BEGAN } });
    expect(runner.state.base?.form.content).toBe('As it began.');
  });

  it('needs no revision if it began with the current post', async () => {
    drafts.keep('post-1', { ...fields, baseUpdatedAt: POST.updatedAt });
    const runner = await open(POST);
    await offers.restoreFromServer(runner, { key: 'post-1' });
    expect(runner.state.base?.form.content).toBe(POST.content);
    expect(api.unexpected).toEqual([]);
  });

  it.each([
    ['what the post lacks', 'As it began.', ['post-1']],
    ['a draft whose beginning nobody knows', null, ['post-1']],
    ['no draft that changed nothing', 'There', []],
  ])('is offered with %s', async (_, began, keys) => {
    const written = Object.fromEntries(WRITTEN_FIELDS.map((field) => [field, POST[field]]));
    drafts.keep('post-1', { ...written, ...fields, title: POST.title });
    revision(began);
    const runner = await open(POST);
    await ask(runner, []);
    expect(serverOffers(runner.state).map(({ key }) => key)).toEqual(keys);
  });

  it('is not offered while its discard has not reached the server', async () => {
    const offer = drafts.keep('post-1', { ...fields, baseUpdatedAt: POST.updatedAt });
    const kept = asDiscarded(await record('There'), 'discarded');
    const runner = await open(POST);
    await ask(runner, [kept]);
    expect(runner.state.offers).toEqual([]);
    await ask(runner, []);
    expect(runner.state.offers).toMatchObject([{ key: offer.key, version: offer.version }]);
  });

  it('is restored from the server with its base', async () => {
    revision('As it began.');
    const input = { ...fields, draftKey: 'post-1', postId: 'post-1', reason: 'discarded' } as const;
    const { id } = drafts.discard('d'.repeat(20), input);
    await takeBackFromServer({ id }, 'me');
    const [back] = (await autosaveStore.list(postDraftKind, 'me')).records;
    expect(back).toMatchObject({ place: 'post-1', fields: { key: 'post-1', base: { updatedAt: BEGAN } } });
    expect(drafts.stored.get('post-1')).toMatchObject({ content: 'There', baseUpdatedAt: BEGAN });
  });
});

describe('a new post whose save got no answer', () => {
  const sitting = { sitting: SITTING, postId: 'post-9', closedAt: '2026-01-01T00:00:00.000Z' };
  const shownOf = (record: DraftRecord) => [postIdOf(record), record.fields.sitting, record.fields.form.content];
  const opened = async () => (await autosaveStore.list(postDraftKind, 'me')).records.map(shownOf);

  const SAID = '“T” was saved, although this browser did not learn of it.';
  it.each<[string, content: string | null, { savedAtMs?: number; isHeld?: boolean }, unknown[], said?: string]>([
    ['ends the draft that it has all words of', 'Words', {}, [], SAID],
    [
      'has the other words as its draft',
      'Word',
      {},
      [['post-9', expect.not.stringContaining(SITTING), 'Words']],
      `${SAID} It has a newer draft.`,
    ],
    ['leaves the draft once it is deleted', null, {}, [[null, SITTING, 'Words']]],
    ['leaves a draft that another tab has', 'Words', { isHeld: true }, [[null, SITTING, 'Words']]],
    ['leaves a draft of which the server knows nothing more', 'Words', { savedAtMs: 1 }, [[null, SITTING, 'Words']]],
  ])('%s', async (_, content, { savedAtMs, isHeld = false }, records, said) => {
    forgetToasts();
    api.refuse(draftApi.byKey, 410, JSON.stringify(sitting));
    api.on(postApi.byId, () => {
      if (content === null) throw new Refusal('not-found');
      return { ...POST, id: 'post-9', title: 'T', content };
    });
    const record = await leave('Words');
    if (savedAtMs !== undefined) await autosaveStore.put({ ...record, version: record.version + 1, savedAtMs });
    const runner = await open();
    if (isHeld) hold(record);
    await ask(runner, await look(runner));

    expect(await opened()).toEqual(records);
    // What this editor offers.
    expect(runner.state.known?.map(shownOf)).toEqual(records);
    expect(told()).toBe(said);
    expect(toastStore.snapshot()?.linkLabel).toBe(said && 'Open It');
    expect(toastStore.snapshot()?.link).toBe(said && '/create-post?edit=post-9');
    expect(console.warn).not.toHaveBeenCalled();
  });
});

import { draftApi } from '@inkwell/shared/drafts';
import { revisionApi } from '@inkwell/shared/revisions';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeApi, Refusal } from '../../../test/fake-api.ts';
import { FakeDrafts } from '../../../test/fake-drafts.ts';
import { closed, sampleRecord, theirs } from '../../../test/session-editor.ts';
import { EMPTY_POST } from '../post-form.ts';
import { type Acked, changeBody, type DraftRecord, imageOf, keptImage, placeOf, postIdOf } from './post-draft.ts';
import { baseOfDraft, findServerDraft, readServerOffers, removeServerDraft, sendDraft } from './server-drafts.ts';

const KEY = 'k'.repeat(20);
const SITTING = 's'.repeat(20);
const words = (content: string, changes: object = {}) => ({
  form: { ...EMPTY_POST, title: 'T', content, ...changes },
  image: null,
});
const sending = { key: KEY, sitting: SITTING, words: words('Words') };
const acked = (content: string, version = 1): Acked => ({ ...words(content), version });

let api: FakeApi;
let drafts: FakeDrafts;

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('navigator', { userAgent: 'Firefox/1 Linux' });
  vi.stubGlobal('window', { location: { origin: 'http://inkwell.test' } });
  drafts = new FakeDrafts();
  api = new FakeApi();
  drafts.answer(api);
  api.install();
});

describe('the changes that a draft sends', () => {
  const about = { baseUpdatedAt: null, device: 'Firefox on Linux' };

  it.each([
    ['a word', 'one two', 'one big two', { contentEdit: { from: 4, to: 4, text: 'big ' } }],
    ['the end', 'one two', 'one', { contentEdit: { from: 3, to: 7, text: '' } }],
    ['everything', 'one', 'two', { content: 'two' }],
    ['nothing', 'one', 'one', {}],
  ])('of a text are the changed range, if that is shorter: %s', (_, before, now, change) => {
    expect(changeBody(words(now), acked(before, 7), about)).toEqual({ ...change, ...about, version: 7 });
  });

  it('of other fields are the changed ones', () => {
    const changes = { excerpt: 'E', categoryId: '3', isPublished: true };
    expect(changeBody(words('one', changes), acked('one'), about)).toEqual({
      excerpt: 'E',
      categoryId: 3,
      isPublished: true,
      ...about,
      version: 1,
    });
    expect(changeBody({ ...words('one'), image: '/a.webp' }, acked('one'), about)).toEqual({
      featuredImage: '/a.webp',
      ...about,
      version: 1,
    });
  });

  it('are everything at first, and then only changes', async () => {
    const first = await sendDraft(sending, null, null);
    expect(first).toMatchObject({ type: 'acknowledged', sending });
    expect(api.calls(draftApi.put)[0]?.body).toMatchObject({
      title: 'T',
      content: 'Words',
      version: 0,
      sitting: SITTING,
    });

    const over = acked('Words', drafts.stored.get(KEY)?.version);
    await sendDraft({ ...sending, words: words('Words, and more') }, over, null);
    expect(api.calls(draftApi.patch)[0]?.body).not.toHaveProperty('title');
    expect(drafts.stored.get(KEY)).toMatchObject({ content: 'Words, and more', device: 'Firefox on Linux' });
  });
});

describe('the answer to a draft', () => {
  const stored = { ...theirs('Theirs'), sitting: SITTING };
  const over = closed(SITTING, 'post-9');
  const body = (value: unknown) => JSON.stringify(value);

  it.each([
    [409, body(stored), 'conflicted', { stored: expect.objectContaining({ content: 'Theirs' }) }],
    [410, body(over), 'closed', { closed: over }],
    [409, 'nonsense', 'failed', { failure: { is: 'refused', reason: 'nonsense' } }],
    [404, '', 'failed', { failure: { is: 'not-found' } }],
    [401, '', 'failed', { failure: { is: 'signed-out' } }],
    [403, '', 'failed', { failure: { is: 'refused', reason: expect.stringContaining('no longer') } }],
    [400, 'Content too long', 'failed', { failure: { is: 'refused', reason: 'Content too long' } }],
    [408, '', 'failed', { failure: { is: 'unreachable', retryAfterMs: 0 } }],
    [500, '', 'failed', { failure: { is: 'unreachable', retryAfterMs: 0 } }],
  ])('%i %s is an event: %s', async (status, text, type, more) => {
    api.refuse(draftApi.put, status, text);
    expect(await sendDraft(sending, null, null)).toEqual({ type, sending, ...more });
  });

  it('is waited for if the server is busy or cannot be reached', async () => {
    api.on(draftApi.put, () => {
      throw new Refusal(429, 'Too many requests', 7);
    });
    expect(await sendDraft(sending, null, null)).toMatchObject({ failure: { is: 'unreachable', retryAfterMs: 7_000 } });
    api.cut(draftApi.put);
    expect(await sendDraft(sending, null, null)).toMatchObject({ failure: { is: 'unreachable', retryAfterMs: 0 } });
  });

  it.each([
    [404, 'removed'],
    [409, 'removed'],
    [500, 'failed'],
    [403, 'failed'],
  ])('%i to its removal is an event %s', async (status, type) => {
    api.refuse(draftApi.remove, status);
    expect(await removeServerDraft(sending, 3)).toMatchObject({ type, sending });
    expect(api.calls(draftApi.remove)[0]?.query).toEqual({ version: 3 });
  });
});

describe('drafts of the server', () => {
  const record = (content: string, fields: object = {}) =>
    sampleRecord({ key: KEY, form: words(content).form, ...fields });

  beforeEach(() => {
    drafts.keep(KEY, { title: 'T', content: 'New', sitting: SITTING });
    drafts.keep('post-1', { title: 'T', content: 'Edit', baseUpdatedAt: '2026-01-01T00:00:00.000Z', sitting: SITTING });
    drafts.keep(`page-${KEY}`.slice(0, 20), { title: 'T', content: 'Page', sitting: SITTING });
    api.on(draftApi.list, () => [...drafts.stored.values()].map(({ content: _, ...card }) => card));
  });

  const offered = async (...given: Parameters<typeof readServerOffers>) =>
    (await readServerOffers(...given)).map(({ key, content }) => [key, content]);

  it('belong to the post or page, to new ones of the kind, or to anything', async () => {
    const page = `page-${KEY}`.slice(0, 20);
    expect(await offered('post-1', [])).toEqual([['post-1', 'Edit']]);
    expect(await offered('post-2', [])).toEqual([]);
    expect(await offered(null, [])).toEqual([[KEY, undefined]]);
    expect(await offered(null, [], { kind: 'page' })).toEqual([[page, undefined]]);
    expect((await offered(undefined, [])).map(([key]) => key)).toEqual([KEY, 'post-1', page]);
  });

  it.each([
    ['may be a later state', record('Other'), 'New'],
    ['has the version', record('Other', { acked: acked('New', 0) }), undefined],
    ['is of another draft', record('Other', { key: 'other' }), undefined],
  ])('come with their text only if a record of this browser %s', async (_, here, content) => {
    const version = drafts.stored.get(KEY)?.version;
    const known = here.fields.acked ? { ...here, fields: { ...here.fields, acked: acked('New', version) } } : here;
    expect(await offered(null, [known])).toEqual([[KEY, content]]);
  });

  it('are empty if they are gone, and other failures are thrown', async () => {
    expect(await findServerDraft('none')).toBeNull();
    api.refuse(draftApi.byKey, 500);
    await expect(findServerDraft(KEY)).rejects.toThrow('500');
    expect(await offered(null, [record('Other')])).toEqual([[KEY, undefined]]);
  });

  it('have an empty base if its revision is gone', async () => {
    api.refuse(revisionApi.byId, 404);
    const updatedAt = '2026-01-01T00:00:00.000Z';
    expect(await baseOfDraft('post-1', updatedAt)).toEqual({ form: EMPTY_POST, image: null, updatedAt });
  });
});

describe('a record', () => {
  const file = new File(['x'], 'a.png');

  it('belongs to its post or page, or to none yet', () => {
    expect([placeOf(null), placeOf(null, 'page'), placeOf('post-1')]).toEqual(['*new*', 'page-*new*', 'post-1']);
    expect(['*new*', 'page-*new*', 'post-1'].map((place) => postIdOf({ place }))).toEqual([null, null, 'post-1']);
  });

  it('keeps a selected file beside its fields, and without a file has the earlier picture', () => {
    const chosen = { kind: 'file', file, before: '/a.webp' } as const;
    const { image, file: kept } = keptImage(chosen);
    expect([image, kept]).toEqual([{ kind: 'file', before: '/a.webp' }, file]);
    const restored = (one?: File) => imageOf({ fields: { image } as DraftRecord['fields'], file: one });
    expect([restored(file), restored()]).toEqual([chosen, { kind: 'stored', url: '/a.webp' }]);
    expect(keptImage({ kind: 'none' })).toEqual({ image: { kind: 'none' } });
  });
});

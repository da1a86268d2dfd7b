import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isOutdated, loadChunk, retryLater, setRenewal } from './chunks.ts';

const shellOf = (entry: string) => `<head><meta name="inkwell-script" content="/assets/${entry}"></head>`;

/** What the server answers; what is not named is 404, `null` a network that fails. */
let answers: Record<string, string | null>;
let asked: { address: string; cache: RequestCache | undefined }[];
let renew: ReturnType<typeof vi.fn<() => void>>;
let number = 0;

const typeOf = (address: string) => (address.endsWith('.html') ? 'text/html' : 'text/javascript');

beforeEach(() => {
  number += 1;
  answers = { '/app.html': shellOf('app-1.js') };
  asked = [];
  renew = vi.fn();
  setRenewal(renew);
  document.head.innerHTML = shellOf('app-1.js');
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    asked.push({ address, cache: init.cache });
    const answer = answers[address];
    if (answer === null) throw new TypeError('Failed to fetch');
    return answer === undefined
      ? new Response('Not found', { status: 404 })
      : new Response(answer, { headers: { 'Content-Type': answer.startsWith('<') ? 'text/html' : typeOf(address) } });
  });
});

afterEach(() => {
  document.head.innerHTML = '';
  document.body.innerHTML = '';
});

/** A chunk of its own for each test: the loader remembers what it has fetched. */
function chunk() {
  const names = [`assets/page-${number}.js`, `assets/part-${number}.js`];
  const importChunk = vi.fn(async () => 'the module');
  const load = () => loadChunk(importChunk, names);
  return { page: `/${names[0]}`, part: `/${names[1]}`, importChunk, load };
}

describe('a chunk', () => {
  it('is imported when all of its files are there, and not before', async () => {
    const { page, part, importChunk, load } = chunk();
    Object.assign(answers, { [page]: 'export {}', [part]: null });

    await expect(load()).rejects.toThrow(TypeError);
    expect(importChunk).not.toHaveBeenCalled();
    answers[part] = 'export {}';

    expect(await load()).toBe('the module');
    expect(asked.filter(({ address }) => address === page)).toHaveLength(1);
    expect(asked.filter(({ address }) => address === part)).toMatchObject([{ cache: undefined }, { cache: 'reload' }]);
  });

  it('does not ask for what the page has brought along', async () => {
    const { page, part, load } = chunk();
    document.head.innerHTML = `<script src="${part}"></script>`;
    answers[page] = 'export {}';

    await load();

    expect(asked.map(({ address }) => address)).toEqual([page]);
  });

  it('is not what a sign-in page of the network answers in its place', async () => {
    const { page, part, importChunk, load } = chunk();
    Object.assign(answers, { [page]: '<html>', [part]: 'export {}' });

    await expect(load()).rejects.toThrow(TypeError);
    expect(importChunk).not.toHaveBeenCalled();
  });

  it('comes with its styles, which are tried again when they fail', async () => {
    const name = `assets/page-${number}.css`;
    answers[`/${name}`] = 'body {}';
    const links = () => [...document.head.querySelectorAll('link')];
    const load = () => loadChunk(async () => 'the module', [name]);

    const first = load();
    await vi.waitFor(() => expect(links()).toHaveLength(1));
    links()[0]?.dispatchEvent(new Event('error'));
    await expect(first).rejects.toThrow(TypeError);
    const second = load();
    await vi.waitFor(() => expect(links()).toHaveLength(1));
    links()[0]?.dispatchEvent(new Event('load'));

    expect(await second).toBe('the module');
  });
});

describe('a chunk that its server no longer has', () => {
  it('renews a page that is older than the site, once', async () => {
    vi.useFakeTimers();
    const { load } = chunk();
    answers['/app.html'] = shellOf(`app-new-${number}.js`);

    const first = load().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(30_000);
    const second = await load().catch((error: unknown) => error);

    vi.useRealTimers();
    expect(renew).toHaveBeenCalledOnce();
    expect([isOutdated(await first), isOutdated(second)]).toEqual([true, true]);
  });

  it('does not renew a page that is as new as the site', async () => {
    const { load } = chunk();

    const error = await load().catch((reason: unknown) => reason);

    expect(error).toMatchObject({ name: 'MissingFileError', isOutdated: false });
    expect(renew).not.toHaveBeenCalled();
  });

  it.each([
    [
      'in which something is typed',
      () => document.body.append(Object.assign(document.createElement('textarea'), { value: 'Dear' })),
    ],
    [
      'in which something is guarded',
      () => addEventListener('beforeunload', (event) => event.preventDefault(), { once: true }),
    ],
    [
      'without storage, where nothing would stop it from reloading for ever',
      () =>
        vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
          throw new Error('Storage is off');
        }),
    ],
    ['while the network fails', () => Object.assign(answers, { '/app.html': null })],
  ])('does not renew a page %s', async (_, arrange) => {
    const { load } = chunk();
    answers['/app.html'] = shellOf(`app-new-${number}.js`);
    arrange();

    await expect(load()).rejects.toThrow();

    expect(renew).not.toHaveBeenCalled();
  });
});

it('trying again comes at once with the network, once, and later from failure to failure', () => {
  vi.useFakeTimers();
  const retry = vi.fn();

  retryLater(retry, 1);
  window.dispatchEvent(new Event('online'));
  window.dispatchEvent(new Event('online'));
  expect(retry).toHaveBeenCalledTimes(1);
  retryLater(retry, 3);
  vi.advanceTimersByTime(3_999);
  expect(retry).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(retry).toHaveBeenCalledTimes(2);
  retryLater(retry, 1)();
  vi.advanceTimersByTime(60_000);

  expect(retry).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});

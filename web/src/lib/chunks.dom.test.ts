import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadChunk, MissingFileError, ReloadNeededError, setReload } from './chunks.ts';

const shellOf = (entry: string) => `<head><meta name="inkwell-script" content="/assets/${entry}"></head>`;

/** The server's answers: 404 if missing, a network failure for `null`. */
let answers: Record<string, string | null>;
/** The page's requests: `preload`, `stylesheet`, `script` or the cache mode of a request, and the address. */
let asked: string[];
let reload: ReturnType<typeof vi.fn<() => void>>;
let number = 0;

/** Answers elements as browsers do: a failed preload also fails the next script or preload of its address. */
function answerElements(): MutationObserver {
  const failed = new Set<string>();
  const observer = new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof HTMLLinkElement || node instanceof HTMLScriptElement)) continue;
      const isScript = node instanceof HTMLScriptElement;
      const address = (isScript ? node.getAttribute('src') : node.getAttribute('href')) ?? '';
      asked.push(`${isScript ? 'script' : node.rel} ${address}`);
      const isThere = typeof answers[address] === 'string' && !failed.has(address);
      if (isScript) failed.delete(address);
      else if (!isThere && node.rel === 'preload') failed.add(address);
      queueMicrotask(() => node.dispatchEvent(new Event(isThere ? 'load' : 'error')));
    }
  });
  observer.observe(document.head, { childList: true });
  return observer;
}

beforeEach(() => {
  number += 1;
  answers = { '/app.html': shellOf('app-1.js') };
  asked = [];
  reload = vi.fn();
  setReload(reload);
  document.head.innerHTML = shellOf('app-1.js');
  vi.stubGlobal('fetch', async (address: string, { cache }: RequestInit = {}) => {
    asked.push(`${cache} ${address}`);
    const answer = answers[address];
    if (answer === null) throw new TypeError('Failed to fetch');
    return new Response(answer ?? 'Not found', { status: answer === undefined ? 404 : 200 });
  });
  const observer = answerElements();
  return () => observer.disconnect();
});

afterEach(() => {
  document.head.innerHTML = '';
  document.body.innerHTML = '';
});

/** A new chunk for each test, because the loader caches loaded files. */
function chunk() {
  const names = [`assets/page-${number}.js`, `assets/part-${number}.js`];
  const importChunk = vi.fn(async () => 'the module');
  const load = () => loadChunk(importChunk, names);
  const fail = () => load().catch((error: unknown) => error);
  return { page: `/${names[0]}`, part: `/${names[1]}`, importChunk, load, fail };
}

describe('a chunk', () => {
  it('is imported once all of its files are loaded', async () => {
    const { page, part, importChunk, load, fail } = chunk();
    Object.assign(answers, { [page]: 'export {}', [part]: null });

    expect(await fail()).toBeInstanceOf(TypeError);
    expect(importChunk).not.toHaveBeenCalled();
    answers[part] = 'export {}';

    expect(await load()).toBe('the module');
    expect(asked.filter((request) => request.endsWith(page))).toEqual([`preload ${page}`]);
    expect(asked.filter((request) => request.endsWith(part))).toEqual([
      `preload ${part}`,
      `script ${part}`,
      `reload ${part}`,
      `preload ${part}`,
    ]);
  });

  it('is imported by one part of the app after the other, because each may use other exports of it', async () => {
    const { page, part, importChunk, load } = chunk();
    Object.assign(answers, { [page]: 'export {}', [part]: 'export {}' });
    const steps: string[] = [];
    importChunk.mockImplementation(async () => {
      steps.push('begins');
      await new Promise((resolve) => setTimeout(resolve));
      steps.push('ends');
      return 'the module';
    });

    await Promise.all([load(), load()]);

    expect(steps).toEqual(['begins', 'ends', 'begins', 'ends']);
  });

  it('does not request files that the page contains', async () => {
    const { page, part, load } = chunk();
    document.head.innerHTML = `<script src="${part}"></script>`;
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    answers[page] = 'export {}';

    await load();

    expect(asked.slice(1)).toEqual([`preload ${page}`]);
  });

  it('loads its styles, and loads them again after a failure', async () => {
    const sheet = `/assets/page-${number}.css`;
    const load = () => loadChunk(async () => 'the module', [sheet.slice(1)]);

    await expect(load()).rejects.toThrow(MissingFileError);
    expect(document.head.querySelector('link')).toBeNull();
    answers[sheet] = 'body {}';

    expect(await load()).toBe('the module');
    expect(document.head.querySelectorAll(`link[rel=stylesheet][href="${sheet}"]`)).toHaveLength(1);
  });
});

describe('a chunk that cannot be imported although its files are loaded', () => {
  it('reloads the page once, and then asks the reader to do so', async () => {
    vi.useFakeTimers();
    const { page, part, importChunk, fail } = chunk();
    Object.assign(answers, { [page]: '<html>', [part]: 'export {}' });
    importChunk.mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'));

    const first = fail();
    await vi.waitFor(() => expect(reload).toHaveBeenCalled());
    await vi.advanceTimersByTimeAsync(30_000);
    const second = await fail();

    vi.useRealTimers();
    expect(reload).toHaveBeenCalledOnce();
    for (const error of [await first, second]) {
      expect(error).toBeInstanceOf(ReloadNeededError);
      expect(error).toMatchObject({ isOutdated: false });
    }
  });

  it('does not call back a reader who is leaving, whose browser aborts loading files', async () => {
    vi.useFakeTimers();
    const { importChunk, fail, page, part } = chunk();
    Object.assign(answers, { [page]: '', [part]: '' });
    importChunk.mockImplementation(async () => {
      window.dispatchEvent(new Event('beforeunload'));
      throw new TypeError('error loading dynamically imported module');
    });

    void fail();
    await vi.waitFor(() => expect(importChunk).toHaveBeenCalled());
    await vi.advanceTimersByTimeAsync(29_000);
    expect(reload).not.toHaveBeenCalled();

    // The reader is still here: the page was left for a download.
    await vi.advanceTimersByTimeAsync(1_000);
    expect(reload).toHaveBeenCalledOnce();
  });
});

describe('a chunk that the server no longer has', () => {
  it('reloads an outdated page, once', async () => {
    vi.useFakeTimers();
    const { fail } = chunk();
    answers['/app.html'] = shellOf(`app-new-${number}.js`);

    const first = fail();
    await vi.waitFor(() => expect(reload).toHaveBeenCalled());
    await vi.advanceTimersByTimeAsync(30_000);
    const second = await fail();

    vi.useRealTimers();
    expect(reload).toHaveBeenCalledOnce();
    for (const error of [await first, second]) expect(error).toMatchObject({ isOutdated: true });
  });

  it('does not reload a page that is up to date', async () => {
    const { fail } = chunk();

    expect(await fail()).toBeInstanceOf(MissingFileError);
    expect(reload).not.toHaveBeenCalled();
  });

  it.each([
    [
      'that guards unsaved text',
      () => addEventListener('beforeunload', (event) => event.preventDefault(), { once: true }),
    ],
    [
      'without storage, because it could reload forever',
      () =>
        vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
          throw new Error('Storage is off');
        }),
    ],
    ['while the network fails', () => Object.assign(answers, { '/app.html': null })],
  ])('does not reload a page %s', async (_, arrange) => {
    const { load } = chunk();
    answers['/app.html'] = shellOf(`app-new-${number}.js`);
    arrange();

    await expect(load()).rejects.toThrow();

    expect(reload).not.toHaveBeenCalled();
  });
});

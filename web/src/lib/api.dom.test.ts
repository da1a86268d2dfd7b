import { categoryApi } from '@inkwell/shared/categories';
import { postApi } from '@inkwell/shared/posts';
import { userApi } from '@inkwell/shared/users';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeApi } from '../test/fake-api.ts';
import { samplePostCard, sampleUser } from '../test/samples.ts';
import { ApiError, call, callPage, endpointUrl, nextCursorOf, serverText, setTokenSource } from './api.ts';
import { createQueryClient, queryFetch } from './query-client.ts';

const fetchMock = vi.fn<typeof fetch>();

function answer(body: BodyInit | null, init?: ResponseInit): void {
  fetchMock.mockResolvedValueOnce(new Response(body, init));
}

beforeEach(() => {
  fetchMock.mockReset();
  vi.stubGlobal('fetch', fetchMock);
});
afterEach(() => setTokenSource(async () => null));

const sentHeaders = (index = 0) => new Headers(fetchMock.mock.calls[index]?.[1]?.headers);

describe('a call', () => {
  it('sends credentials, and no token for visitors', async () => {
    answer('[]');

    await call(categoryApi.list);

    expect(fetchMock.mock.calls[0]?.[0]).toBe('/api/categories');
    expect(fetchMock.mock.calls[0]?.[1]).toMatchObject({ method: 'GET', credentials: 'include' });
    expect(sentHeaders().has('Authorization')).toBe(false);
  });

  it('requests the token before each request', async () => {
    const source = vi.fn().mockResolvedValueOnce('first').mockResolvedValueOnce('second');
    setTokenSource(source);
    answer('[]');
    answer('[]');

    await call(categoryApi.list);
    await call(categoryApi.list);

    expect(sentHeaders(0).get('Authorization')).toBe('Bearer first');
    expect(sentHeaders(1).get('Authorization')).toBe('Bearer second');
  });

  it('renews a refused token once and repeats the call', async () => {
    setTokenSource(async ({ forceRefresh }) => (forceRefresh ? 'fresh' : 'stale'));
    answer('Unauthorized', { status: 401 });
    answer(JSON.stringify(sampleUser()));

    const user = await call(userApi.current);

    expect(user.id).toBe('reader');
    expect(sentHeaders(1).get('Authorization')).toBe('Bearer fresh');
  });

  it('reports the time to wait if the answer names it', async () => {
    answer('Too many requests', { status: 429, headers: { 'Retry-After': '42' } });
    answer('Too many requests', { status: 429, headers: { 'Retry-After': 'Wed, 21 Oct 2026 07:28:00 GMT' } });

    await expect(call(categoryApi.list)).rejects.toMatchObject({ status: 429, retryAfterSeconds: 42 });
    await expect(call(categoryApi.list)).rejects.toMatchObject({ retryAfterSeconds: null });
  });

  it('times out without an answer, later for writes than for reads', async () => {
    vi.useFakeTimers();
    fetchMock.mockImplementation(
      (_url, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        }),
    );
    const outcomes: string[] = [];
    const note = (what: string) => (error: unknown) => outcomes.push(`${what}: ${(error as Error).name}`);
    call(categoryApi.list).catch(note('read'));
    call(postApi.like, { params: { id: 'p' }, body: { liked: true } }).catch(note('write'));

    await vi.advanceTimersByTimeAsync(30_000);
    expect(outcomes).toEqual(['read: TimeoutError']);
    await vi.advanceTimersByTimeAsync(40_000);
    expect(outcomes).toEqual(['read: TimeoutError', 'write: TimeoutError']);
  });

  it('stops when its caller aborts it', async () => {
    fetchMock.mockImplementation(async (_url, init) => {
      init?.signal?.throwIfAborted();
      return Response.json([]);
    });

    await expect(call(categoryApi.list, {}, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });

  it('fails with 401 if the token cannot be renewed', async () => {
    setTokenSource(async ({ forceRefresh }) => {
      if (forceRefresh) throw new Error('auth/user-token-expired');
      return 'stale';
    });
    answer('Unauthorized', { status: 401 });

    await expect(call(userApi.current)).rejects.toThrow('401: Unauthorized');
    expect(fetchMock).toHaveBeenCalledTimes(1);
  });

  it('fails with status, colon and body', async () => {
    answer('Title is required', { status: 400 });

    const failure = await call(postApi.create, { body: { title: '', content: '' } }).catch((error: unknown) => error);

    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({ status: 400, body: 'Title is required', message: '400: Title is required' });
  });

  it('fails with the status text when the body is empty', async () => {
    answer('', { status: 503, statusText: 'Service Unavailable' });

    await expect(call(categoryApi.list)).rejects.toThrow('503: Service Unavailable');
  });

  it('sends a body as JSON', async () => {
    answer(JSON.stringify({ liked: true, count: 1 }));

    await call(postApi.like, { params: { id: 'p1' }, body: { liked: true } });

    expect(fetchMock.mock.calls[0]?.[0]).toBe('/api/posts/p1/like');
    expect(fetchMock.mock.calls[0]?.[1]?.body).toBe('{"liked":true}');
    expect(sentHeaders().get('Content-Type')).toBe('application/json');
  });

  it("bypasses the response cache until it contains the reader's last change", async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    const params = { id: 'post' };
    const asked = async (change: () => Promise<unknown>) => {
      await change();
      answer('[]');
      await call(categoryApi.list);
      return sentHeaders(fetchMock.mock.calls.length - 1).get('Cache-Control');
    };
    const visit = () => {
      answer(null, { status: 204 });
      return call(postApi.view, { params });
    };
    const like = () => {
      answer('{"liked":true,"count":1}');
      return call(postApi.like, { params, body: { liked: true } });
    };

    expect(await asked(visit)).toBeNull();
    expect(await asked(like)).toBe('no-cache');
    expect(await asked(async () => vi.advanceTimersByTime(9_999))).toBe('no-cache');
    expect(await asked(async () => vi.advanceTimersByTime(1))).toBeNull();
  });

  it('rejects an answer that breaks the contract during development', async () => {
    answer(JSON.stringify([{ id: 'not a number' }]));

    await expect(call(categoryApi.list)).rejects.toThrow();
  });
});

describe('addresses', () => {
  it('escape parameters and leave out missing ones', () => {
    expect(endpointUrl(postApi.byId, { params: { id: 'a/b' } })).toBe('/api/posts/a%2Fb');
    expect(endpointUrl(postApi.search, { query: { q: 'a&b', limit: undefined } })).toBe('/api/posts/search?q=a%26b');
  });

  it.each([
    ['<https://x.test/api/posts?limit=2&cursor=abc>; rel="next"', 'abc'],
    ['</a?cursor=1>; rel="prev", </a?cursor=2>; rel=next', '2'],
    ['</a?cursor=1>; rel="prev"', null],
    [null, null],
  ])('contain the next page in %s', (link, cursor) => {
    expect(nextCursorOf(link)).toBe(cursor);
  });
});

describe('a page of a list', () => {
  it('has the total and the cursor of the next page', async () => {
    const api = new FakeApi();
    api.on(postApi.list, () => ({ items: [samplePostCard()], total: 31, nextCursor: 'more' }));
    api.install();

    const page = await callPage(postApi.list, { query: { limit: '1' } });

    expect(page).toMatchObject({ total: 31, nextCursor: 'more' });
    expect(page.items).toHaveLength(1);
  });
});

describe('the text of a refusal', () => {
  it.each([
    [new ApiError(429, 'Too many requests. Please try again later.'), 'Too many requests. Please try again later.'],
    [new ApiError(502, '<html>Bad gateway</html>'), 'fallback'],
    [new ApiError(500, ''), 'fallback'],
    [new TypeError('Failed to fetch'), 'fallback'],
  ])('is shown if it is written for people: %s', (error, text) => {
    expect(serverText(error, 'fallback')).toBe(text);
  });
});

describe('the generic cached fetch', () => {
  const run = (on401: 'throw' | 'null') =>
    createQueryClient().fetchQuery({ queryKey: ['/api/auth', 'user'], queryFn: queryFetch({ on401 }) });

  it('requests the address formed by the parts of the key', async () => {
    answer('{"id":1}');

    await expect(run('throw')).resolves.toEqual({ id: 1 });
    expect(fetchMock.mock.calls[0]?.[0]).toBe('/api/auth/user');
    expect(fetchMock.mock.calls[0]?.[1]).toMatchObject({ credentials: 'include' });
  });

  it('returns null on 401 if requested, and throws otherwise', async () => {
    answer('Unauthorized', { status: 401 });
    answer('Unauthorized', { status: 401 });

    await expect(run('null')).resolves.toBeNull();
    await expect(run('throw')).rejects.toThrow('401: Unauthorized');
  });

  it('never retries', async () => {
    answer('no', { status: 500 });

    await expect(run('throw')).rejects.toThrow('500: no');
    expect(fetchMock).toHaveBeenCalledTimes(1);
  });
});

describe('cached queries', () => {
  it('use the times of product §9', () => {
    const { queries, mutations } = createQueryClient().getDefaultOptions();

    expect(queries).toMatchObject({
      staleTime: 30_000,
      refetchInterval: false,
      refetchOnMount: true,
      refetchOnWindowFocus: true,
      retry: false,
    });
    expect(mutations).toMatchObject({ retry: false });
  });
});

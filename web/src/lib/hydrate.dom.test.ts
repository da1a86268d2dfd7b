import { categoryApi } from '@inkwell/shared/categories';
import { commentApi } from '@inkwell/shared/comments';
import { postApi } from '@inkwell/shared/posts';
import { type ServedAnswer, served, servedQueries } from '@inkwell/shared/served';
import { SERVED_DATA_ID } from '@inkwell/shared/served-keys';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { postQueries } from '../features/posts/api/queries.ts';
import { FakeApi } from '../test/fake-api.ts';
import { renderApp, serve } from '../test/render-app.tsx';
import { sampleCategory, samplePost, samplePostCard } from '../test/samples.ts';
import { hydrateServedData } from './hydrate.ts';
import { createQueryClient } from './query-client.ts';

const begunMs = Date.now();

// Served data is as old as the document, and must not become stale on a slow machine.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: begunMs }));
afterEach(() => {
  vi.useRealTimers();
  document.getElementById(SERVED_DATA_ID)?.remove();
});

const card = samplePostCard({ title: 'Bread at dawn' });
const { popularPosts, newestPosts, postList, post, similarPosts, categories } = servedQueries;
const listOf = (categoryId: number | null) =>
  served(postList, [{ categoryId }], { pages: [{ items: [card], total: 31, nextCursor: 'next' }], pageParams: [null] });

describe('the data of a served page', () => {
  it('is cached before the first request, and its element is removed', () => {
    const client = createQueryClient();
    serve(JSON.stringify([served(post, ['post-1'], samplePost())]));

    hydrateServedData(client);

    expect(client.getQueryData(postQueries.byId('post-1').queryKey)).toEqual(samplePost());
    expect(document.getElementById(SERVED_DATA_ID)).toBeNull();
  });

  it.each<[address: string, answers: ServedAnswer[], text: string]>([
    ['/', [served(popularPosts, [], [card]), served(newestPosts, [], [card])], 'Bread at dawn'],
    ['/posts', [listOf(null), served(categories, [], [sampleCategory()])], 'Bread at dawn'],
    ['/posts?category=1', [listOf(1), served(categories, [], [sampleCategory()])], 'Bread at dawn'],
    [
      '/posts/post-1/the-quiet-harbour',
      [served(post, ['post-1'], samplePost()), served(similarPosts, ['post-1'], [{ ...card, id: 'post-2' }])],
      'Bread at dawn',
    ],
    ['/categories', [served(categories, [], [sampleCategory({ name: 'Bread' })])], 'Bread'],
  ])('is shown at %s without a request', async (address, answers, text) => {
    const api = new FakeApi().on(postApi.view, () => undefined).on(commentApi.list, () => []);

    renderApp(address, { api, served: answers });

    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
    for (const call of [postApi.popular, postApi.list, postApi.byId, postApi.similar, categoryApi.list]) {
      expect(api.calls(call)).toEqual([]);
    }
  });

  it('is ignored if it is invalid', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const client = createQueryClient();
    serve('{"not":"an array"}');

    hydrateServedData(client);

    expect(client.getQueryCache().getAll()).toEqual([]);
    expect(warn).toHaveBeenCalledOnce();
  });

  it('can be absent', () => {
    expect(() => hydrateServedData(createQueryClient())).not.toThrow();
  });
});

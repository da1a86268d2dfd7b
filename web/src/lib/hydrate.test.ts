import { afterEach, describe, expect, it, vi } from 'vitest';
import { categoryQueries } from '../features/categories/api/queries.ts';
import { commentQueries } from '../features/comments/api/queries.ts';
import { postQueries } from '../features/posts/api/queries.ts';
import { statsQueries } from '../features/stats/api/queries.ts';
import { samplePost, samplePostCard } from '../test/samples.ts';
import { DATA_ELEMENT_ID, hydrateServedData } from './hydrate.ts';
import { createQueryClient } from './query-client.ts';

function serve(json: string): void {
  document.body.innerHTML = `<script type="application/json" id="${DATA_ELEMENT_ID}"></script>`;
  const element = document.getElementById(DATA_ELEMENT_ID);
  if (element) element.textContent = json;
}

afterEach(() => {
  document.body.innerHTML = '';
});

describe('the data of a served page', () => {
  it('is in the cache before anything is asked, and the element is gone', () => {
    const client = createQueryClient();
    const list = { pages: [{ items: [samplePostCard()], total: 1, nextCursor: null }], pageParams: [null] };
    serve(
      JSON.stringify([
        { queryKey: ['posts', 'by-id', 'post-1'], data: samplePost() },
        { queryKey: ['posts', 'list', { categoryId: null }], data: list },
      ]),
    );

    hydrateServedData(client);

    expect(client.getQueryData(postQueries.byId('post-1').queryKey)).toEqual(samplePost());
    expect(client.getQueryData(postQueries.list({ categoryId: null }).queryKey)).toEqual(list);
    expect(document.getElementById(DATA_ELEMENT_ID)).toBeNull();
  });

  it('that cannot be read leaves the cache empty and the app running', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const client = createQueryClient();
    serve('{"not":"an array"}');

    hydrateServedData(client);

    expect(client.getQueryCache().getAll()).toEqual([]);
    expect(warn).toHaveBeenCalledOnce();
  });

  it('may be absent', () => {
    expect(() => hydrateServedData(createQueryClient())).not.toThrow();
  });
});

it('query keys are those of query-keys.md', () => {
  expect(postQueries.popular().queryKey).toEqual(['posts', 'popular']);
  expect(postQueries.list({ categoryId: 3 }).queryKey).toEqual(['posts', 'list', { categoryId: 3 }]);
  expect(postQueries.byId('x').queryKey).toEqual(['posts', 'by-id', 'x']);
  expect(postQueries.similar('x').queryKey).toEqual(['posts', 'similar', 'x']);
  expect(commentQueries.list('x').queryKey).toEqual(['comments', 'list', 'x']);
  expect(categoryQueries.list().queryKey).toEqual(['categories', 'list']);
  expect(statsQueries.stats().queryKey).toEqual(['stats']);
  expect(statsQueries.userCount().queryKey).toEqual(['users', 'count']);
});

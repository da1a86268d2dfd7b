import { served, servedQueries } from '@inkwell/shared/served';
import { SERVED_DATA_ID } from '@inkwell/shared/served-keys';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { postQueries } from '../features/posts/api/queries.ts';
import { serve } from '../test/render-app.tsx';
import { samplePost } from '../test/samples.ts';
import { hydrateServedData } from './hydrate.ts';
import { createQueryClient } from './query-client.ts';

afterEach(() => document.getElementById(SERVED_DATA_ID)?.remove());

describe('the data of a served page', () => {
  it('is cached before the first request, and its element is removed', () => {
    const client = createQueryClient();
    serve(JSON.stringify([served(servedQueries.post, ['post-1'], samplePost())]));

    hydrateServedData(client);

    expect(client.getQueryData(postQueries.byId('post-1').queryKey)).toEqual(samplePost());
    expect(document.getElementById(SERVED_DATA_ID)).toBeNull();
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

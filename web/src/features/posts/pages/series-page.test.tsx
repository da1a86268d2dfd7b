import { postApi } from '@inkwell/shared/posts';
import { readingApi } from '@inkwell/shared/reading';
import { seriesApi } from '@inkwell/shared/series';
import { UNKNOWN_ADDRESS } from '@inkwell/shared/unknown-address';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeApi, renderPage } from '../../../test/render-app.tsx';
import { samplePostCard, sampleUser } from '../../../test/samples.ts';

const winter = { name: 'Winter', slug: 'winter', description: 'Snow', picture: null, postCount: 2 };

const apiOf = (viewer: Parameters<typeof createFakeApi>[0]) =>
  createFakeApi(viewer)
    .on(seriesApi.bySlug, () => winter)
    .on(postApi.list, () => [samplePostCard({ id: 'a', title: 'First' }), samplePostCard({ id: 'b', title: 'Next' })]);

describe('the page of a series', () => {
  it('shows its posts in their order, also under an earlier address', async () => {
    const api = apiOf(null);

    const { router } = renderPage('/series/snow', { viewer: null, api });

    expect(await screen.findByRole('heading', { name: 'Winter', level: 1 })).toBeVisible();
    expect(screen.getByText('Snow')).toBeVisible();
    const cards = await screen.findAllByRole('article');
    expect(cards.map((card) => within(card).getByRole('heading').textContent)).toEqual(['First', 'Next']);
    expect(cards[0]?.closest('ol')).toBe(cards[1]?.closest('ol'));
    expect(await screen.findByRole('link', { name: 'Start with Part 1' })).toHaveAttribute('href', '/posts/a/first');
    expect(api.calls(postApi.list)[0]?.query).toMatchObject({ series: 'winter' });
    expect(router.state.location.pathname).toBe('/series/winter');
  });

  it.each([
    ['where the reader stopped', false, 'Continue with Part 1', '/posts/a/first'],
    ['after the part that they read last', true, 'Continue with Part 2', '/posts/b/next'],
  ])('continues it %s', async (_, isDone, name, href) => {
    const viewer = sampleUser();
    const place = { postId: 'a', block: 4, blocks: 9, isDone, at: '2026-01-15T10:00:00.000Z' };
    renderPage('/series/winter', { viewer, api: apiOf(viewer).on(readingApi.places, () => [place]) });

    expect(await screen.findByRole('link', { name })).toHaveAttribute('href', href);
  });

  it('says that there is none', async () => {
    renderPage('/series/gone', { viewer: null, api: apiOf(null).refuse(seriesApi.bySlug, 'not-found') });

    expect(await screen.findByRole('heading', { name: UNKNOWN_ADDRESS.title, level: 1 })).toBeVisible();
  });
});

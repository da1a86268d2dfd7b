import { postApi } from '@inkwell/shared/posts';
import { type SitePage, sitePageApi } from '@inkwell/shared/site-pages';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../test/fake-api.ts';
import { createFakeApi, renderPage } from '../../../test/render-app.tsx';
import { samplePage } from '../../../test/samples.ts';
import './site-page.tsx';

const serve = (page: SitePage | null) =>
  createFakeApi(null)
    .on(postApi.list, () => [])
    .on(sitePageApi.bySlug, () => {
      if (page) return page;
      throw new Refusal('not-found');
    });

describe('a page of the site', () => {
  it('shows title, date of the last change and text, and nothing that only posts have', async () => {
    const page = samplePage({ language: 'de', updatedAt: '2026-03-14T12:00:00.000Z' });
    renderPage('/about', { viewer: null, api: serve(page) });

    expect(await screen.findByRole('heading', { name: 'About us', level: 1 })).toHaveAttribute('lang', 'de');
    expect(await screen.findByText('We write.')).toBeVisible();
    expect(screen.getByText('March 14, 2026').parentElement).toHaveTextContent('Last updated March 14, 2026');
    expect(screen.queryByRole('button', { name: /Share|Like/ })).not.toBeInTheDocument();
    expect(document.title).toContain('About us');
  });

  it('redirects from an earlier address to the current one', async () => {
    const { router } = renderPage('/old?x=1#y', { viewer: null, api: serve(samplePage()) });

    await waitFor(() => expect(router.state.location.pathname).toBe('/about'));
    expect(router.state.location).toMatchObject({ search: '?x=1', hash: '#y' });
  });

  it('is not found at an unknown address', async () => {
    renderPage('/nowhere', { viewer: null, api: serve(null) });

    expect(await screen.findByRole('heading', { name: /404|Not Found/ })).toBeVisible();
  });

  it('says why it could not be loaded', async () => {
    const api = createFakeApi(null).refuse(sitePageApi.bySlug, 503);
    renderPage('/about', { viewer: null, api });

    expect(await screen.findByRole('alert')).toHaveTextContent('The page could not be loaded');
  });
});

import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeApi, leadsHome, renderPage } from '../test/render-app.tsx';
import { sampleUser } from '../test/samples.ts';

describe('a staff page', () => {
  it.each([
    '/admin',
    '/admin/comments',
    '/admin/media',
    '/admin/analytics?post=post-1',
    '/writing',
    '/writing/comments',
  ])('tells readers that access is denied, and redirects to the home page: %s', async (address) => {
    const reader = sampleUser();
    const { router } = renderPage(address, { viewer: reader, api: leadsHome(createFakeApi(reader)) });

    expect(await screen.findByText('Access Denied')).toBeVisible();
    expect(screen.getByText('Admin or moderator access required.')).toBeVisible();
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });
});

import { ownPostApi } from '@inkwell/shared/own-posts';
import { pictureLibraryApi } from '@inkwell/shared/picture-library';
import { postApi } from '@inkwell/shared/posts';
import { seriesApi } from '@inkwell/shared/series';
import { sitePageApi } from '@inkwell/shared/site-pages';
import { tagApi } from '@inkwell/shared/tags';
import { tokenApi } from '@inkwell/shared/tokens';
import { webhookApi } from '@inkwell/shared/webhooks';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeApi, renderPage } from '../../../test/render-app.tsx';
import { admin, contributor, moderator } from '../../../test/samples.ts';

describe('a list of staff', () => {
  it.each([
    ['/writing', contributor, ownPostApi.list, 'My Posts', 'Failed to load posts', 'No Posts Yet'],
    ['/writing/comments', contributor, ownPostApi.comments, 'Comments', 'Failed to load posts', 'No Comments Yet'],
    ['/admin?tab=posts', moderator, postApi.adminList, 'Moderator Panel', 'Failed to load posts', 'No Posts Yet'],
    ['/admin/series', moderator, seriesApi.adminList, 'Series', 'Failed to load series', 'No series yet'],
    ['/admin/tags', moderator, tagApi.adminList, 'Tags', 'Failed to load tags', 'No tags yet'],
    ['/admin/pages', moderator, sitePageApi.list, 'Pages', 'Failed to load pages', 'No pages yet'],
    ['/admin/media', moderator, pictureLibraryApi.list, 'Media', 'Failed to load pictures', 'No pictures yet'],
    ['/admin/tokens', admin, tokenApi.list, 'Tokens', 'Failed to load tokens', 'No tokens yet'],
    ['/admin/webhooks', admin, webhookApi.list, 'Webhooks', 'Failed to load webhooks', 'No webhooks yet'],
  ] as const)('says that it could not be loaded, retries, and says that it is empty: %s', async (...row) => {
    const [address, viewer, endpoint, title, failure, empty] = row;
    const api = createFakeApi(viewer).refuse(endpoint, 400, 'Not now');
    const { user } = renderPage(address, { viewer, api });
    expect(await screen.findByText(failure)).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible();

    api.on<typeof endpoint>(endpoint, () => []);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));

    expect(await screen.findByRole('heading', { name: empty })).toBeVisible();
  });
});

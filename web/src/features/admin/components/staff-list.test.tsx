import { ownPostApi } from '@inkwell/shared/own-posts';
import { pictureLibraryApi } from '@inkwell/shared/picture-library';
import { webhookApi } from '@inkwell/shared/webhooks';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeApi, renderPage } from '../../../test/render-app.tsx';
import { admin, contributor, moderator } from '../../../test/samples.ts';

describe('a list of staff', () => {
  it.each([
    ['/writing', contributor, ownPostApi.list, 'Failed to load posts', 'No Posts Yet'],
    ['/writing/comments', contributor, ownPostApi.comments, 'Failed to load posts', 'No Comments Yet'],
    ['/admin/media', moderator, pictureLibraryApi.list, 'Failed to load pictures', 'No pictures yet'],
    ['/admin/webhooks', admin, webhookApi.list, 'Failed to load webhooks', 'No webhooks yet'],
  ] as const)('says that it could not be loaded, retries, and says that it is empty: %s', async (...row) => {
    const [address, viewer, endpoint, failure, empty] = row;
    const api = createFakeApi(viewer).refuse(endpoint, 400, 'Not now');
    const { user } = renderPage(address, { viewer, api });
    expect(await screen.findByText(failure)).toBeVisible();

    api.on<typeof endpoint>(endpoint, () => []);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));

    expect(await screen.findByRole('heading', { name: empty })).toBeVisible();
  });
});

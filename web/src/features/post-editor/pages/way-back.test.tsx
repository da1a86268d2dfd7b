import { postApi } from '@inkwell/shared/posts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { staffApi, submitButton, write, writeMarkdown } from '../../../test/editor-page.ts';
import { renderApp } from '../../../test/render-app.tsx';
import { moderator, samplePostCard } from '../../../test/samples.ts';

beforeEach(writeMarkdown);

const LIST = '/admin?tab=posts&status=draft';
const wayBack = () => screen.queryByRole('navigation', { name: 'Back' });

/** Opens the editor at `from`, or from a list at that address, then writes and saves. */
async function saveFrom(from: string) {
  URL.createObjectURL = () => 'blob:preview';
  const api = staffApi().on(postApi.adminList, () => [samplePostCard({ id: 'post-1' })]);
  const app = renderApp(from, { viewer: moderator, api });
  if (from === LIST) {
    await screen.findByRole('tab', { name: 'Posts' });
    await act(() => app.router.navigate('/create-post'));
  }
  await screen.findByRole('heading', { name: 'Create New Post' });
  write('Title', 'Text');
  await app.user.click(submitButton());
  await waitFor(() => expect(app.router.state.location.pathname).toBe('/'));
  await screen.findByRole('link', { name: /Explore Posts/ });
  return app;
}

describe('leaving the editor after a save', () => {
  it('opens the home page, with a link back to the list from which the editor was opened', async () => {
    const { user, router } = await saveFrom(LIST);

    await user.click(within(wayBack() as HTMLElement).getByRole('link', { name: 'Back to Drafts' }));

    await waitFor(() =>
      expect(router.state.location).toMatchObject({ pathname: '/admin', search: '?tab=posts&status=draft' }),
    );
  });

  it('offers no other link without such a list', async () => {
    await saveFrom('/create-post');

    expect(wayBack()).toBeNull();
  });
});

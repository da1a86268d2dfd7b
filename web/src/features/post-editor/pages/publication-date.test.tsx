import { categoryApi } from '@inkwell/shared/categories';
import { postApi, type StaffPost } from '@inkwell/shared/posts';
import { SCHEDULE_TEXTS } from '@inkwell/shared/schedule';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { contentField, keptRecords, staffApi, type, writeMarkdown } from '../../../test/editor-page.ts';
import { createFakeApi, renderPage } from '../../../test/render-app.tsx';
import { moderator, sampleCategory, samplePost, sampleUser } from '../../../test/samples.ts';

beforeEach(writeMarkdown);

const reader = sampleUser();
const DATE = '2026-11-01T10:00:42.000Z';

async function edit(changes: Partial<StaffPost>, viewer = moderator) {
  const post = samplePost({ publishedAt: DATE, ...changes });
  const api = (viewer === moderator ? staffApi() : createFakeApi(viewer))
    .on(categoryApi.list, () => [sampleCategory()])
    .on(postApi.byId, () => post)
    .on(postApi.update, ({ body }) => ({ ...post, ...(body as object), category: post.category }));
  const app = renderPage(`/create-post?edit=${post.id}`, { viewer, api });
  await screen.findByRole('heading', { name: 'Edit Post' });
  const sent = async () => {
    await app.user.click(screen.getByRole('button', { name: 'Update Post' }));
    await waitFor(() => expect(api.calls(postApi.update)).toHaveLength(1));
    return api.calls(postApi.update)[0]?.body;
  };
  return { ...app, api, sent };
}

const field = () => screen.getByLabelText('Published on');

describe('the date of a post', () => {
  it("is shown in the publication's time zone, and sent with the post", async () => {
    const { user, sent } = await edit({ isPublished: true });
    await user.click(screen.getByText('Date of publication'));
    expect(field()).toHaveValue('2026-11-01T10:00');
    expect(field()).toHaveAccessibleDescription(/Time zone of the publication: UTC/);

    type(field(), '2019-05-04T10:30');

    expect(field()).toHaveValue('2019-05-04T10:30');
    await waitFor(() => expect(JSON.stringify(keptRecords())).toContain('2019-05-04T10:30:00.000Z'));
    expect(await sent()).toMatchObject({ publishedAt: '2019-05-04T10:30:00.000Z' });
  });

  it('is not sent unless somebody changes it, and cannot be removed from a published post', async () => {
    const { user, sent } = await edit({ isPublished: true });
    await user.click(screen.getByText('Date of publication'));
    type(field(), '');
    expect(field()).toHaveAccessibleDescription(new RegExp(SCHEDULE_TEXTS.noDate));
    type(contentField(), 'Newer words.');

    expect(await sent()).not.toHaveProperty('publishedAt');
  });

  it('is refused if it is in the future, and the field says why', async () => {
    const { user, api } = await edit({ isPublished: true });
    await user.click(screen.getByText('Date of publication'));
    type(field(), '2099-01-01T00:00');
    await user.click(screen.getByText('Date of publication'));

    await user.click(screen.getByRole('button', { name: 'Update Post' }));

    await waitFor(() => expect(field()).toHaveFocus());
    expect(field()).toHaveAccessibleDescription(new RegExp(SCHEDULE_TEXTS.date));
    expect(api.calls(postApi.update)).toEqual([]);
  });

  it('of a draft can be set before publication, and cleared', async () => {
    const { user, sent } = await edit({ isPublished: false });
    expect(field()).toHaveValue('2026-11-01T10:00');

    await user.click(screen.getByRole('button', { name: 'Clear Date' }));

    expect(field()).toHaveValue('');
    expect(await sent()).toMatchObject({ publishedAt: null });
  });

  it('is set by authors, not by contributors', async () => {
    const own = { isPublished: false, authorIds: [reader.id], authorId: reader.id };
    const { unmount } = await edit(own, { ...reader, writing: 'author' });
    expect(field()).toBeVisible();
    unmount();

    await edit(own, { ...reader, writing: 'contributor' });
    expect(screen.queryByText('Date of publication')).toBeNull();
  });
});

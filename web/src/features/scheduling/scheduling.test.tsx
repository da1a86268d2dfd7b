import { postApi } from '@inkwell/shared/posts';
import { previewApi } from '@inkwell/shared/previews';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  contentField,
  editApi,
  openEditor,
  openPost,
  staffApi,
  type,
  write,
  writeMarkdown,
} from '../../test/editor-page.ts';
import { Refusal } from '../../test/fake-api.ts';
import { renderPage } from '../../test/render-app.tsx';
import { moderator, samplePost } from '../../test/samples.ts';
import { chosenTime, ownZone, spelledTime } from './zoned-time.ts';

const LOCAL = '2099-11-24T09:00';
const INSTANT = new Date(chosenTime(LOCAL, ownZone())?.instantMs ?? 0).toISOString();
const URL = 'http://inkwell.test/preview/secret';

beforeEach(writeMarkdown);

describe('a new post', () => {
  it('is created with its scheduled time', async () => {
    const { user, api } = await openEditor();
    write('Planned', 'To come.');

    await user.click(screen.getByRole('button', { name: 'Schedule' }));
    fireEvent.change(screen.getByLabelText('Publish on'), { target: { value: LOCAL } });
    expect(screen.getByText(new RegExp(`Your time zone: ${ownZone()}`))).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Schedule Post' }));

    await waitFor(() => expect(api.calls(postApi.create)).toHaveLength(1));
    expect(api.calls(postApi.create)[0]?.body).toMatchObject({
      title: 'Planned',
      isPublished: false,
      publishAt: INSTANT,
    });
  });

  it('that was started in the calendar is published on that day', { tags: 'thorough' }, async () => {
    renderPage('/create-post?on=2099-11-24', { viewer: moderator, api: staffApi() });

    expect(await screen.findByLabelText('Publish on')).toHaveValue(LOCAL);
    expect(screen.getByRole('button', { name: 'Schedule Post' })).toBeVisible();
  });

  it('keeps its time after a reload, and the next new post has none', { tags: 'thorough' }, async () => {
    const first = renderPage('/create-post?on=2099-11-24', { viewer: moderator, api: staffApi() });
    fireEvent.change(await screen.findByLabelText('Publish on'), { target: { value: '2099-11-24T16:30' } });
    const reloaded = { ...sessionStorage };
    first.unmount();
    const left = { ...sessionStorage };

    Object.assign(sessionStorage, reloaded);
    const second = renderPage('/create-post?on=2099-11-24', { viewer: moderator, api: staffApi() });
    expect(await screen.findByLabelText('Publish on')).toHaveValue('2099-11-24T16:30');
    second.unmount();

    Object.assign(sessionStorage, left);
    await openEditor();
    expect(screen.queryByLabelText('Publish on')).toBeNull();
  });

  it('has no time if it is published at once', { tags: 'thorough' }, async () => {
    const { user, api } = await openEditor();
    write('At once', 'Now.');
    await user.click(screen.getByRole('button', { name: 'Schedule' }));

    await user.click(screen.getByRole('switch', { name: 'Publish immediately' }));
    expect(screen.queryByLabelText('Publish on')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Publish Post' }));

    await waitFor(() => expect(api.calls(postApi.create)).toHaveLength(1));
    expect(api.calls(postApi.create)[0]?.body).not.toHaveProperty('publishAt');
  });
});

describe('a stored unpublished post', () => {
  const edit = (post = samplePost({ isPublished: false })) => openPost(editApi(post), post.id);

  const schedule = async (user: ReturnType<typeof renderPage>['user'], label: string) => {
    await user.click(screen.getByRole('button', { name: 'Schedule' }));
    fireEvent.change(await screen.findByLabelText('Publish on'), { target: { value: LOCAL } });
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: label }));
  };

  it('saves the text on screen before it is scheduled', async () => {
    const { user, api } = await edit();
    const saved = samplePost({ isPublished: false, content: 'Newer words.', updatedAt: '2026-11-21T10:00:00.000Z' });
    api
      .on(postApi.update, ({ body }) => ('publishAt' in body ? { ...saved, publishAt: INSTANT } : saved))
      .on(postApi.byId, () => saved);
    type(contentField(), 'Newer words.');

    await schedule(user, 'Save and Schedule');

    await waitFor(() => expect(api.calls(postApi.update)).toHaveLength(2));
    expect(api.calls(postApi.update)).toMatchObject([
      { body: { content: 'Newer words.' } },
      { body: { publishAt: INSTANT } },
    ]);
    expect(await screen.findByText('Post Scheduled')).toBeVisible();
  });

  it('is scheduled once the conflict that its save found is resolved', async () => {
    const { user, api } = await edit();
    const theirs = samplePost({ isPublished: false, content: 'Theirs.', updatedAt: '2026-11-21T10:00:00.000Z' });
    api
      .on(postApi.byId, () => theirs)
      .on(postApi.update, ({ body }) => {
        if ('publishAt' in body) return { ...theirs, publishAt: INSTANT };
        if (body.baseUpdatedAt !== theirs.updatedAt) throw new Refusal('conflict');
        return { ...theirs, content: 'Newer words.' };
      });
    type(contentField(), 'Newer words.');
    await schedule(user, 'Save and Schedule');

    const dialog = await screen.findByRole('dialog', { name: 'This post was changed meanwhile' });
    await user.click(within(dialog).getByRole('button', { name: 'Keep My Version' }));

    expect(await screen.findByText('Post Scheduled')).toBeVisible();
    expect(api.calls(postApi.update).map(({ body }) => Object.keys(body))).toMatchObject([
      expect.arrayContaining(['content']),
      expect.arrayContaining(['content']),
      ['publishAt'],
    ]);
  });

  it.each([
    ['cannot be stored', 'Newer words.', /Failed to update post/, true],
    ['is not complete', ' ', 'Correct the marked fields, and try again.', false],
  ])('is not scheduled if the text on screen %s', async (_why, words, reason, canTryAgain) => {
    const { user, api } = await edit();
    api.refuse(postApi.update, 'internal');
    type(contentField(), words);

    await schedule(user, 'Save and Schedule');

    expect(await screen.findByText(reason)).toBeVisible();
    if (canTryAgain) expect(screen.getByLabelText('Publish on')).toHaveValue(LOCAL);
    else await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    for (const { body } of api.calls(postApi.update)) expect(body).not.toHaveProperty('publishAt');
    expect(contentField()).toHaveValue(words);
  });

  it('is not scheduled if the dialog is closed while the editor saves', async () => {
    const { user, api } = await edit();
    const saved = samplePost({ isPublished: false, content: 'Newer words.', updatedAt: '2026-11-21T10:00:00.000Z' });
    const answer = api.hold(postApi.update, () => saved);
    type(contentField(), 'Newer words.');
    await schedule(user, 'Save and Schedule');

    await user.click(within(screen.getByRole('dialog')).getByText('Close'));
    await act(async () => answer());
    await screen.findByText('Post updated successfully!');

    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(api.calls(postApi.update)).toHaveLength(1);
    expect(api.calls(postApi.update)[0]?.body).not.toHaveProperty('publishAt');
  });

  it('is scheduled at once if nothing is unsaved, and shows its time', { tags: 'thorough' }, async () => {
    const { user, api } = await edit();
    const scheduled = samplePost({ isPublished: false, publishAt: INSTANT });
    api.on(postApi.update, () => scheduled).on(postApi.byId, () => scheduled);

    await schedule(user, 'Schedule');

    expect(await screen.findByText(spelledTime(INSTANT, ownZone()))).toBeVisible();
    expect(api.calls(postApi.update).map(({ body }) => body)).toEqual([{ publishAt: INSTANT }]);
    expect(screen.getByRole('button', { name: 'Change Schedule' })).toBeVisible();
  });

  it('gets a preview link, which is shown once, can be copied, and can be ended', async () => {
    const { user, api } = await edit();
    api
      .on(previewApi.state, () => ({ expiresAt: null }))
      .on(previewApi.create, () => ({ url: URL, expiresAt: INSTANT }))
      .on(previewApi.remove, () => undefined);
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();

    await user.click(screen.getByRole('button', { name: 'Preview Link' }));
    expect(await screen.findByText('There is no link.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Create Link' }));
    expect(await screen.findByText(URL)).toBeVisible();
    expect(screen.getByText('A link works until November 24, 2099.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(writeText).toHaveBeenCalledWith(URL);
    await user.click(screen.getByRole('button', { name: 'End Link' }));

    expect(await screen.findByText('There is no link.')).toBeVisible();
    expect(screen.queryByText(URL)).toBeNull();
    expect(api.calls(previewApi.remove)).toHaveLength(1);
  });
});

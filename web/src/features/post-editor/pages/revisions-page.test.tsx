import { postApi } from '@inkwell/shared/posts';
import { type Revision, revisionApi } from '@inkwell/shared/revisions';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { moderator, staffApi } from '../../../test/editor-page.ts';
import { Refusal } from '../../../test/fake-api.ts';
import { renderApp } from '../../../test/render-app.tsx';
import { samplePost } from '../../../test/samples.ts';

const post = samplePost({ id: 'post-1', title: 'The tide', content: 'It writes once a day.', isPublished: true });

const revision = (id: string, changes: Partial<Revision> = {}): Revision => ({
  id,
  postId: 'post-1',
  title: 'The tide',
  content: 'It writes once a day.',
  excerpt: null,
  featuredImage: null,
  categoryId: null,
  isPublished: true,
  reason: 'save',
  editor: post.author,
  restoredId: null,
  wordsAdded: 1,
  wordsRemoved: 2,
  createdAt: '2026-02-01T00:00:00.000Z',
  ...changes,
});

const STORED = [
  revision('3'),
  revision('2', { content: 'It writes twice a day.', title: 'Tides' }),
  revision('1', { content: 'It writes.', reason: 'create' }),
];

const revisionsApi = () =>
  staffApi()
    .on(postApi.byId, () => post)
    .on(revisionApi.list, () => STORED)
    .on(revisionApi.byId, ({ params }) => {
      const found = STORED.find(({ id }) => id === params.revisionId);
      if (!found) throw new Refusal('not-found');
      return found;
    });

const open = (api = revisionsApi()) => renderApp('/revisions?post=post-1', { viewer: moderator, api });
const changed = (selector: string) =>
  [...screen.getByRole('region', { name: 'What changed' }).querySelectorAll(selector)].map((part) => part.textContent);

describe('the revisions of a post', () => {
  it('are listed with who, why and how much, and the newest two are compared by word', async () => {
    open();

    expect(await screen.findByRole('heading', { name: 'Revisions of The tide' })).toBeVisible();
    const rows = await screen.findAllByRole('listitem');
    expect(rows.map((row) => /Saved|Created/.exec(row.textContent ?? '')?.[0])).toEqual(['Saved', 'Saved', 'Created']);
    expect(within(rows[0] as HTMLElement).getByText('1 word added, 2 words removed')).toBeVisible();
    expect(await screen.findByRole('region', { name: 'Text with its changes' })).toBeVisible();
    expect(changed('del')).toEqual(['Tides', 'twice']);
    expect(changed('ins')).toEqual(['The tide', 'once']);
  });

  it('are compared as they are chosen, also as readers see them', async () => {
    const { user, router } = open();
    await user.click((await screen.findAllByRole('radio', { name: /^Older/ }))[2] as HTMLElement);
    await user.click(screen.getAllByRole('radio', { name: /^Newer/ })[1] as HTMLElement);

    await waitFor(() => expect(changed('ins')).toContain(' twice a day'));
    expect(router.state.location.search).toBe('?post=post-1&from=1&to=2');
    await user.click(screen.getByRole('button', { name: 'As Readers See It' }));

    expect(await screen.findByRole('region', { name: 'Older version' })).toHaveTextContent('It writes.');
    expect(screen.getByRole('region', { name: 'Newer version' })).toHaveTextContent('It writes twice a day.');
  });

  it('are restored after a look, over nothing newer', async () => {
    const api = revisionsApi().on(revisionApi.restore, () => post);
    const { user } = open(api);
    await user.click((await screen.findAllByRole('button', { name: /^Restore the version of/ }))[0] as HTMLElement);
    const dialog = await screen.findByRole('dialog', { name: /^Restore the version of/ });
    expect(await within(dialog).findByText('It writes twice a day.')).toBeVisible();
    expect(dialog).toHaveTextContent('Readers see it at once.');

    await user.click(within(dialog).getByRole('button', { name: 'Restore This Version' }));

    expect(await screen.findByText(/^The post is what it was then/)).toBeVisible();
    expect(api.calls(revisionApi.restore)).toMatchObject([
      { params: { id: 'post-1', revisionId: '2' }, body: { baseUpdatedAt: post.updatedAt } },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('are not restored over what somebody else has saved meanwhile', async () => {
    const { user } = open(revisionsApi().refuse(revisionApi.restore, 'conflict'));
    await user.click((await screen.findAllByRole('button', { name: /^Restore the version of/ }))[0] as HTMLElement);
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByText('It writes twice a day.');

    await user.click(within(dialog).getByRole('button', { name: 'Restore This Version' }));

    expect(await screen.findByText(/^The post was changed meanwhile/)).toBeVisible();
  });

  it('say when there are none, and when they cannot be loaded', async () => {
    const api = revisionsApi().refuse(revisionApi.list, 500);
    const { user } = open(api);

    expect(await screen.findByText('The revisions could not be loaded')).toBeVisible();
    api.on(revisionApi.list, () => []);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));

    expect(await screen.findByRole('heading', { name: 'No Revisions Yet' })).toBeVisible();
  });

  it('are gone with their post', async () => {
    open(staffApi().refuse(postApi.byId, 'not-found'));

    expect(await screen.findByRole('heading', { name: 'Post Not Found' })).toBeVisible();
  });
});

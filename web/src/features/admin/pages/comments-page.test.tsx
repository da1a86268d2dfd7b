import { type ModeratedComment, moderationApi } from '@inkwell/shared/moderation';
import { DEFAULT_COMMENT_SETTINGS, DEFAULT_SETTINGS, settingsApi } from '@inkwell/shared/settings';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
// Imported before the first test: on a slow machine, loading takes longer than a test waits.
import '../../../app/staff-layout.tsx';
import './comments-page.tsx';
import { fakeSettings } from '../../../test/fake-settings.ts';
import { dialogNamed, hrefOf } from '../../../test/parts.ts';
import { createFakeApi, renderPage } from '../../../test/render-app.tsx';
import { admin, moderator, sampleComment } from '../../../test/samples.ts';

const { answers: _answers, answersCount: _count, ...plain } = sampleComment();
const moderated = (changes: Partial<ModeratedComment> = {}): ModeratedComment => ({
  ...plain,
  heldBy: null,
  reportsCount: 0,
  post: { id: 'post-1', title: 'The quiet harbour', isInTrash: false },
  starter: null,
  ...changes,
});
const insult = moderated({ id: 'c1', content: 'An insult', reportsCount: 2 });
const advert = moderated({ id: 'c2', content: 'An advert', reportsCount: 1, authorId: 'spammer' });
const both = [insult, advert];

/** Opens the page over a server with two reported comments; the other answers of the server can be set before the page asks. */
function open(search = '', viewer = moderator) {
  const api = createFakeApi(viewer)
    .on(moderationApi.queue, () => ({ reported: 2, held: 0 }))
    .on(moderationApi.list, () => both)
    .on(moderationApi.change, ({ params, body }) =>
      moderated({ ...both.find(({ id }) => id === params.id), ...body, reason: body.reason ?? null }),
    );
  return renderPage(`/admin/comments${search}`, { viewer, api });
}

/** Opens the page and waits for its comments. */
async function openList(search = '') {
  const app = open(search);
  await screen.findByText('An insult');
  return app;
}

const row = (text: string) => screen.getByText(text).closest('li') as HTMLElement;

describe('the comments page of staff', () => {
  it.each([
    [{ reported: 0, held: 1 }, 'Pending (1)', '?state=held'],
    [{ reported: 0, held: 0 }, 'All', '?state=all'],
    ['an unknown number', 'Reported', '?state=reported'],
  ])('opens the list that needs attention: with %j on %s', async (queue, name, search) => {
    const { api, router } = open();
    if (typeof queue === 'string') api.refuse(moderationApi.queue, 'internal');
    else api.on(moderationApi.queue, () => queue);

    expect(await screen.findByText('An insult')).toBeVisible();
    expect(screen.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
    expect(router.state.location.search).toBe(search);
    expect(api.calls(moderationApi.list)).toHaveLength(1);
  });

  it('stays on its list when the last comment there is decided', async () => {
    const { api, user } = await openList();
    api.on(moderationApi.queue, () => ({ reported: 0, held: 3 }));

    await user.click(within(row('An insult')).getByRole('button', { name: 'Keep' }));

    expect(await screen.findByRole('link', { name: 'Pending (3)' })).not.toHaveAttribute('aria-current');
    expect(row('An insult')).toBeVisible();
  });

  it('lists reported comments at first, or the ones selected in the address', async () => {
    const { api, user, router } = await openList();
    expect(within(row('An insult')).getByText('2 reports')).toBeVisible();
    // Comments that readers see have no label for that.
    expect(within(row('An insult')).queryByText('Visible')).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Reported (2)' })).toHaveAttribute('aria-current', 'page');
    expect(screen.queryByRole('link', { name: 'Settings' })).not.toBeInTheDocument();

    await user.click(screen.getByRole('link', { name: 'Most reported first' }));
    await user.click(screen.getByRole('link', { name: 'Hidden' }));

    await waitFor(() => expect(router.state.location.search).toBe('?state=hidden'));
    await waitFor(() =>
      expect(api.calls(moderationApi.list).map(({ query: { state, sort } }) => [state, sort])).toEqual([
        ['reported', undefined],
        ['reported', 'reports'],
        ['hidden', undefined],
      ]),
    );
  });

  it('names the post beside the author, and links to all its comments in the details', async () => {
    const { api, user } = await openList();
    api.on(moderationApi.byId, () => ({ comment: insult, reports: [], earlier: [], thread: [insult] }));

    const comment = within(row('An insult'));
    expect(hrefOf('The quiet harbour', comment)).toMatch(/#comment-c1$/);
    expect(comment.queryByRole('link', { name: 'All comments on this post' })).not.toBeInTheDocument();

    await user.click(comment.getByRole('button', { name: 'Details' }));

    expect(hrefOf('All comments on this post')).toBe('/admin/comments?state=all&postId=post-1');
    expect(await screen.findByRole('heading', { name: 'The thread' })).toBeVisible();
  });

  it('finds comments by their words, and shows the corrected query', { tags: 'thorough' }, async () => {
    const { api, user, router } = await openList();
    api.on(moderationApi.list, ({ query: { q, state } }) =>
      q === 'insutl' && state === undefined
        ? { items: [insult], total: 1, nextCursor: null, searchedFor: 'insult' }
        : { items: [], total: 0, nextCursor: null, ...(state === undefined && { searchedFor: 'insult' }) },
    );
    const box = screen.getByRole('searchbox', { name: 'Text' });
    await user.type(box, 'insutl');

    expect(await screen.findByText('No comments found')).toBeVisible();
    const announced = screen.getByText('0 comments found', { selector: '[role="status"]' });
    expect(router.state.location.search).toBe('?state=reported&q=insutl');
    expect(box).toHaveFocus();
    await user.click(screen.getByRole('link', { name: 'Search all comments' }));
    expect(await screen.findByText(/Nothing matches what you typed/)).toHaveTextContent('insult');
    expect(announced).toBeInTheDocument();
    expect(announced).toHaveTextContent('1 comment found');
    expect(screen.getByRole('searchbox', { name: 'Text' })).toHaveValue('insutl');

    await user.click(screen.getByRole('searchbox', { name: 'Text' }));
    await user.keyboard('{ArrowDown}');
    expect(row('An insult')).toHaveFocus();
    await user.click(screen.getByRole('searchbox', { name: 'Text' }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(router.state.location.search).toBe('?state=all'));
  });

  it('hides comments after asking for a reason, and keeps their place and the focus', async () => {
    const { api, user } = await openList();
    const hide = within(row('An insult')).getByRole('button', { name: 'Hide...' });

    await user.click(hide);
    const dialog = await dialogNamed('Hide this comment?');
    await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Rude');
    await user.click(dialog.getByRole('button', { name: 'Hide' }));

    expect(await within(row('An insult')).findByText('Hidden because:', { exact: false })).toHaveTextContent('Rude');
    expect(api.calls(moderationApi.change)[0]).toMatchObject({
      params: { id: 'c1' },
      body: { state: 'hidden', reason: 'Rude' },
    });
    await waitFor(() => expect(hide).toHaveFocus());
    expect(hide).toHaveAttribute('aria-disabled', 'true');
  });

  it('supports selecting and deciding by keyboard, and shows each result', async () => {
    const { api, user, answer } = await openList();
    api
      .on(moderationApi.changeMany, () => ({ ids: ['c1'] }))
      .on(moderationApi.byId, () => ({
        comment: advert,
        thread: [advert],
        reports: [{ reason: 'Buys likes', reporter: null, email: null, createdAt: plain.createdAt }],
        earlier: [],
      }));
    expect(screen.getByText('Previous comment')).toBeInTheDocument();
    act(() => row('An insult').focus());

    await user.keyboard('j');
    expect(row('An advert')).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Buys likes')).toBeVisible();
    await user.keyboard('xkx');
    expect(screen.getByText('2 selected')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Hide Selected...' }));
    await answer('Hide 2 comments?', 'Hide');

    expect(await screen.findByText('Deleted')).toBeVisible();
    expect(api.calls(moderationApi.changeMany)[0]?.body).toEqual({ ids: ['c1', 'c2'], state: 'hidden', reason: null });
    expect(screen.getAllByText('Hidden', { selector: 'p' })).toHaveLength(1);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(document.body).not.toHaveFocus());
    act(() => row('An insult').focus());
    await user.keyboard('s');
    await waitFor(() => expect(api.calls(moderationApi.change)[0]?.body).toMatchObject({ state: 'visible' }));
  });

  it('reacts to keys as soon as comments are shown, and after a change of filter', { tags: 'thorough' }, async () => {
    const { user } = await openList();

    await waitFor(() => expect(row('An insult')).toHaveFocus());
    const list = screen.getByRole('list', { name: 'Comments' });
    expect(list).not.toHaveAttribute('data-keyed');
    await user.keyboard('x');
    expect(list).toHaveAttribute('data-keyed');
    expect(screen.getByText('1 selected')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'All' }));

    await waitFor(() => expect(row('An insult')).toHaveFocus());
  });

  it('focuses a comment at the first key, and acts at the next one', { tags: 'thorough' }, async () => {
    const { api, user } = await openList();
    await waitFor(() => expect(row('An insult')).toHaveFocus());
    await user.click(screen.getByRole('heading', { name: 'Comments' }));
    expect(row('An insult')).not.toHaveFocus();

    await user.keyboard('s');
    expect(row('An insult')).toHaveFocus();
    expect(api.calls(moderationApi.change)).toHaveLength(0);
    await user.keyboard('s');
    await waitFor(() => expect(api.calls(moderationApi.change)[0]?.params.id).toBe('c1'));
  });

  it('ignores keys in a dialog, in a field and with modifiers', { tags: 'thorough' }, async () => {
    const { api, user } = open('?postId=post-1');
    api.on(moderationApi.postAccess, () => ({ access: null }));
    await screen.findByText('An insult');
    const select = await screen.findByRole('combobox', { name: 'Who may comment here' });
    await waitFor(() => expect(select).toBeEnabled());
    act(() => select.focus());
    await user.keyboard('j');
    expect(select).toHaveFocus();

    await user.click(screen.getByText('2 comments'));
    await user.keyboard('{Control>}j{/Control}');
    expect(row('An insult')).not.toHaveFocus();
    await user.click(within(row('An insult')).getByRole('button', { name: 'Hide...' }));
    const cancel = (await dialogNamed('Hide this comment?')).getByRole('button', { name: 'Cancel' });
    act(() => cancel.focus());
    await user.keyboard('jx');
    expect(cancel).toHaveFocus();
    expect(screen.queryByText('1 selected')).not.toBeInTheDocument();
  });

  it('says why nothing was changed, and keeps the reason', async () => {
    const { api, user } = await openList();
    api.refuse(moderationApi.change, 'internal');

    await user.click(within(row('An insult')).getByRole('button', { name: 'Hide...' }));
    const dialog = await dialogNamed('Hide this comment?');
    await user.type(dialog.getByRole('textbox'), 'Rude');
    await user.click(dialog.getByRole('button', { name: 'Hide' }));

    expect(await screen.findByText(/^Not changed\. Something went wrong on our side/)).toBeInTheDocument();
    expect(dialog.getByRole('textbox')).toHaveValue('Rude');
  });

  it('hides all comments of a person, with progress', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { api, user, answer } = open('?userId=spammer');
    let left = 40;
    api
      .on(moderationApi.hideAllOf, () => ({ changed: 200, isDone: false }))
      .on(moderationApi.list, ({ query }) => ({
        items: query.limit === 1 ? [] : [advert],
        total: query.state === 'visible' ? left : 0,
        nextCursor: null,
      }));
    await screen.findByText('An advert');

    await user.click(screen.getByRole('button', { name: 'Hide all...' }));
    await answer('Hide all comments by Ada Lovelace?', 'Hide All');

    expect(await screen.findByText('40 comments still to be hidden; this continues in the background.')).toBeVisible();
    left = 0;
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(await screen.findByText('All comments are hidden.')).toBeVisible();
    expect(api.calls(moderationApi.hideAllOf)[0]?.params.id).toBe('spammer');
  });

  it('lets staff choose who can comment on a post', async () => {
    const { api, user } = open('?postId=post-1');
    api.on(moderationApi.postAccess, () => ({ access: null })).on(moderationApi.changePostAccess, ({ body }) => body);
    const select = await screen.findByRole('combobox', { name: 'Who may comment here' });
    await waitFor(() => expect(select).toBeEnabled());

    await user.selectOptions(select, 'Nobody');

    await waitFor(() => expect(select).toHaveValue('off'));
    expect(api.calls(moderationApi.changePostAccess)[0]?.body).toEqual({ access: 'off' });
  });
});

describe('the comment settings', () => {
  const WORDS = /^Hold comments that contain one of these words/;

  it('are validated and stored by admins', async () => {
    const { api, user, refill } = open('?view=settings', admin);
    api.on(settingsApi.read, () => DEFAULT_SETTINGS).on(settingsApi.change, () => DEFAULT_SETTINGS);
    const first = await screen.findByRole('textbox', { name: /^Number of first comments/ });

    await refill(first, '99');
    await user.click(screen.getByRole('button', { name: 'Save Settings' }));
    expect(await screen.findByText('Please enter a whole number from 0 to 20')).toBeVisible();

    await refill(first, '2');
    await user.clear(screen.getByRole('textbox', { name: /^Hold comments with more links/ }));
    await user.type(screen.getByRole('textbox', { name: WORDS }), 'casino{Enter}cheap pills');
    await user.click(screen.getByRole('button', { name: 'Save Settings' }));

    expect(await screen.findByText('Settings updated successfully!')).toBeVisible();
    // Changes that others made meanwhile stay.
    expect(api.calls(settingsApi.change)[0]?.body).toEqual({
      comments: { holdFirst: 2, holdLinksAbove: null, holdWords: ['casino', 'cheap pills'] },
      base: { comments: { holdWords: [] } },
    });
  });

  it('merge with words that somebody else added meanwhile, and save the rest with them', {
    tags: 'thorough',
  }, async () => {
    const { api, user, refill, answer } = open('?view=settings', admin);
    const { stored, change } = fakeSettings(api);
    const words = await screen.findByRole('textbox', { name: WORDS });
    change({ comments: { ...DEFAULT_COMMENT_SETTINGS, holdWords: ['casino'], holdEverything: true } });

    await user.type(words, 'pills');
    await refill(screen.getByRole('textbox', { name: /^Number of first comments/ }), '2');
    await user.click(screen.getByRole('button', { name: 'Save Settings' }));
    await dialogNamed('Conflicting Changes to the Words');
    expect(words).toHaveValue('pills');
    await answer('Conflicting Changes to the Words', 'Merge Both');

    expect(await screen.findByText('Settings updated successfully!')).toBeVisible();
    expect(stored().comments).toEqual({
      ...DEFAULT_COMMENT_SETTINGS,
      holdFirst: 2,
      holdWords: ['pills', 'casino'],
      holdEverything: true,
    });
    expect(words).toHaveValue('pills\ncasino');
    expect(screen.getByRole('switch', { name: /^Hold all comments/ })).toBeChecked();
  });
});

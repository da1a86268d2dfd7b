import { commentApi } from '@inkwell/shared/comments';
import { notificationApi } from '@inkwell/shared/notifications';
import { postApi } from '@inkwell/shared/posts';
import { userApi } from '@inkwell/shared/users';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
// Imported one after the other, because on a slow machine the tests' loader fails to load both at once.
import '../../components/toaster.tsx';
import './components/comments-section.tsx';
import './components/report-dialog.tsx';
import { autosavedFields } from '../../lib/autosave/fields.ts';
import { localCopies } from '../../lib/autosave/local-copies.ts';
import { signOut } from '../../lib/identity-store.ts';
import { type FakeApi, Refusal } from '../../test/fake-api.ts';
import { FakeLocks } from '../../test/fake-locks.ts';
import { keptFields, keptRecords } from '../../test/kept-fields.ts';
import { createFakeApi, renderApp, renderPage, withPost } from '../../test/render-app.tsx';
import { sampleComment, samplePost, sampleUser } from '../../test/samples.ts';
import { settled } from '../../test/settled.ts';
import { takeConsoleErrors } from '../../test/setup.ts';

const reader = sampleUser();
const ADDRESS = '/posts/post-1/the-quiet-harbour';

const { answers: _answers, answersCount: _count, ...plain } = sampleComment();
const answer = (changes: Partial<typeof plain> = {}) => ({ ...plain, parentId: 'start', ...changes });
const numbered = (n: number) =>
  answer({ id: `a${n}`, content: `Answer ${n}`, createdAt: `2026-01-15T1${n}:00:00.000Z` });
const first = [1, 2, 3].map(numbered);
const start = sampleComment({ id: 'start', content: 'The start', answersCount: 5, answers: first });
const own = sampleComment({ id: 'own', authorId: reader.id, content: 'My own words' });

const withComments = (viewer: typeof reader | null, comments: ReturnType<typeof sampleComment>[]): FakeApi =>
  withPost(createFakeApi(viewer)).on(commentApi.list, () => ({ items: comments, total: 6, nextCursor: null }));

/** Opens the post with these comments, for the reader. */
const open = (comments: ReturnType<typeof sampleComment>[]) =>
  renderPage(ADDRESS, { api: withComments(reader, comments), viewer: reader });

/** The answer to a sent comment. */
const created = ({ body }: { readonly body: { readonly content: string } }) =>
  sampleComment({ id: 'mine', authorId: reader.id, content: body.content });

const entry = (text: string) => screen.getByText(text).closest('li') as HTMLElement;

describe('a thread', () => {
  it('shows its first replies, and all of them on demand', async () => {
    const api = withComments(null, [start]).on(commentApi.answers, () => [...first, numbered(4), numbered(5)]);
    const { user } = renderPage(ADDRESS, { api });
    expect(await screen.findByText('Answer 3')).toBeInTheDocument();
    expect(within(entry('The start')).getAllByRole('listitem', { name: /^Reply by/ })).toHaveLength(3);

    await user.click(screen.getByRole('button', { name: 'Show 2 More Replies' }));

    expect(await screen.findByText('Answer 5')).toBeInTheDocument();
    await waitFor(() => expect(entry('Answer 4')).toHaveFocus());
    expect(screen.queryByRole('button', { name: /More Repl/ })).not.toBeInTheDocument();
  });

  it('accepts replies, and replies to replies, which name the person replied to', async () => {
    const api = withComments(reader, [start]).on(commentApi.create, (request) => ({
      ...created(request),
      parentId: 'start',
      replyTo: { id: 'a2', name: 'Ada Lovelace' },
    }));
    const { user } = renderPage(ADDRESS, { api, viewer: reader });
    await screen.findByText('Answer 2');

    await user.click(within(entry('Answer 2')).getByRole('button', { name: 'Reply to Ada Lovelace' }));
    const box = screen.getByRole('textbox', { name: 'Your reply to Ada Lovelace' });
    expect(box).toHaveFocus();
    await user.type(box, 'Quite so');
    await user.click(screen.getByRole('button', { name: 'Post Reply' }));

    expect(await screen.findByText('Quite so')).toBeInTheDocument();
    expect(api.calls(commentApi.create)[0]?.body).toEqual({ content: 'Quite so', parentId: 'a2' });
    expect(within(entry('Quite so')).getByRole('link', { name: 'Ada Lovelace' })).toHaveAttribute(
      'href',
      `${ADDRESS}#comment-a2`,
    );
    expect(screen.getByRole('heading', { name: 'Comments (7)' })).toBeInTheDocument();
    await waitFor(() => expect(entry('Quite so')).toHaveFocus());
  });

  it('keeps the place of a deleted comment', async () => {
    const gone = sampleComment({ ...start, state: 'deleted', content: '', authorId: '' });
    open([gone]);

    expect(await screen.findByText('Comment deleted')).toBeInTheDocument();
    expect(screen.getByText('Answer 1')).toBeInTheDocument();
    expect(within(entry('Comment deleted')).queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });

  it('names the author of the post, and nobody else', async () => {
    const byAuthor = sampleComment({ ...own, authorId: samplePost().authorId, content: 'Mine' });
    const byAnother = sampleComment({ ...own, id: 'other', authorId: 'somebody', content: 'Another' });
    open([byAuthor, byAnother]);

    expect(
      within((await screen.findByText('Mine')).closest('li') as HTMLElement).getByText('Author'),
    ).toBeInTheDocument();
    expect(screen.getAllByText('Author')).toHaveLength(1);
  });

  it('can be muted by its participants', async () => {
    const mine = sampleComment({ ...own, answersCount: 3, answers: first });
    const api = withComments(reader, [mine, start]).on(commentApi.changeSubscription, () => undefined);
    const { user } = renderPage(ADDRESS, { api, viewer: reader });
    const buttons = await screen.findAllByRole('button', { name: 'Mute thread' });
    expect(buttons).toHaveLength(1);

    await user.click(buttons[0] as HTMLElement);

    await waitFor(() => expect(buttons[0]).toHaveAttribute('aria-pressed', 'true'));
    expect(api.calls(commentApi.changeSubscription)[0]).toMatchObject({ params: { id: 'own' }, body: { muted: true } });
  });
});

describe('a link to a comment', () => {
  it('marks the comment and focuses it', async () => {
    renderPage(`${ADDRESS}#comment-a3`, { api: withComments(null, [start]) });

    await screen.findByText('Answer 3');

    await waitFor(() => expect(entry('Answer 3')).toHaveFocus());
    expect(entry('Answer 3').firstElementChild).toHaveAttribute('data-marked');
    expect(entry('The start').firstElementChild).not.toHaveAttribute('data-marked');
  });

  it.each([
    ['a reply that is not among the first', [start]],
    ['a thread that is not on the page', []],
  ])('finds %s', async (_, listed) => {
    const api = withComments(null, listed).on(commentApi.thread, () => ({
      ...start,
      answers: [...first, numbered(5)],
    }));
    renderPage(`${ADDRESS}#comment-a5`, { api });

    await screen.findByText('Answer 5');

    await waitFor(() => expect(entry('Answer 5')).toHaveFocus());
    expect(screen.getAllByText('The start')).toHaveLength(1);
  });

  it('reports a deleted comment', async () => {
    const api = withComments(null, [start]).refuse(commentApi.thread, 'not-found');

    renderPage(`${ADDRESS}#comment-gone`, { api });

    expect(await screen.findByText('The comment that this link leads to is no longer here.')).toBeVisible();
  });
});

describe('a comment of the reader', () => {
  it('is edited in place, marked, and keeps the focus', async () => {
    const editedAt = '2026-02-01T10:00:00.000Z';
    const api = withComments(reader, [own]).on(commentApi.edit, ({ body }) => ({ ...own, ...body, editedAt }));
    const { user } = renderPage(ADDRESS, { api, viewer: reader });
    await user.click(await screen.findByRole('button', { name: 'Edit comment' }));
    const box = screen.getByRole('textbox', { name: 'Edit your comment' });
    expect(box).toHaveFocus();

    await user.type(box, ', corrected{Control>}{Enter}{/Control}');

    expect(await screen.findByText('My own words, corrected')).toBeInTheDocument();
    expect(screen.getByText('edited')).toHaveAttribute('datetime', editedAt);
    expect(screen.getByRole('button', { name: 'Edit comment' })).toHaveFocus();
  });

  it('says why it could not be changed, and restores the text on a new page', { tags: 'thorough' }, async () => {
    const api = withComments(reader, [own]).on(commentApi.edit, () => {
      throw new Refusal('too-many', undefined, 20);
    });
    const view = renderPage(ADDRESS, { api, viewer: reader });
    await view.user.click(await screen.findByRole('button', { name: 'Edit comment' }));
    await view.user.type(screen.getByRole('textbox', { name: /Edit your comment/ }), ' and more');

    await view.user.click(screen.getByRole('button', { name: 'Save' }));

    expect(await screen.findByText('Too many requests. Please try again in 20 seconds.')).toBeVisible();
    view.unmount();
    const { user } = open([own]);
    const box = await screen.findByRole('textbox', { name: /Edit your comment/ });
    await waitFor(() => expect(box).toHaveValue('My own words and more'));
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.getByText('My own words')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Edit comment' })).toHaveFocus();
  });

  it('can be deleted only by its author, and is restored in place by Undo, with the focus', async () => {
    const api = withComments(reader, [own, start])
      .on(commentApi.remove, () => undefined)
      .on(commentApi.restore, () => own);
    const { user } = renderPage(ADDRESS, { api, viewer: reader });
    await user.click(await screen.findByRole('button', { name: 'Delete comment' }));
    expect(await screen.findByText('Comment deleted successfully')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Comments (5)' })).toBeInTheDocument();
    expect(screen.queryByText('My own words')).not.toBeInTheDocument();
    expect(screen.getByText('The start')).toBeInTheDocument();
    const undo = screen.getByRole('button', { name: 'Undo' });
    expect(undo).toHaveFocus();

    await user.click(undo);

    expect(await screen.findByText('My own words')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Comments (6)' })).toBeInTheDocument();
    await waitFor(() => expect(entry('My own words')).toHaveFocus());
  });

  it('cannot be restored after ten seconds, and the focus moves to the heading', { tags: 'thorough' }, async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const api = withComments(reader, [own, start]).on(commentApi.remove, () => undefined);
    const { user } = renderPage(ADDRESS, { api, viewer: reader });
    await user.click(await screen.findByRole('button', { name: 'Delete comment' }));
    await screen.findByRole('button', { name: 'Undo' });

    await act(() => vi.advanceTimersByTimeAsync(10_000));

    expect(screen.queryByText('Comment deleted')).not.toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Comments (5)' })).toHaveFocus();
  });

  it('tells its author that it is held or hidden, and why', async () => {
    const held = sampleComment({ ...own, state: 'held' });
    const hidden = sampleComment({ ...own, id: 'hidden', state: 'hidden', reason: 'Not about the post' });
    open([held, hidden]);

    expect(await screen.findByText('Waiting for review')).toBeVisible();
    expect(screen.getByText('Not about the post')).toBeVisible();
    expect(screen.getAllByRole('button', { name: 'Edit comment' })).toHaveLength(1);
  });
});

describe('Escape', () => {
  it('closes a reply or an edit, whose text is shown again when it is reopened', { tags: 'thorough' }, async () => {
    const { user } = open([own, start]);
    await screen.findByText('Answer 2');
    const fields = [
      [within(entry('Answer 2')).getByRole('button', { name: /^Reply to/ }), 'Your reply to Ada Lovelace'],
      [screen.getByRole('button', { name: 'Edit comment' }), 'Edit your comment'],
    ] as const;

    for (const [button, name] of fields) {
      await user.click(button);
      const typed = screen.getByRole('textbox', { name });
      expect(screen.getByRole('button', { name: 'Cancel' })).toBeVisible();
      await user.clear(typed);
      await user.type(typed, 'Typed words{Escape}');

      expect(screen.queryByRole('textbox', { name })).not.toBeInTheDocument();
      const opener = name.startsWith('Your reply') ? button : screen.getByRole('button', { name: 'Edit comment' });
      expect(opener).toHaveFocus();
      await user.click(opener);
      expect(screen.getByRole('textbox', { name })).toHaveValue('Typed words');
      await user.click(screen.getByRole('button', { name: 'Discard' }));
      await user.click(name.startsWith('Your reply') ? button : screen.getByRole('button', { name: 'Edit comment' }));
      expect(screen.getByRole('textbox', { name })).not.toHaveValue('Typed words');
      await user.click(screen.getByRole('button', { name: 'Cancel' }));
    }
  });
});

describe('a text that is too long', () => {
  it.each([
    [2_001, '1 character too many'],
    [1_999, '1 character left'],
  ])('of %i characters is reported', async (length, words) => {
    open([start]);

    fireEvent.change(await box(), { target: { value: 'x'.repeat(length) } });

    expect(await screen.findByText(words)).toBeVisible();
  });
});

describe('a half-written reply', () => {
  it('is restored on a new page, for the same comment and writer', async () => {
    const before = open([start]);
    await screen.findByText('Answer 2');
    await before.user.click(within(entry('Answer 2')).getByRole('button', { name: /^Reply to/ }));
    await before.user.type(screen.getByRole('textbox', { name: /^Your reply/ }), 'Half an ans');
    before.unmount();

    const other = sampleUser({ id: 'other' });
    const elsewhere = renderPage(ADDRESS, { api: withComments(other, [start]), viewer: other });
    await screen.findByText('Answer 2');
    expect(screen.queryByRole('textbox', { name: /^Your reply/ })).not.toBeInTheDocument();
    elsewhere.unmount();
    const api = withComments(reader, [start]).hang(commentApi.create);
    const { user } = renderPage(ADDRESS, { api, viewer: reader });

    const box = await screen.findByRole('textbox', { name: 'Your reply to Ada Lovelace' });
    await waitFor(() => expect(box).toHaveValue('Half an ans'));
    await user.click(screen.getByRole('button', { name: 'Post Reply' }));
    await waitFor(() =>
      expect(api.calls(commentApi.create)[0]?.body).toEqual({ content: 'Half an ans', parentId: 'a2' }),
    );
  });
});

const box = () => screen.findByRole('textbox', { name: 'Your comment' });
let locks: FakeLocks;

function giveLocks(): () => void {
  locks = new FakeLocks();
  Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
  return () => Reflect.deleteProperty(navigator, 'locks');
}

describe('a comment whose response was lost', () => {
  beforeEach(giveLocks);

  it('is not duplicated if it is sent from a new page, but is new if it is typed again', {
    tags: 'thorough',
  }, async () => {
    const before = renderPage(ADDRESS, { api: withComments(reader, [start]).cut(commentApi.create), viewer: reader });
    await before.user.type(await box(), 'Hello{Control>}{Enter}{/Control}');
    expect(await screen.findByText('Failed to add comment')).toBeVisible();
    expect(within(screen.getByTestId('toast')).getByText(/^The network did not answer/)).toBeVisible();
    const [lost] = before.api.calls(commentApi.create);
    before.unmount();
    autosavedFields.reset();
    const stored = (id: string) => sampleComment({ id, authorId: reader.id, content: 'Hello' });
    let next = stored('mine');
    const api = withComments(reader, [stored('mine'), start]).on(commentApi.create, () => next);
    const { user } = renderPage(ADDRESS, { api, viewer: reader });
    await waitFor(async () => expect(await box()).toHaveValue('Hello'));

    await user.click(screen.getByRole('button', { name: 'Post Comment' }));
    await waitFor(async () => expect(await box()).toHaveValue(''));
    expect(screen.getAllByText('Hello')).toHaveLength(1);
    next = stored('another');
    await user.type(await box(), 'Hello{Control>}{Enter}{/Control}');
    await waitFor(() => expect(screen.getAllByText('Hello')).toHaveLength(2));

    const [again, anew] = api.calls(commentApi.create);
    expect(lost?.idempotencyKey).toBeTruthy();
    expect(again?.idempotencyKey).toBe(lost?.idempotencyKey);
    expect(anew?.idempotencyKey).not.toBe(lost?.idempotencyKey);
  });

  it('is new if the same text replies to somebody else', { tags: 'thorough' }, async () => {
    const api = withComments(reader, [start]).cut(commentApi.create);
    const { user } = renderPage(ADDRESS, { api, viewer: reader });
    await screen.findByText('Answer 2');
    for (const whom of ['Answer 1', 'Answer 2']) {
      await user.click(within(entry(whom)).getByRole('button', { name: /^Reply to/ }));
      const answerBox = screen.getByRole('textbox', { name: /^Your reply/ });
      if (whom === 'Answer 1') await user.type(answerBox, 'Quite so');
      await user.click(screen.getByRole('button', { name: 'Post Reply' }));
      await waitFor(() => expect(screen.getByRole('button', { name: 'Post Reply' })).toBeEnabled());
    }

    await waitFor(() => expect(api.calls(commentApi.create)).toHaveLength(2));
    const [first, second] = api.calls(commentApi.create);
    expect([first?.body.parentId, second?.body.parentId]).toEqual(['a1', 'a2']);
    expect(second?.idempotencyKey).not.toBe(first?.idempotencyKey);
  });
});

describe('a comment of one account', () => {
  beforeEach(giveLocks);

  it('is hidden from the next account, even if that account cannot be loaded', async () => {
    const other = sampleUser({ id: 'other' });
    const api = withComments(reader, [start]);
    const { user, identity } = renderPage(ADDRESS, { api, viewer: reader });
    await user.type(await box(), 'Mine alone');
    act(() => identity.change(null));
    expect(await box()).toHaveValue('Mine alone');
    expect(screen.getByText('Please log in to leave a comment')).toBeVisible();
    api.cut(userApi.current);

    act(() => identity.change({ uid: other.id, email: other.email }));

    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Your comment' })).not.toBeInTheDocument());
    expect(keptRecords()).toMatchObject([{ ownerId: reader.id, fields: { text: 'Mine alone' } }]);
    takeConsoleErrors();
  });

  it('is shown again if signing out failed', { tags: 'thorough' }, async () => {
    const { user, identity } = open([start]);
    await user.type(await box(), 'Still here');
    identity.failNext('network-request-failed');

    await act(() => signOut().catch(() => undefined));

    await waitFor(async () => expect(await box()).toHaveValue('Still here'));
    takeConsoleErrors();
  });
});

describe('a comment in two tabs', () => {
  const OTHER = {
    id: 'other-tab',
    kind: 'fields',
    ownerId: reader.id,
    place: 'comment:post-1',
    state: 'open' as const,
    version: Date.now(),
    savedAtMs: Date.now(),
  };
  beforeEach(giveLocks);

  it('does not change the text of the other tab', { tags: 'thorough' }, async () => {
    localCopies.put({ ...OTHER, fields: { text: 'Of the other tab' } });
    locks.holdElsewhere('inkwell-autosave:other-tab');
    const { user, unmount } = open([start]);
    await screen.findByText('The start');

    expect(await box()).toHaveValue('');
    await user.type(await box(), 'Of this tab');
    unmount();

    expect(keptFields()).toHaveLength(2);
    expect(keptFields()).toEqual(expect.arrayContaining([{ text: 'Of the other tab' }, { text: 'Of this tab' }]));
  });

  it('is restored newest first, and the other one on the next visit', { tags: 'thorough' }, async () => {
    localCopies.put({ ...OTHER, fields: { text: 'Older' }, savedAtMs: OTHER.savedAtMs - 2 });
    localCopies.put({ ...OTHER, id: 'newer', fields: { text: 'Newer' }, savedAtMs: OTHER.savedAtMs - 1 });
    const api = withComments(reader, [start]).on(commentApi.create, created);
    const { user, unmount } = renderPage(ADDRESS, { api, viewer: reader });
    await waitFor(async () => expect(await box()).toHaveValue('Newer'));

    await user.type(await box(), '!{Control>}{Enter}{/Control}');

    await waitFor(async () => expect(await box()).toHaveValue(''));
    expect(await box()).toHaveFocus();
    expect(api.calls(commentApi.create).map(({ body }) => body.content)).toEqual(['Newer!']);
    expect(keptFields()).toEqual([{ text: 'Older' }]);
    unmount();
    autosavedFields.reset();
    open([start]);
    await waitFor(async () => expect(await box()).toHaveValue('Older'));
  });

  it('keeps text that is typed while another comment is sent', { tags: 'thorough' }, async () => {
    const api = withComments(reader, [start]);
    const answer = api.hold(commentApi.create, created);
    const { user } = renderPage(ADDRESS, { api, viewer: reader });
    await user.type(await box(), 'Sent{Control>}{Enter}{/Control}');
    expect(await screen.findByRole('button', { name: 'Posting...' })).toBeVisible();
    await user.type(await box(), ' and more');

    await settled(() => answer());

    await waitFor(async () => expect(await box()).toHaveValue('and more'));
    expect(keptFields()).toEqual([{ text: 'and more' }]);
  });

  it('is sent only once when the key is held down', async () => {
    const api = withComments(reader, [start]).hang(commentApi.create);
    const { user } = renderPage(ADDRESS, { api, viewer: reader });
    await user.type(await box(), 'Once');

    fireEvent.keyDown(await box(), { key: 'Enter', ctrlKey: true, repeat: true });
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));

    expect(api.calls(commentApi.create)).toEqual([]);
  });
});

describe('closed comments', () => {
  it('replace the composer with an explanation, and offer to confirm the email address if that helps', async () => {
    const api = withComments(reader, [start]).on(commentApi.access, () => ({ refused: 'verified' as const }));
    const { user, identity } = renderPage(ADDRESS, { api, viewer: reader });
    expect(await screen.findByText('Please confirm your email address to comment.')).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Your comment' })).not.toBeInTheDocument();
    await screen.findByText('The start');
    expect(screen.queryByRole('button', { name: /^Reply/ })).not.toBeInTheDocument();

    await user.click(screen.getByRole('button', { name: 'Send the Link' }));

    expect(await screen.findByText('Check Your Email')).toBeVisible();
    expect(identity.calls).toEqual([['sendEmailConfirmation']]);
  });
});

describe('new comments', () => {
  const fresh = sampleComment({ id: 'new', content: 'Fresh', createdAt: '2026-02-01T10:00:00.000Z' });

  /** Opens the post, to which comments are then added, so that it has `count` of them. */
  async function openAndAdd(count: number) {
    let stored = { listed: [start], count: 6 };
    const api = withComments(reader, [])
      .on(postApi.byId, () => samplePost({ commentsCount: stored.count }))
      .on(commentApi.list, () => ({ items: stored.listed, total: stored.count, nextCursor: null }))
      .on(commentApi.thread, () => fresh);
    const view = renderApp(ADDRESS, { api, viewer: reader });
    await screen.findByText('The start');
    await waitFor(() => expect(api.calls(notificationApi.list)).toHaveLength(1));
    stored = { listed: [fresh, start], count };
    await act(() => view.client.invalidateQueries({ queryKey: ['notifications', 'list'] }));
    return view;
  }

  async function expectListed(count: number) {
    expect(await screen.findByText('Fresh')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('button', { name: /new comment/ })).not.toBeInTheDocument());
    expect(screen.getByRole('heading', { name: `Comments (${count})` })).toBeInTheDocument();
    // The section tells the page its number after it has rendered.
    expect(await screen.findByRole('link', { name: `${count} comments` })).toBeInTheDocument();
    expect(screen.getAllByText('Fresh')).toHaveLength(1);
  }

  it('are announced with notifications, and shown only on request', async () => {
    const { user, api } = await openAndAdd(8);

    const button = await screen.findByRole('button', { name: '2 new comments' });
    expect(screen.queryByText('Fresh')).not.toBeInTheDocument();
    expect(api.calls(notificationApi.list).length).toBeGreaterThan(1);
    await user.click(button);
    await waitFor(() => expect(entry('Fresh')).toHaveFocus());
    await expectListed(8);
  });

  it('are listed once the reader has followed a link to one of them, with the same number everywhere', async () => {
    const { router } = await openAndAdd(7);
    await screen.findByRole('button', { name: '1 new comment' });
    expect(screen.getByRole('heading', { name: 'Comments (6)' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: '6 comments' })).toBeInTheDocument();

    await act(() => router.navigate(`${ADDRESS}#comment-new`));

    await expectListed(7);
  });
});

describe('reporting', () => {
  const receipt = { receivedAt: '2026-01-16T10:00:00.000Z', keptUntil: '2026-07-15T10:00:00.000Z' };

  it('asks readers for a reason, and confirms the report', async () => {
    const api = withComments(reader, [own, start]).on(commentApi.report, () => receipt);
    const { user } = renderPage(ADDRESS, { api, viewer: reader });
    await screen.findByText('The start');
    expect(within(entry('My own words')).queryByRole('button', { name: /^Report/ })).not.toBeInTheDocument();
    const button = within(entry('Answer 1')).getByRole('button', { name: /^Report/ });
    await user.click(button);
    const dialog = await screen.findByRole('dialog', { name: 'Report Comment' });
    await user.click(within(dialog).getByRole('button', { name: 'Send Report' }));
    expect(await within(dialog).findByText('Please say what is wrong')).toBeVisible();

    await user.type(within(dialog).getByRole('textbox', { name: 'What is wrong with it?' }), 'Insults');
    await user.click(within(dialog).getByRole('button', { name: 'Send Report' }));

    expect(
      await within(dialog).findByText(/^Thank you\. We have received your report.* July 15, 2026\.$/),
    ).toBeVisible();
    expect(api.calls(commentApi.report)[0]).toMatchObject({ params: { id: 'a1' }, body: { reason: 'Insults' } });
    await user.click(within(dialog).getAllByRole('button', { name: 'Close' })[1] as HTMLElement);
    await waitFor(() => expect(button).toHaveFocus());
    expect(button).toHaveTextContent('Reported');
  });

  it('accepts reports of illegal content from visitors, with an optional address', async () => {
    const api = withComments(null, [start]).on(commentApi.legalReport, () => receipt);
    const { user } = renderPage(ADDRESS, { api });
    await screen.findByText('The start');
    await user.click(within(entry('Answer 1')).getByRole('button', { name: /^Report/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Report Illegal Content' });

    await user.type(within(dialog).getByRole('textbox', { name: 'What is wrong with it?' }), 'Against the law');
    await user.type(within(dialog).getByRole('textbox', { name: /^Your email/ }), 'me@example.org');
    await user.click(within(dialog).getByRole('button', { name: 'Send Report' }));

    expect(await within(dialog).findByText(/^Thank you\./)).toBeVisible();
    expect(api.calls(commentApi.legalReport)[0]?.body).toEqual({ reason: 'Against the law', email: 'me@example.org' });
  });
});

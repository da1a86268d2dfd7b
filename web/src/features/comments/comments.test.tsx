import { commentApi } from '@inkwell/shared/comments';
import { notificationApi } from '@inkwell/shared/notifications';
import { postApi } from '@inkwell/shared/posts';
import { userApi } from '@inkwell/shared/users';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
// Loaded one after the other before the first test: the tests' loader fails where the app asks for both at once on a slow machine.
import '../../components/toaster.tsx';
import './components/comments-section.tsx';
import './components/report-dialog.tsx';
import { autosavedFields } from '../../lib/autosave/fields.ts';
import { localCopies } from '../../lib/autosave/local-copies.ts';
import { signOut } from '../../lib/identity-store.ts';
import { type FakeApi, Refusal } from '../../test/fake-api.ts';
import { FakeLocks } from '../../test/fake-locks.ts';
import { keptFields, keptRecords } from '../../test/kept-fields.ts';
import { createFakeApi, renderApp } from '../../test/render-app.tsx';
import { sampleComment, samplePost, sampleUser } from '../../test/samples.ts';
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

function withComments(viewer: typeof reader | null, comments: ReturnType<typeof sampleComment>[]): FakeApi {
  const post = samplePost();
  return createFakeApi(viewer)
    .on(postApi.byId, () => post)
    .on(postApi.view, () => undefined)
    .on(postApi.similar, () => [])
    .on(postApi.likeStatus, () => ({ liked: false, count: 0 }))
    .on(commentApi.list, () => ({ items: comments, total: 6, nextCursor: null }));
}

const entry = (text: string) => screen.getByText(text).closest('li') as HTMLElement;

describe('a thread', () => {
  it('shows its first answers, and all of them on demand', async () => {
    const api = withComments(null, [start]).on(commentApi.answers, () => [...first, numbered(4), numbered(5)]);
    const { user } = renderApp(ADDRESS, { api });
    expect(await screen.findByText('Answer 3')).toBeInTheDocument();
    expect(within(entry('The start')).getAllByRole('listitem', { name: /^Reply by/ })).toHaveLength(3);

    await user.click(screen.getByRole('button', { name: 'Show 2 More Replies' }));

    expect(await screen.findByText('Answer 5')).toBeInTheDocument();
    await waitFor(() => expect(entry('Answer 4')).toHaveFocus());
    expect(screen.queryByRole('button', { name: /More Repl/ })).not.toBeInTheDocument();
  });

  it('is answered, and so is an answer, whose writer is named', async () => {
    const api = withComments(reader, [start]).on(commentApi.create, ({ body }) =>
      sampleComment({
        id: 'mine',
        authorId: reader.id,
        content: body.content,
        parentId: 'start',
        replyTo: { id: 'a2', name: 'Ada Lovelace' },
      }),
    );
    const { user } = renderApp(ADDRESS, { api, viewer: reader });
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

  it('leaves the place of a comment that was deleted', async () => {
    const gone = sampleComment({ ...start, state: 'deleted', content: '', authorId: '' });
    renderApp(ADDRESS, { api: withComments(reader, [gone]), viewer: reader });

    expect(await screen.findByText('Comment deleted')).toBeInTheDocument();
    expect(screen.getByText('Answer 1')).toBeInTheDocument();
    expect(within(entry('Comment deleted')).queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });

  it('can be muted by whoever wrote in it', async () => {
    const mine = sampleComment({ ...own, answersCount: 3, answers: first });
    const api = withComments(reader, [mine, start]).on(commentApi.changeSubscription, () => undefined);
    const { user } = renderApp(ADDRESS, { api, viewer: reader });
    const buttons = await screen.findAllByRole('button', { name: 'Mute thread' });
    expect(buttons).toHaveLength(1);

    await user.click(buttons[0] as HTMLElement);

    await waitFor(() => expect(buttons[0]).toHaveAttribute('aria-pressed', 'true'));
    expect(api.calls(commentApi.changeSubscription)[0]).toMatchObject({ params: { id: 'own' }, body: { muted: true } });
  });
});

describe('a link to a comment', () => {
  it('marks the comment and has the keyboard begin there', async () => {
    renderApp(`${ADDRESS}#comment-a3`, { api: withComments(null, [start]) });

    await screen.findByText('Answer 3');

    await waitFor(() => expect(entry('Answer 3')).toHaveFocus());
    expect(entry('Answer 3').firstElementChild).toHaveAttribute('data-marked');
    expect(entry('The start').firstElementChild).not.toHaveAttribute('data-marked');
  });

  it.each([
    ['an answer that is not among the first', [start]],
    ['a thread that is not on the page', []],
  ])('finds %s', async (_, listed) => {
    const api = withComments(null, listed).on(commentApi.thread, () => ({
      ...start,
      answers: [...first, numbered(5)],
    }));
    renderApp(`${ADDRESS}#comment-a5`, { api });

    await screen.findByText('Answer 5');

    await waitFor(() => expect(entry('Answer 5')).toHaveFocus());
    expect(screen.getAllByText('The start')).toHaveLength(1);
  });

  it('says so when the comment is gone', async () => {
    const api = withComments(null, [start]).refuse(commentApi.thread, 'not-found');

    renderApp(`${ADDRESS}#comment-gone`, { api });

    expect(await screen.findByText('The comment that this link leads to is no longer here.')).toBeVisible();
  });
});

describe('an own comment', () => {
  it('is changed in its place, marked, and keeps the keyboard', async () => {
    const editedAt = '2026-02-01T10:00:00.000Z';
    const api = withComments(reader, [own]).on(commentApi.edit, ({ body }) => ({ ...own, ...body, editedAt }));
    const { user } = renderApp(ADDRESS, { api, viewer: reader });
    await user.click(await screen.findByRole('button', { name: 'Edit comment' }));
    const box = screen.getByRole('textbox', { name: 'Your comment, to be changed' });
    expect(box).toHaveFocus();

    await user.type(box, ', corrected{Control>}{Enter}{/Control}');

    expect(await screen.findByText('My own words, corrected')).toBeInTheDocument();
    expect(screen.getByText('edited')).toHaveAttribute('datetime', editedAt);
    expect(screen.getByRole('button', { name: 'Edit comment' })).toHaveFocus();
  });

  it('says why it could not be changed, and keeps what was typed over a new page', async () => {
    const api = withComments(reader, [own]).on(commentApi.edit, () => {
      throw new Refusal('too-many', undefined, 20);
    });
    const view = renderApp(ADDRESS, { api, viewer: reader });
    await view.user.click(await screen.findByRole('button', { name: 'Edit comment' }));
    await view.user.type(screen.getByRole('textbox', { name: /to be changed/ }), ' and more');

    await view.user.click(screen.getByRole('button', { name: 'Save' }));

    expect(await screen.findByText('Too many requests. Please try again in 20 seconds.')).toBeVisible();
    view.unmount();
    const { user } = renderApp(ADDRESS, { api: withComments(reader, [own]), viewer: reader });
    const box = await screen.findByRole('textbox', { name: /to be changed/ });
    await waitFor(() => expect(box).toHaveValue('My own words and more'));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByText('My own words')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Edit comment' })).toHaveFocus();
  });

  it('comes back by Undo in its place, with the keyboard', async () => {
    const api = withComments(reader, [own, start])
      .on(commentApi.remove, () => undefined)
      .on(commentApi.restore, () => own);
    const { user } = renderApp(ADDRESS, { api, viewer: reader });
    await user.click(await screen.findByRole('button', { name: 'Delete comment' }));
    expect(await screen.findByRole('heading', { name: 'Comments (5)' })).toBeInTheDocument();

    await user.click(screen.getByRole('button', { name: 'Undo' }));

    expect(await screen.findByText('My own words')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Comments (6)' })).toBeInTheDocument();
    await waitFor(() => expect(entry('My own words')).toHaveFocus());
  });

  it('cannot be had back after ten seconds; the keyboard goes on at the heading', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const api = withComments(reader, [own, start]).on(commentApi.remove, () => undefined);
    const { user } = renderApp(ADDRESS, { api, viewer: reader });
    await user.click(await screen.findByRole('button', { name: 'Delete comment' }));
    expect(await screen.findByRole('button', { name: 'Undo' })).toHaveFocus();

    await act(() => vi.advanceTimersByTimeAsync(10_000));

    expect(screen.queryByText('Comment deleted')).not.toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Comments (5)' })).toHaveFocus();
    vi.useRealTimers();
  });

  it('that waits or was hidden says so to its author, with the reason', async () => {
    const held = sampleComment({ ...own, state: 'held' });
    const hidden = sampleComment({ ...own, id: 'hidden', state: 'hidden', reason: 'Not about the post' });
    renderApp(ADDRESS, { api: withComments(reader, [held, hidden]), viewer: reader });

    expect(await screen.findByText('Waiting for review')).toBeVisible();
    expect(screen.getByText('Not about the post')).toBeVisible();
    expect(screen.getAllByRole('button', { name: 'Edit comment' })).toHaveLength(1);
  });
});

describe('a half-written answer', () => {
  it('is there again on a new page, for the same comment, and nobody else', async () => {
    const before = renderApp(ADDRESS, { api: withComments(reader, [start]), viewer: reader });
    await screen.findByText('Answer 2');
    await before.user.click(within(entry('Answer 2')).getByRole('button', { name: /^Reply to/ }));
    await before.user.type(screen.getByRole('textbox', { name: /^Your reply/ }), 'Half an ans');
    before.unmount();

    const other = sampleUser({ id: 'other' });
    const elsewhere = renderApp(ADDRESS, { api: withComments(other, [start]), viewer: other });
    await screen.findByText('Answer 2');
    expect(screen.queryByRole('textbox', { name: /^Your reply/ })).not.toBeInTheDocument();
    elsewhere.unmount();
    const api = withComments(reader, [start]).hang(commentApi.create);
    const { user } = renderApp(ADDRESS, { api, viewer: reader });

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

describe('a comment whose answer got lost', () => {
  beforeEach(giveLocks);

  it('is the same comment when it is sent from a new page, and its words typed anew are another', async () => {
    const before = renderApp(ADDRESS, { api: withComments(reader, [start]).cut(commentApi.create), viewer: reader });
    await before.user.type(await box(), 'Hello{Control>}{Enter}{/Control}');
    expect(await screen.findByText('Failed to add comment')).toBeVisible();
    const [lost] = before.api.calls(commentApi.create);
    before.unmount();
    autosavedFields.reset();
    const stored = (id: string) => sampleComment({ id, authorId: reader.id, content: 'Hello' });
    let next = stored('mine');
    const api = withComments(reader, [stored('mine'), start]).on(commentApi.create, () => next);
    const { user } = renderApp(ADDRESS, { api, viewer: reader });
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

  it('is another one where the same words answer somebody else', async () => {
    const api = withComments(reader, [start]).cut(commentApi.create);
    const { user } = renderApp(ADDRESS, { api, viewer: reader });
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

  it('is not shown to the next one while the record of that one cannot be read', async () => {
    const other = sampleUser({ id: 'other' });
    const api = withComments(reader, [start]);
    const { user, identity } = renderApp(ADDRESS, { api, viewer: reader });
    await user.type(await box(), 'Mine alone');
    act(() => identity.change(null));
    expect(await box()).toHaveValue('Mine alone');
    api.cut(userApi.current);

    act(() => identity.change({ uid: other.id, email: other.email }));

    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Your comment' })).not.toBeInTheDocument());
    expect(keptRecords()).toMatchObject([{ ownerId: reader.id, fields: { text: 'Mine alone' } }]);
    takeConsoleErrors();
  });

  it('is on screen again where its writer could not be signed out', async () => {
    const { user, identity } = renderApp(ADDRESS, { api: withComments(reader, [start]), viewer: reader });
    await user.type(await box(), 'Still here');
    identity.failNext('network-request-failed');

    await act(() => signOut().catch(() => undefined));

    await waitFor(async () => expect(await box()).toHaveValue('Still here'));
    takeConsoleErrors();
  });
});

describe('a comment in two tabs', () => {
  const OTHER = {
    ...{ id: 'other-tab', kind: 'fields', ownerId: reader.id, place: 'comment:post-1', state: 'open' as const },
    ...{ version: Date.now(), savedAtMs: Date.now() },
  };
  beforeEach(giveLocks);

  it('is not the text of the other one, and takes nothing of it away', async () => {
    localCopies.put({ ...OTHER, fields: { text: 'Of the other tab' } });
    locks.holdElsewhere('inkwell-autosave:other-tab');
    const { user, unmount } = renderApp(ADDRESS, { api: withComments(reader, [start]), viewer: reader });
    await screen.findByText('The start');

    expect(await box()).toHaveValue('');
    await user.type(await box(), 'Of this tab');
    unmount();

    expect(keptFields()).toHaveLength(2);
    expect(keptFields()).toEqual(expect.arrayContaining([{ text: 'Of the other tab' }, { text: 'Of this tab' }]));
  });

  it('is the newest one that was left, and the other one at the next visit', async () => {
    localCopies.put({ ...OTHER, fields: { text: 'Older' }, savedAtMs: OTHER.savedAtMs - 2 });
    localCopies.put({ ...OTHER, id: 'newer', fields: { text: 'Newer' }, savedAtMs: OTHER.savedAtMs - 1 });
    const api = withComments(reader, [start]).on(commentApi.create, ({ body }) =>
      sampleComment({ id: 'mine', authorId: reader.id, content: body.content }),
    );
    const { user, unmount } = renderApp(ADDRESS, { api, viewer: reader });
    await waitFor(async () => expect(await box()).toHaveValue('Newer'));

    await user.type(await box(), '!{Control>}{Enter}{/Control}');

    await waitFor(async () => expect(await box()).toHaveValue(''));
    expect(await box()).toHaveFocus();
    expect(api.calls(commentApi.create).map(({ body }) => body.content)).toEqual(['Newer!']);
    expect(keptFields()).toEqual([{ text: 'Older' }]);
    unmount();
    autosavedFields.reset();
    renderApp(ADDRESS, { api: withComments(reader, [start]), viewer: reader });
    await waitFor(async () => expect(await box()).toHaveValue('Older'));
  });

  it('keeps what is typed while another comment is on its way', async () => {
    let answer = () => {};
    const api = withComments(reader, [start]).on(commentApi.create, async ({ body }) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return sampleComment({ id: 'mine', authorId: reader.id, content: body.content });
    });
    const { user } = renderApp(ADDRESS, { api, viewer: reader });
    await user.type(await box(), 'Sent{Control>}{Enter}{/Control}');
    await waitFor(() => expect(api.calls(commentApi.create)).toHaveLength(1));
    await user.type(await box(), ' and more');

    await act(async () => answer());

    await waitFor(async () => expect(await box()).toHaveValue('and more'));
    expect(keptFields()).toEqual([{ text: 'and more' }]);
  });

  it('is not sent again by a key that is held down', async () => {
    const api = withComments(reader, [start]).hang(commentApi.create);
    const { user } = renderApp(ADDRESS, { api, viewer: reader });
    await user.type(await box(), 'Once');

    fireEvent.keyDown(await box(), { key: 'Enter', ctrlKey: true, repeat: true });
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));

    expect(api.calls(commentApi.create)).toEqual([]);
  });
});

describe('comments that are closed', () => {
  it('say so in the place of the composer, and to those who may confirm their address offer that', async () => {
    const api = withComments(reader, [start]).on(commentApi.access, () => ({ refused: 'verified' as const }));
    const { user, identity } = renderApp(ADDRESS, { api, viewer: reader });
    expect(await screen.findByText('Please confirm your e-mail address to comment.')).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Your comment' })).not.toBeInTheDocument();
    await screen.findByText('The start');
    expect(screen.queryByRole('button', { name: /^Reply/ })).not.toBeInTheDocument();

    await user.click(screen.getByRole('button', { name: 'Send the Link' }));

    expect(await screen.findByText('Check Your Email')).toBeVisible();
    expect(identity.calls).toEqual([['sendEmailConfirmation']]);
  });
});

describe('new comments', () => {
  it('are offered when the notifications are asked for, and nothing moves before somebody wants them', async () => {
    let listed = [start];
    let count = 6;
    const api = withComments(reader, [])
      .on(postApi.byId, () => samplePost({ commentsCount: count }))
      .on(commentApi.list, () => ({ items: listed, total: count, nextCursor: null }));
    const { user, client } = renderApp(ADDRESS, { api, viewer: reader });
    await screen.findByText('The start');
    listed = [sampleComment({ id: 'new', content: 'Fresh' }), start];
    count = 8;

    await act(() => client.invalidateQueries({ queryKey: ['notifications', 'list'] }));

    const button = await screen.findByRole('button', { name: '2 new comments' });
    expect(screen.queryByText('Fresh')).not.toBeInTheDocument();
    expect(api.calls(notificationApi.list).length).toBeGreaterThan(1);
    await user.click(button);
    expect(await screen.findByText('Fresh')).toBeInTheDocument();
    await waitFor(() => expect(entry('Fresh')).toHaveFocus());
    expect(screen.queryByRole('button', { name: /new comment/ })).not.toBeInTheDocument();
  });
});

describe('reporting', () => {
  const receipt = { receivedAt: '2026-01-16T10:00:00.000Z', keptUntil: '2026-07-15T10:00:00.000Z' };

  it('asks readers for the reason, and says that it was received', async () => {
    const api = withComments(reader, [own, start]).on(commentApi.report, () => receipt);
    const { user } = renderApp(ADDRESS, { api, viewer: reader });
    await screen.findByText('The start');
    expect(within(entry('My own words')).queryByRole('button', { name: /^Report/ })).not.toBeInTheDocument();
    const button = within(entry('Answer 1')).getByRole('button', { name: /^Report/ });
    await user.click(button);
    const dialog = await screen.findByRole('dialog', { name: 'Report Comment' });
    await user.click(within(dialog).getByRole('button', { name: 'Send Report' }));
    expect(await within(dialog).findByText('Please say what is wrong')).toBeVisible();

    await user.type(within(dialog).getByRole('textbox', { name: 'What is wrong with it?' }), 'Insults');
    await user.click(within(dialog).getByRole('button', { name: 'Send Report' }));

    expect(await within(dialog).findByText(/^Thank you\. Your report was received .* July 15, 2026\.$/)).toBeVisible();
    expect(api.calls(commentApi.report)[0]).toMatchObject({ params: { id: 'a1' }, body: { reason: 'Insults' } });
    await user.click(within(dialog).getAllByRole('button', { name: 'Close' })[1] as HTMLElement);
    await waitFor(() => expect(button).toHaveFocus());
    expect(button).toHaveTextContent('Reported');
  });

  it('takes reports of illegal content from visitors, with an address if they like', async () => {
    const api = withComments(null, [start]).on(commentApi.legalReport, () => receipt);
    const { user } = renderApp(ADDRESS, { api });
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

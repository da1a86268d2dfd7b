import '../components/review-sheet.tsx';
import { newsletterIssueApi } from '@inkwell/shared/newsletter-issues';
import { noteApi } from '@inkwell/shared/notes';
import { notificationApi } from '@inkwell/shared/notifications';
import { postApi, type StaffPost } from '@inkwell/shared/posts';
import { type Review, reviewApi } from '@inkwell/shared/reviews';
import { settingsApi } from '@inkwell/shared/settings';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  contentField,
  savedPost,
  staffApi,
  titleField,
  type,
  write,
  writeMarkdown,
  writerApi,
} from '../../../test/editor-page.ts';
import { leadsHome, renderPage } from '../../../test/render-app.tsx';
import { admin, contributor, moderator, sampleNote, samplePost, sampleReview } from '../../../test/samples.ts';

beforeEach(writeMarkdown);

async function open({ viewer = moderator, api = staffApi(), address = '/create-post' } = {}) {
  const app = renderPage(address, { viewer, api });
  await screen.findByRole('heading', { name: /Create New Post|Edit Post/ });
  const review = async (text?: string) => {
    if (text !== undefined) write('Tides', text);
    await app.user.click(screen.getByRole('button', { name: /^Review and/ }));
    return within(await screen.findByRole('dialog', { name: /^Review and/ }));
  };
  return { ...app, api, review };
}

describe('the review of a post before its publication', () => {
  it('shows the post in lists and as a link, and its problems', async () => {
    const { review } = await open();
    const sheet = await review('They write twice a day.');

    const card = within(sheet.getByRole('figure', { name: 'The card in lists' }));
    expect(card.getByText('Tides')).toBeVisible();
    expect(card.getByText('They write twice a day.')).toBeVisible();
    const link = within(sheet.getByRole('figure', { name: 'How a link to this post looks' }));
    expect(link.getByText(window.location.host)).toBeVisible();
    expect(sheet.getByText('No excerpt: lists show the beginning of the text.')).toBeVisible();
    expect(sheet.queryByText('Title is required')).toBeNull();
  });

  it('publishes with the switch off, and returns to the home page', async () => {
    const { user, api, router, review } = await open();
    const sheet = await review('They write twice a day.');

    await user.click(sheet.getByRole('button', { name: 'Publish Now' }));

    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(api.calls(postApi.create).map(({ body }) => body)).toMatchObject([{ title: 'Tides', isPublished: true }]);
  });

  it("schedules with the editor's time field, also with the switch on", async () => {
    const { user, api, review } = await open();
    write('Tides', 'They write twice a day.');
    await user.click(screen.getByRole('switch'));
    const sheet = await review();

    await user.click(sheet.getByRole('button', { name: 'Schedule' }));
    type(sheet.getByLabelText('Publish on'), '2126-05-01T09:00');
    expect(sheet.getByText(/^Will be published on .*May 1, 2126/)).toBeVisible();
    await user.click(sheet.getByRole('button', { name: 'Schedule Post' }));

    await waitFor(() => expect(api.calls(postApi.create)).toHaveLength(1));
    expect(api.calls(postApi.create)[0]?.body).toMatchObject({
      isPublished: false,
      publishAt: expect.stringMatching(/^2126-0[45]-/),
    });
  });

  it('names the errors that prevent a save, and moves to them', async () => {
    const { user, api, review } = await open();
    const sheet = await review();
    expect(sheet.getByText('Title is required')).toBeVisible();

    await user.click(sheet.getByRole('button', { name: 'Publish Now' }));

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(titleField()).toHaveFocus();
    expect(api.calls(postApi.create)).toEqual([]);
  });

  it('closes with Escape, and returns the focus', async () => {
    const { user, review } = await open();
    await review();

    await user.keyboard('{Escape}');

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('button', { name: 'Review and Publish' })).toHaveFocus();
  });

  it('saves changes of a published post', async () => {
    const api = staffApi()
      .on(postApi.byId, () => samplePost())
      .on(reviewApi.state, () => sampleReview({ state: 'published' }))
      .on(postApi.update, ({ body }) => savedPost(body));
    const { user, review } = await open({ api, address: '/create-post?edit=post-1' });
    type(await screen.findByDisplayValue('The quiet harbour'), 'The loud harbour');
    const sheet = await review();
    expect(sheet.getByText('Readers see your changes at once.')).toBeVisible();

    await user.click(sheet.getByRole('button', { name: 'Update Post' }));

    await waitFor(() => expect(api.calls(postApi.update)).toHaveLength(1));
    expect(api.calls(postApi.update)[0]?.body).toMatchObject({ title: 'The loud harbour', isPublished: true });
  });

  it('opens a newsletter issue with the post for admins who selected that', async () => {
    const { user, router, review } = await open({
      viewer: admin,
      api: writerApi(admin)
        .refuse(newsletterIssueApi.postText, 503)
        .refuse(newsletterIssueApi.audience, 503)
        .refuse(settingsApi.read, 503),
    });
    const sheet = await review('They write twice a day.');

    await user.click(sheet.getByRole('checkbox', { name: /^Write a newsletter issue next/ }));
    await user.click(sheet.getByRole('button', { name: 'Publish Now' }));

    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/newsletter/issue'));
    expect(router.state.location.search).toBe('?post=new-1');
  });

  it('returns to the home page with Publish Post, also after such a publication failed', {
    tags: 'thorough',
  }, async () => {
    const api = writerApi(admin).refuse(postApi.create, 503);
    const { user, router, review } = await open({ viewer: admin, api });
    const sheet = await review('They write twice a day.');
    await user.click(sheet.getByRole('checkbox', { name: /^Write a newsletter issue next/ }));
    await user.click(sheet.getByRole('button', { name: 'Publish Now' }));
    expect(await screen.findByText(/Failed to create post/)).toBeVisible();
    api.on(postApi.create, ({ body }) => savedPost(body));

    await user.click(screen.getByRole('button', { name: 'Publish Post' }));

    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });

  it("submits a contributor's post with a note, after saving it", async () => {
    let review = sampleReview();
    const api = writerApi(contributor)
      .on(reviewApi.state, () => review)
      .on(reviewApi.submit, () => {
        review = sampleReview({ state: 'in-review', since: '2026-01-15T10:00:00.000Z' });
        return review;
      });
    const { user, review: openReview } = await open({ viewer: contributor, api });
    write('Tides', 'The water comes.');
    const sheet = await openReview();
    expect(sheet.queryByText('Time')).toBeNull();

    await user.type(sheet.getByRole('textbox', { name: 'Note for staff (optional)' }), 'Too long?');
    await user.click(sheet.getByRole('button', { name: 'Submit for Review' }));

    await waitFor(() => expect(api.calls(reviewApi.submit).map(({ body }) => body)).toEqual([{ note: 'Too long?' }]));
    expect(api.calls(postApi.create)).toHaveLength(1);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

const SINCE = '2026-02-01T10:00:00.000Z';
const ada = { id: 'author-1', firstName: 'Ada', displayName: 'Ada Lovelace', email: null, profileImageUrl: null };
const mary = { ...ada, id: 'mod-2', firstName: 'Mary', displayName: 'Mary Shelley' };
const submitted = sampleReview({
  state: 'in-review',
  since: SINCE,
  submittedBy: ada,
  history: [{ id: 's1', step: 'submit', by: ada, at: SINCE, note: 'Is it too long?' }],
});
const post = (changes: Partial<StaffPost> = {}) =>
  samplePost({
    id: 'post-1',
    title: 'Harbour',
    content: 'Boats leave before the sun.',
    isPublished: false,
    ...changes,
  });

const server = (review: Review = submitted) =>
  staffApi()
    .on(postApi.byId, () => post({ inReviewSince: review.since }))
    .on(reviewApi.state, () => review);

async function openStored(api = server()) {
  const app = renderPage('/create-post?edit=post-1', { viewer: moderator, api });
  await screen.findByDisplayValue('Harbour');
  return app;
}
const strip = async () => within(await screen.findByRole('region', { name: 'Review' }));
const notes = async () => within(await screen.findByRole('region', { name: 'Notes' }));

describe('the review of a post in its editor', () => {
  it('says who submitted it with which note, can be taken, and shows its history', async () => {
    const taken = sampleReview({ ...submitted, takenBy: { ...ada, id: moderator.id, displayName: 'Me' } });
    const api = server().on(reviewApi.take, () => taken);
    const { user } = await openStored(api);

    expect((await strip()).getByRole('status')).toHaveTextContent(/Submitted by Ada Lovelace .*\. No reviewer yet\./);
    expect((await strip()).getAllByText(/Is it too long\?/)[0]).toBeVisible();
    await user.click((await strip()).getByRole('button', { name: 'Start Review' }));

    expect(await screen.findByText(/You review it\./)).toBeVisible();
    expect((await strip()).queryByRole('button', { name: 'Start Review' })).toBeNull();
    await user.click((await strip()).getByText('History of the review'));
    expect((await strip()).getByText(/Ada Lovelace submitted it for review/)).toBeVisible();
  });

  it('is returned with a note, which stays if that fails', { tags: 'thorough' }, async () => {
    const api = server().refuse(reviewApi.return, 503);
    const { user } = await openStored(api);
    await user.click((await strip()).getByRole('button', { name: 'Return...' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Return to Its Authors' }));
    await user.type(dialog.getByRole('textbox'), 'Shorter');

    await user.click(dialog.getByRole('button', { name: 'Return' }));
    expect(await screen.findByText(/Failed to return the post/)).toBeVisible();
    expect(dialog.getByRole('textbox')).toHaveValue('Shorter');
    api.on(reviewApi.return, () => sampleReview({ state: 'returned', since: SINCE }));
    await user.click(dialog.getByRole('button', { name: 'Return' }));

    expect(await screen.findByText(/Returned to its authors/)).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.calls(reviewApi.return).at(-1)?.body).toEqual({ note: 'Shorter' });
  });

  it('shows that somebody else was faster', { tags: 'thorough' }, async () => {
    const theirs = sampleReview({ ...submitted, takenBy: mary });
    const { user } = await openStored(server().refuse(reviewApi.take, 409, JSON.stringify(theirs)));

    await user.click((await strip()).getByRole('button', { name: 'Start Review' }));

    expect(await screen.findByText('Someone else has already started this review')).toBeVisible();
    expect((await strip()).getByRole('status')).toHaveTextContent('Mary Shelley reviews it.');
    expect(await screen.findByRole('dialog', { name: 'Mary Shelley is reviewing this post' })).toBeVisible();
  });

  it('asks a second person before they edit', { tags: 'thorough' }, async () => {
    const { user } = await openStored(server(sampleReview({ ...submitted, takenBy: mary })));
    const dialog = await screen.findByRole('dialog', { name: 'Mary Shelley is reviewing this post' });

    await user.click(within(dialog).getByRole('button', { name: 'Edit Anyway' }));

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(contentField()).toBeEnabled();
  });

  it('ends when staff publish it', { tags: 'thorough' }, async () => {
    const api = leadsHome(server()).on(postApi.update, ({ body }) => ({ ...savedPost(body), id: 'post-1' }));
    const { user } = await openStored(api);

    await user.click((await strip()).getByRole('button', { name: 'Publish' }));

    await waitFor(() => expect(api.calls(postApi.update)).toHaveLength(1));
    expect(api.calls(postApi.update)[0]?.body).toMatchObject({ isPublished: true });
  });

  it('is not mentioned on a post without one', { tags: 'thorough' }, async () => {
    await openStored(server(sampleReview()));

    await screen.findByText('No open notes');
    expect(screen.queryByRole('region', { name: 'Review' })).toBeNull();
  });
});

describe('the notes beside a post', () => {
  const quote = { text: 'Boats leave', before: '', after: ' before the sun.' };

  it('are on passages, and say when those are gone', { tags: 'thorough' }, async () => {
    const lost = { ...quote, text: 'gulls follow them', before: 'and all the ' };
    const api = server().on(noteApi.list, () => [
      sampleNote({ quote }),
      sampleNote({ id: 'note-2', text: 'Why gulls?', quote: lost }),
    ]);
    const { user } = await openStored(api);

    expect(await (await notes()).findByText('2 open notes')).toBeVisible();
    await user.click((await notes()).getByRole('button', { name: 'Boats leave' }));
    const area = contentField() as HTMLTextAreaElement;
    expect(area.value.slice(area.selectionStart, area.selectionEnd)).toBe('Boats leave');
    expect((await notes()).getByText(/This passage was removed/)).toHaveTextContent('gulls follow them');
    type(contentField(), 'Ships leave before the sun.');

    await waitFor(async () => expect((await notes()).getAllByText(/This passage was removed/)).toHaveLength(2));
  });

  it('are in the margin of the text if there is room, between the text and the settings', async () => {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(240);
    const lost = { ...quote, text: 'gulls follow them', before: 'and all the ' };
    const api = server().on(noteApi.list, () => [
      sampleNote({ id: 'note-2', text: 'Why gulls?', quote: lost }),
      sampleNote({ quote }),
    ]);
    await openStored(api);

    const beside = await screen.findByRole('region', { name: 'Notes beside the text' });
    const threads = within(beside).getAllByRole('listitem', { name: /^Note by/ });
    expect(threads[0]).toHaveTextContent('Which boats?');
    expect(threads[1]).toHaveTextContent(/This passage was removed: gulls follow them/);
    expect((await notes()).getByText('2 open notes, beside the text')).toBeVisible();
    expect((await notes()).queryByRole('listitem')).toBeNull();
    expect(contentField().compareDocumentPosition(beside)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    const settings = screen.getByRole('heading', { name: 'Post Settings' });
    expect(beside.compareDocumentPosition(settings)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('are written on the selected words, once, and keep the text if that fails', async () => {
    const api = server().refuse(noteApi.create, 503);
    const { user } = await openStored(api);
    (contentField() as HTMLTextAreaElement).setSelectionRange(0, 11);
    await user.click((await notes()).getByRole('button', { name: 'Note on the Selected Words' }));
    await user.type((await notes()).getByRole('textbox', { name: 'Note on the passage' }), 'Which?');

    await user.click((await notes()).getByRole('button', { name: 'Add Note' }));
    expect(await screen.findByText(/Failed to write the note/)).toBeVisible();
    expect((await notes()).getByRole('textbox', { name: 'Note on the passage' })).toHaveValue('Which?');
    api
      .on(noteApi.create, ({ body }) => sampleNote({ id: 'new', text: body.text, quote: body.quote ?? null }))
      .on(noteApi.list, () => [sampleNote({ id: 'new', text: 'Which?', quote })]);
    await user.click((await notes()).getByRole('button', { name: 'Add Note' }));

    expect(await (await notes()).findByText('Which?')).toBeVisible();
    expect((await notes()).getByRole('textbox', { name: 'Note on the whole post' })).toHaveValue('');
    const sent = api.calls(noteApi.create);
    expect(sent.map(({ body }) => body.quote?.text)).toEqual(['Boats leave', 'Boats leave']);
    expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  });

  it('are replied to, resolved and deleted by keyboard, and the focus stays in the list', {
    tags: 'thorough',
  }, async () => {
    const own = sampleNote({ id: 'note-2', text: 'Mine', authorId: moderator.id });
    let stored = [sampleNote(), own];
    const api = server()
      .on(noteApi.list, () => stored)
      .on(noteApi.create, ({ body }) => {
        const answer = sampleNote({ id: 'answer', text: body.text, parentId: body.parentId ?? null });
        stored = [...stored, answer];
        return answer;
      })
      .on(noteApi.change, ({ params }) => {
        stored = stored.map((note) =>
          note.id === params.noteId ? { ...note, resolvedAt: SINCE, resolvedBy: mary } : note,
        );
        return stored.find(({ id }) => id === params.noteId) ?? own;
      })
      .on(noteApi.remove, ({ params }) => {
        stored = stored.filter(({ id }) => id !== params.noteId);
      });
    const { user } = await openStored(api);
    const thread = async (n: number) =>
      within((await (await notes()).findAllByRole('listitem', { name: /^Note by/ }))[n] as HTMLElement);

    await user.click((await thread(0)).getByRole('button', { name: /^Answer the note/ }));
    expect((await thread(0)).getByRole('textbox', { name: 'Your answer' })).toHaveFocus();
    await user.keyboard('All of them{Control>}{Enter}{/Control}');
    expect(await (await thread(0)).findByText('All of them')).toBeVisible();
    await user.click((await thread(0)).getByRole('button', { name: /^Resolve/ }));
    expect(await (await notes()).findByText('1 resolved note')).toBeVisible();
    expect((await notes()).getByRole('heading', { name: 'Notes' })).toHaveFocus();
    await user.click((await thread(0)).getByRole('button', { name: /^Delete/ }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));

    await waitFor(async () => expect((await notes()).queryByText('Mine')).toBeNull());
    expect(api.calls(postApi.update)).toEqual([]);
  });

  it('say that they could not be loaded, and are loaded again', { tags: 'thorough' }, async () => {
    const api = server().refuse(noteApi.list, 503);
    const { user } = await openStored(api);
    const alert = await (await notes()).findByText(/The notes could not be loaded/);
    api.on(noteApi.list, () => [sampleNote()]);

    await user.click(within(alert).getByRole('button', { name: 'Try Again' }));

    expect(await (await notes()).findByText('Which boats?')).toBeVisible();
  });
});

describe('the list of posts to review', () => {
  it('shows since when each post waits and who has taken it, and lets staff take one', async () => {
    const waiting = (id: string, takenBy: typeof mary | null) => ({
      post: post({ id, title: `Post ${id}`, preview: 'What the post is about', inReviewSince: SINCE }),
      since: SINCE,
      submittedBy: ada,
      takenBy,
    });
    const api = staffApi()
      .on(notificationApi.list, () => [])
      .on(reviewApi.list, () => [waiting('a', null), waiting('b', mary)])
      .on(reviewApi.take, () => submitted);
    const { user } = renderPage('/admin/reviews', { viewer: moderator, api });

    const row = async (name: string) =>
      within((await screen.findByRole('heading', { name })).closest('li') as HTMLElement);
    expect((await row('Post a')).getByText('Unassigned')).toBeVisible();
    expect((await row('Post a')).getByText('What the post is about')).toBeVisible();
    expect((await row('Post a')).getByText(/Ada Lovelace submitted it/)).toBeVisible();
    expect((await row('Post b')).getByText('Reviewer: Mary Shelley')).toBeVisible();
    expect((await row('Post b')).queryByRole('button', { name: 'Start Review' })).toBeNull();
    await user.click((await row('Post a')).getByRole('button', { name: 'Start Review' }));

    expect(await screen.findByText('You are now reviewing this post')).toBeVisible();
    expect((await row('Post b')).getByRole('link', { name: 'Open' })).toHaveAttribute('href', '/create-post?edit=b');
  });

  it('is empty at first', async () => {
    renderPage('/admin/reviews', { viewer: moderator, api: staffApi() });

    expect(await screen.findByText('Nothing to review')).toBeVisible();
  });
});

import { type Activity, activityApi } from '@inkwell/shared/activity';
import { authorApi } from '@inkwell/shared/authors';
import { bulkActionApi } from '@inkwell/shared/bulk-actions';
import { categoryApi } from '@inkwell/shared/categories';
import { postApi } from '@inkwell/shared/posts';
import { seriesApi } from '@inkwell/shared/series';
import { tagApi } from '@inkwell/shared/tags';
import { userApi } from '@inkwell/shared/users';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { FakeApi, Handler } from '../../../test/fake-api.ts';
import { dialogNamed, textsOf } from '../../../test/parts.ts';
import { createFakeApi, renderApp, renderPage } from '../../../test/render-app.tsx';
import {
  moderator,
  sampleBulkRun,
  sampleCategory,
  samplePost,
  samplePostCard,
  sampleSeries,
  sampleTag,
  sampleUser,
} from '../../../test/samples.ts';
// Loaded first, so that no test waits for its code.
import './admin-page.tsx';
import './activity-page.tsx';

const admin = sampleUser({ id: 'admin-1', role: 'admin', displayName: 'Alma Admin', email: 'alma@inkwell.test' });

const grace = { id: 'grace', firstName: 'Grace', displayName: 'Grace Hopper', email: null, profileImageUrl: null };

describe('finding posts', () => {
  const posts = [samplePostCard({ id: 'post-1', title: 'Harbour' }), samplePostCard({ id: 'post-2', title: 'Lights' })];
  /** Opens the list; `change` sets further answers of the server. */
  function open(search = '', change: (api: FakeApi) => FakeApi = (api) => api) {
    const api = createFakeApi(moderator)
      .on(categoryApi.list, () => [sampleCategory({ id: 3, name: 'Travel' })])
      .on(postApi.authors, () => [grace, { ...grace, id: 'ada', displayName: 'Ada Lovelace' }])
      .on(postApi.adminList, ({ query }) =>
        posts.filter(({ title }) => !query.q || title.toLowerCase().includes(query.q)),
      );
    return renderPage(`/admin?tab=posts${search}`, { viewer: moderator, api: change(api) });
  }
  const asked = (api: FakeApi) => api.calls(postApi.adminList).at(-1)?.query;
  /** The checkbox of a post, once it is listed. */
  const choose = (title: string) => screen.findByRole('checkbox', { name: `Choose ${title}` });

  it('offers every author, found by name with the keyboard, including those without a listed post', {
    tags: 'thorough',
  }, async () => {
    const { api, user, router, refill } = open();
    const field = await screen.findByRole('combobox', { name: 'Author' });
    expect(api.calls(postApi.authors)).toEqual([]);

    await user.type(field, 'hop');
    expect(await screen.findByRole('option', { name: 'Grace Hopper' })).toBeInTheDocument();
    expect(screen.queryByRole('option', { name: 'Ada Lovelace' })).not.toBeInTheDocument();
    await user.keyboard('{Enter}');

    await waitFor(() => expect(asked(api)).toMatchObject({ authorId: 'grace' }));
    expect(router.state.location.search).toBe('?tab=posts&author=grace');
    expect(field).toHaveValue('Grace Hopper');
    await refill(field, 'any');
    await screen.findByRole('option', { name: 'Anybody' });
    await user.keyboard('{Enter}');
    await waitFor(() => expect(asked(api)).not.toHaveProperty('authorId'));
  });

  it('uses text and filters, shows the number of results, and keeps both in the address', async () => {
    const { api, user, router } = open();
    await screen.findByText('2 posts in total');

    await user.keyboard('/');
    const box = screen.getByRole('searchbox', { name: 'Title or text' });
    expect(box).toHaveFocus();
    await user.type(box, 'harb');
    expect(await screen.findByText('1 post found')).toBeVisible();
    await waitFor(() => expect(router.state.location.search).toBe('?tab=posts&q=harb'));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'draft');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Travel');
    await waitFor(() => expect(asked(api)).toMatchObject({ q: 'harb', status: 'draft', categoryId: 3 }));
    expect(screen.getByRole('combobox', { name: 'Author' })).toBeDisabled();
    expect(screen.getByText('At most 2 filters with a search.')).toBeVisible();

    await act(() => router.navigate(-3));
    await waitFor(() => expect(asked(api)).not.toHaveProperty('q'));
    expect(box).toHaveValue('');
    expect(await screen.findByRole('heading', { name: 'Lights' })).toBeVisible();
  });

  it('sorts the results of a search, on all its pages', { tags: 'thorough' }, async () => {
    const found = [3, 9, 5].map((views) => samplePostCard({ id: `p${views}`, title: `Harbour ${views}`, views }));
    const { api, user } = open('&q=harb', (server) =>
      server.on(postApi.adminList, ({ query }) =>
        query.cursor
          ? { items: found.slice(2), total: null, nextCursor: null }
          : { items: found.slice(0, 2), total: null, nextCursor: 'further' },
      ),
    );
    await screen.findByRole('heading', { name: 'Harbour 3' });
    const titles = () => textsOf(screen.getAllByRole('heading', { name: /^Harbour/ }));
    expect(titles()).toEqual(['Harbour 3', 'Harbour 9']);

    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Most viewed');

    await waitFor(() => expect(titles()).toEqual(['Harbour 9', 'Harbour 5', 'Harbour 3']));
    expect(asked(api)).toMatchObject({ cursor: 'further' });
    expect(asked(api)).not.toHaveProperty('sort');
  });

  it('puts the best matches of a search first, or the newest, and says when there are too many', async () => {
    const { api, user, router } = open('&q=harb', (server) =>
      server.on(postApi.adminList, () => ({ items: posts, total: 201, nextCursor: 'further' })),
    );
    const note = 'Too many results to sort by match, so the newest are first. Add a word.';
    expect(await screen.findByText(note)).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveDisplayValue('Best match');
    expect(asked(api)).not.toHaveProperty('sort');

    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Newest');

    await waitFor(() => expect(asked(api)).toMatchObject({ q: 'harb', sort: 'created' }));
    expect(router.state.location.search).toBe('?tab=posts&q=harb&sort=created');
    expect(screen.queryByText(note)).not.toBeInTheDocument();
    await user.clear(screen.getByRole('searchbox', { name: 'Title or text' }));
    await waitFor(() => expect(asked(api)).not.toHaveProperty('sort'));
    expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveDisplayValue('Newest');
  });

  it('has views in the address, and saves own ones under a name', async () => {
    const withTag = (server: FakeApi) =>
      server.on(tagApi.byIds, () => [{ ...sampleTag({ id: 'tea', name: 'Green Tea' }), askedId: 'tea' }]);
    const { api, user, router } = open('', withTag);
    const views = within(await screen.findByRole('navigation', { name: 'Views' }));
    expect(views.queryByRole('button', { name: 'Save View' })).not.toBeInTheDocument();

    await user.click(views.getByRole('link', { name: 'My Drafts' }));
    await waitFor(() => expect(asked(api)).toMatchObject({ status: 'draft', authorId: moderator.id }));
    expect(views.getByRole('link', { name: 'My Drafts' })).toHaveAttribute('aria-current', 'page');
    await user.click(views.getByRole('link', { name: 'No Picture' }));
    await waitFor(() => expect(asked(api)).toMatchObject({ picture: 'none' }));
    expect(asked(api)).not.toHaveProperty('status');
    await user.click(views.getByRole('link', { name: 'Due This Week' }));
    await waitFor(() => expect(asked(api)).toMatchObject({ dueBefore: expect.stringMatching(/Z$/) }));
    expect(router.state.location.search).toBe('?tab=posts&due=week');

    await act(() => router.navigate('/admin?tab=posts&tag=tea&language=de'));
    await waitFor(() => expect(asked(api)).toMatchObject({ tagId: 'tea', language: 'de' }));
    expect(await screen.findByDisplayValue('Green Tea')).toBeVisible();
    await user.click(views.getByRole('button', { name: 'Save View' }));
    await user.keyboard('my drafts');
    expect(views.getByText('A view has this name.')).toBeVisible();
    await user.clear(views.getByRole('textbox', { name: 'Name of the view' }));
    await user.keyboard('German tea{Enter}');
    expect(views.getByRole('link', { name: 'German tea' })).toHaveAttribute('aria-current', 'page');

    cleanup();
    const later = open('', withTag);
    await later.user.click(await screen.findByRole('link', { name: 'German tea' }));
    await waitFor(() => expect(later.router.state.location.search).toBe('?tab=posts&tag=tea&language=de'));
    await later.user.click(screen.getByRole('button', { name: 'Remove View' }));
    expect(screen.queryByRole('link', { name: 'German tea' })).not.toBeInTheDocument();
  });

  it('offers more filters behind a button', async () => {
    const { api, user } = open();

    await user.click(await screen.findByRole('button', { name: 'More Filters' }));

    await user.type(screen.getByRole('textbox', { name: 'Language' }), 'pt-BR{Enter}');
    await waitFor(() => expect(asked(api)).toMatchObject({ language: 'pt-BR' }));
    fireEvent.change(screen.getByLabelText('Created from'), { target: { value: '2026-11-02' } });
    await waitFor(() => expect(asked(api)).toMatchObject({ since: new Date('2026-11-02T00:00:00').toISOString() }));
    await user.type(screen.getByRole('searchbox', { name: 'Title or text' }), 'harb');
    await waitFor(() => expect(asked(api)).toMatchObject({ q: 'harb' }));
    expect(screen.getByRole('combobox', { name: 'Picture' })).toBeDisabled();
    expect(screen.getByRole('combobox', { name: 'Tag' })).toBeDisabled();
  });

  it('applies the filters in the address, and clears them', { tags: 'thorough' }, async () => {
    const { api, user, router } = open('&status=scheduled&category=3&author=ada&sort=views');
    await screen.findByText('2 posts found');
    expect(asked(api)).toMatchObject({ status: 'scheduled', categoryId: 3, authorId: 'ada', sort: 'views' });

    await user.click(screen.getByRole('button', { name: 'Clear filters' }));

    expect(await screen.findByText('2 posts in total')).toBeVisible();
    expect(router.state.location.search).toBe('?tab=posts');
  });

  it('distinguishes no result from no result so far', { tags: 'thorough' }, async () => {
    const { api, user } = open('&q=nowhere');
    expect(await screen.findByText('No posts found')).toBeVisible();
    expect(screen.queryByText('No Posts Yet')).not.toBeInTheDocument();

    api.on(postApi.adminList, ({ query }) =>
      query.cursor
        ? { items: posts.slice(0, 1), total: null, nextCursor: null }
        : { items: [], total: null, nextCursor: 'further' },
    );
    await user.type(screen.getByRole('searchbox', { name: 'Title or text' }), ' else');
    expect(await screen.findByText('No match so far. Load More continues the search.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Load More' }));

    expect(await screen.findByRole('heading', { name: 'Harbour' })).toBeVisible();
  });

  it('acts on all selected posts after a question, and keeps failed ones selected with the reason', async () => {
    const failures = [{ id: 'post-2', message: 'Somebody Else Was Faster' }];
    const moved = sampleBulkRun({ action: 'category', total: 2, changed: 1, failures });
    const { api, user } = open('', (server) => server.on(bulkActionApi.begin, () => moved));
    const [first, second] = [await choose('Harbour'), await choose('Lights')];

    await user.type(screen.getByRole('searchbox', { name: 'Title or text' }), '{ArrowDown}');
    expect(first).toHaveFocus();
    await user.keyboard(' {ArrowDown} ');
    const bar = within(screen.getByRole('region', { name: 'Selected posts' }));
    expect(bar.getByText('2 posts selected')).toBeVisible();
    await user.click(bar.getByRole('button', { name: 'Category' }));
    const dialog = await dialogNamed('Change Category');
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Category' }), 'Travel');
    expect(api.calls(bulkActionApi.begin)).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Move' }));

    expect(await screen.findByText('1 post moved, 1 post failed.')).toBeVisible();
    const body = { action: 'category', ids: ['post-1', 'post-2'], categoryId: 3 };
    expect(api.calls(bulkActionApi.begin)[0]?.body).toEqual(body);
    expect(screen.getByText('Failed: Somebody Else Was Faster')).toBeVisible();
    expect(first).not.toBeChecked();
    expect(second).toBeChecked();
    expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible();
  });

  it('tags all posts in four clicks', async () => {
    const { api, user } = open('', (server) =>
      server
        .on(postApi.adminList, () => ({ items: posts, total: 59, nextCursor: 'further' }))
        .on(tagApi.adminList, () => [sampleTag({ name: 'Green Tea' })])
        .on(bulkActionApi.begin, () => sampleBulkRun({ action: 'tags', total: 59 })),
    );

    await user.click(await screen.findByRole('button', { name: 'Select All' }));
    await user.click(screen.getByRole('button', { name: 'Select All 59 Matching' }));
    await user.click(screen.getByRole('button', { name: 'Tags' }));
    const dialog = await dialogNamed('Change Tags');
    await waitFor(() => expect(dialog.getByRole('combobox', { name: 'Add' })).toHaveFocus());
    await user.keyboard('Green Tea');
    await user.click(dialog.getByRole('button', { name: 'Change Tags' }));

    expect(await screen.findByText('59 posts changed successfully!')).toBeVisible();
    const body = { action: 'tags', add: ['Green Tea'], remove: [], filter: {}, count: 59 };
    expect(api.calls(bulkActionApi.begin)[0]?.body).toEqual(body);
  });

  it('sends the selected author, series or feature, and says what is missing', async () => {
    const letters = sampleSeries({ id: 'letters', name: 'Letters' });
    const { api, user } = open('', (server) =>
      server
        .on(seriesApi.adminList, () => [letters])
        .on(seriesApi.byId, () => letters)
        .on(bulkActionApi.begin, ({ body: { action } }) => sampleBulkRun({ action, total: 1 })),
    );
    const begin = async (label: string, title: string) => {
      await user.click(await choose('Harbour'));
      await user.click(screen.getByRole('button', { name: label }));
      return dialogNamed(title);
    };
    const sent = async (fields: object) => {
      await waitFor(() => expect(api.calls(bulkActionApi.begin).at(-1)?.body).toEqual({ ids: ['post-1'], ...fields }));
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    };

    let dialog = await begin('Author', 'Change Author');
    await user.click(dialog.getByRole('button', { name: 'Change Author' }));
    expect(dialog.getByText('Choose an author.')).toBeVisible();
    await dialog.findByRole('option', { name: 'Grace Hopper' });
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Author' }), 'Grace Hopper');
    await user.click(dialog.getByRole('button', { name: 'Change Author' }));
    await sent({ action: 'authors', authorIds: ['grace'] });

    dialog = await begin('Series', 'Change Series');
    await user.click(dialog.getByRole('combobox', { name: 'Series' }));
    await user.click(await screen.findByRole('option', { name: 'Letters' }));
    await user.click(dialog.getByRole('button', { name: 'Change Series' }));
    await sent({ action: 'series', seriesId: 'letters' });

    dialog = await begin('Featured', 'Feature Posts');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await sent({ action: 'featured', isFeatured: true });
  });

  it('selects and deselects all posts between two with Shift', { tags: 'thorough' }, async () => {
    const many = Array.from({ length: 6 }, (_, n) => samplePostCard({ id: `p${n}`, title: `Post ${n}` }));
    const { user } = open('', (server) => server.on(postApi.adminList, () => many));
    await screen.findByRole('heading', { name: 'Post 0' });
    const box = (n: number) => screen.getByRole('checkbox', { name: `Choose Post ${n}` });
    const withShift = async (n: number) => {
      await user.keyboard('{Shift>}');
      await user.click(box(n));
      await user.keyboard('{/Shift}');
    };
    const chosen = () => many.flatMap((_, n) => ((box(n) as HTMLInputElement).checked ? [n] : []));

    await user.click(box(4));
    await withShift(1);
    expect(chosen()).toEqual([1, 2, 3, 4]);
    await withShift(3);
    expect(chosen()).toEqual([4]);
    await user.click(box(0));

    expect(chosen()).toEqual([0, 4]);
  });

  it('undoes a bulk action from its toast or by Ctrl+Z, and reports changes since', {
    tags: 'thorough',
  }, async () => {
    const moved = sampleBulkRun({ action: 'category', total: 2 });
    const left = (changed: number) => ({ ...moved, isUndo: true, changed, failed: 2 - changed });
    const { api, user, answer } = open('', (server) =>
      server.on(bulkActionApi.begin, () => moved).on(bulkActionApi.changeRun, () => left(1)),
    );
    const move = async () => {
      await user.click(await screen.findByRole('button', { name: 'Select All' }));
      await user.click(screen.getByRole('button', { name: 'Category' }));
      await answer('Change Category', 'Move');
      expect(await screen.findByText('2 posts moved successfully!')).toBeVisible();
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    };
    await move();

    await user.click(screen.getByRole('button', { name: 'Undo' }));

    expect(await screen.findByText('1 post is as before. 1 post was changed since and left alone.')).toBeVisible();
    await move();
    api.on(bulkActionApi.changeRun, () => left(0));
    await user.keyboard('{Control>}z{/Control}');
    expect(await screen.findByText('Not Undone')).toBeVisible();
  });

  it('undoes a publication and restores its schedule, unless somebody has changed the post since', {
    tags: 'thorough',
  }, async () => {
    const publishAt = '2099-01-01T00:00:00.000Z';
    const planned = { id: 'post-3', isPublished: false, status: 'scheduled', publishAt } as const;
    const updatedAt = '2026-03-01T00:00:00.000Z';
    const { api, user } = open('', (server) =>
      server
        .on(postApi.adminList, () => [samplePostCard(planned)])
        .on(postApi.update, () => samplePost({ id: 'post-3', updatedAt, isPublished: true, publishAt: null })),
    );
    const publish = async () => {
      await user.click(await screen.findByRole('button', { name: 'Publish' }));
      await screen.findByText('Post published successfully!');
    };
    await publish();
    api.on(postApi.update, () => samplePost(planned));

    await user.click(screen.getByRole('button', { name: 'Undo' }));

    expect(await screen.findByText('The post is scheduled again.')).toBeVisible();
    expect(api.calls(postApi.update)[1]).toMatchObject({
      params: { id: 'post-3' },
      body: { isPublished: false, publishAt, baseUpdatedAt: updatedAt, undo: true },
    });
    api.on(postApi.update, () => samplePost({ id: 'post-3', updatedAt, isPublished: true }));
    await publish();
    api.refuse(postApi.update, 'conflict');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Somebody has changed the post since. It stays as it is.')).toBeVisible();
  });
});

describe('finding users', () => {
  it('uses text, filters and order', async () => {
    const people = [1, 2, 3, 4, 5, 6, 7].map((n) => sampleUser({ id: `user-${n}`, displayName: `User ${n}` }));
    const api = createFakeApi(admin).on(userApi.list, () => [admin, ...people]);
    const { user, router } = renderPage('/admin?tab=users', { viewer: admin, api });
    await screen.findByText('8 users in total');

    await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'Moderator');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Presence' }), 'Offline');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Name');

    const query = { role: 'moderator', online: false, sort: 'name' };
    await waitFor(() => expect(api.calls(userApi.list).at(-1)?.query).toMatchObject(query));
    await user.type(screen.getByRole('searchbox', { name: 'Name or email address' }), 'alma{Enter}');
    await waitFor(() =>
      expect(router.state.location.search).toBe('?tab=users&role=moderator&online=false&sort=name&q=alma'),
    );
    expect(screen.getByRole('combobox', { name: 'Blocked' })).toBeDisabled();
  });
});

describe('the activity page', () => {
  const actor = { id: 'mod-1', displayName: 'Max', firstName: 'Max', email: null, profileImageUrl: null };
  const entry = (fields: Partial<Activity>): Activity => ({
    id: 'a1',
    at: '2026-11-21T10:00:00.000Z',
    actor,
    actorId: 'mod-1',
    onBehalfOf: null,
    action: 'post.edit',
    target: { kind: 'posts', id: 'post-1', name: 'Harbour' },
    before: { title: 'Port', isPublished: true },
    after: { title: 'Harbour', isPublished: true },
    run: null,
    ...fields,
  });
  const nobody = { actor: null, actorId: 'scheduler', onBehalfOf: actor };
  const ada = { kind: 'users', id: 'ada', name: 'Ada' };
  const acts = [
    entry({}),
    entry({ id: 'a2', ...nobody, action: 'post.publish', before: null, after: null }),
    entry({ id: 'a3', action: 'user.praise', target: ada, before: null, after: { role: 'moderator' } }),
  ];
  /** Opens the page over these actions. */
  const open = (list: Handler<typeof activityApi.list>, search = '') =>
    renderPage(`/admin/activity${search}`, { viewer: admin, api: createFakeApi(admin).on(activityApi.list, list) });

  it('is linked from the navigation and shows who did what, with old and new values', async () => {
    const api = createFakeApi(admin).on(activityApi.list, () => acts);
    const { user } = renderApp('/admin', { viewer: admin, api });

    await user.click(await screen.findByRole('link', { name: 'Activity' }));

    expect(await screen.findByRole('heading', { name: 'Activity', level: 1 })).toBeVisible();
    expect(await screen.findByText('3 actions in total')).toBeVisible();
    const [edited, published, praised] = screen.getAllByRole('listitem').filter((item) => item.closest('ol'));
    expect(edited).toHaveTextContent('Max edited the post Harbour');
    expect(edited).not.toHaveTextContent('Port');
    await user.click(within(edited as HTMLElement).getByRole('button', { name: 'Fields' }));
    expect(edited).toHaveTextContent('TitlePort →is now Harbour');
    expect(edited).not.toHaveTextContent('Is published');
    expect(published).toHaveTextContent('The schedule published the post Harbour');
    expect(published).toHaveTextContent('On behalf of Max');
    expect(praised).toHaveTextContent('Max user.praise Ada');
  });

  it('names tags, authors, series and categories, and formats times', async () => {
    const author = (id: string, name: string) => ({ askedId: id, id, name, isGuest: false, profileImageUrl: null });
    const before = { tagIds: [], authorIds: ['ada'], seriesId: null, categoryId: 1, publishAt: null };
    const changed = { tagIds: ['tea', 'gone'], authorIds: ['grace', 'ada'], categoryId: 9 };
    const after = { ...before, ...changed, publishAt: '2026-11-25T10:05:00.000Z' };
    const { api, user } = open(() => [entry({ before, after })]);
    api
      .on(tagApi.byIds, () => [{ ...sampleTag({ id: 'tea', name: 'Green Tea' }), askedId: 'tea' }])
      .on(authorApi.named, () => [author('ada', 'Ada'), author('grace', 'Grace')])
      .on(categoryApi.byId, ({ params }) => sampleCategory({ id: Number(params.id), name: `Category ${params.id}` }));

    await user.click(await screen.findByRole('button', { name: 'Fields' }));

    expect(await screen.findByText('Green Tea, a deleted tag')).toBeVisible();
    expect(await screen.findByText('Grace, Ada')).toBeVisible();
    expect(await screen.findByText('Category 9')).toBeVisible();
    expect(screen.getByText(/^November 25, 2026, \d/)).toBeVisible();
    expect(screen.queryByText('Series', { selector: 'dt' })).not.toBeInTheDocument();
  });

  it('shows a bulk action as one line, with its list behind it', async () => {
    const run = { id: 'run-1', count: 59 };
    const second = entry({ id: 'a2', target: { kind: 'posts', id: 'p2', name: 'Lights' } });
    const { api, user } = open(({ query }) =>
      query.runId
        ? { items: [entry({}), second], total: 59, nextCursor: 'further' }
        : [entry({ id: 'run-1', run }), entry({ id: 'a9', action: 'post.create' })],
    );

    const line = (await screen.findByText(/edited 59 posts/)).closest('li') as HTMLElement;
    expect(line).toHaveTextContent('Max edited 59 posts');
    expect(api.calls(activityApi.list)).toHaveLength(1);

    await user.click(within(line).getByRole('button', { name: 'Posts' }));

    expect(await within(line).findByText('2 of 59 actions')).toBeVisible();
    const rows = within(line).getAllByRole('listitem');
    expect(textsOf(rows)).toEqual([
      expect.stringContaining('Max edited the post Harbour'),
      expect.stringContaining('Max edited the post Lights'),
    ]);
    expect(api.calls(activityApi.list).at(-1)?.query).toMatchObject({ runId: 'run-1' });
    await user.click(within(rows[0] as HTMLElement).getByRole('button', { name: 'Fields' }));
    expect(rows[0]).toHaveTextContent('TitlePort →is now Harbour');
  });

  it("lists actions by day, in the reader's time zone", async () => {
    const at = (daysAgo: number, hour: number) => {
      const day = new Date();
      day.setDate(day.getDate() - daysAgo);
      day.setHours(hour, 5, 0, 0);
      return day.toISOString();
    };
    open(() =>
      [at(0, 0), at(1, 23), at(1, 0), '2020-02-03T12:00:00.000Z'].map((when, n) => entry({ id: `a${n}`, at: when })),
    );

    const days = await screen.findAllByRole('region', { name: /^(Today|Yesterday|February 3, 2020)$/ });
    expect(days.map((day) => within(day).getAllByRole('listitem').length)).toEqual([1, 2, 1]);
    expect(within(days[1] as HTMLElement).getByText('11:05 PM')).toBeVisible();
  });

  it('filters by person, target, action and days', async () => {
    const { api, user, router } = open(() => acts, '?since=2026-11-20&until=2026-11-21');
    api.on(activityApi.people, () => [
      { actor, actorId: 'mod-1' },
      { actor: null, actorId: 'scheduler' },
    ]);

    await user.click((await screen.findAllByRole('button', { name: 'Fields' }))[0] as HTMLElement);
    await user.click(screen.getByRole('button', { name: 'Only on Harbour' }));
    await user.type(screen.getByRole('combobox', { name: 'Person' }), 'ma');
    expect(screen.queryByRole('option', { name: 'The schedule' })).not.toBeInTheDocument();
    await user.click(await screen.findByRole('option', { name: 'Max' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Action' }), 'Post edited');

    await waitFor(() =>
      expect(api.calls(activityApi.list).at(-1)?.query).toMatchObject({
        actorId: 'mod-1',
        targetId: 'post-1',
        action: 'post.edit',
        since: new Date('2026-11-20T00:00:00').toISOString(),
        until: new Date('2026-11-22T00:00:00').toISOString(),
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(router.state.location.search).toBe('');
  });
});

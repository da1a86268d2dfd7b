import { categoryApi } from '@inkwell/shared/categories';
import { draftApi } from '@inkwell/shared/drafts';
import { postApi, type StaffPost } from '@inkwell/shared/posts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LATE_MS } from '../../../lib/tell-if-late.ts';
import {
  contentField,
  keptRecords,
  offers,
  openEditor,
  openPost,
  openPostDialog,
  restoreDraft,
  STORED,
  savedPost,
  staffApi,
  submitButton,
  titleField,
  type,
  write,
  writeMarkdown,
} from '../../../test/editor-page.ts';
import { Refusal } from '../../../test/fake-api.ts';
import { FakeDrafts } from '../../../test/fake-drafts.ts';
import { renderApp, renderPage } from '../../../test/render-app.tsx';
import { moderator, sampleCategory, samplePost, samplePostCard } from '../../../test/samples.ts';
import { settled } from '../../../test/settled.ts';
import { categoryQueries } from '../../categories/api/queries.ts';
import { postQueries } from '../../posts/api/queries.ts';

beforeEach(writeMarkdown);

const UPDATED = '2026-02-01T00:00:00.000Z';

/** A server that answers saves on the test's command. */
function heldSaves() {
  const waiting: { answer: () => void; refuse: (refusal: Refusal) => void }[] = [];
  const hold = (post: StaffPost) =>
    new Promise<StaffPost>((resolve, reject) => waiting.push({ answer: () => resolve(post), refuse: reject }));
  const api = staffApi()
    .on(postApi.create, ({ body }) => hold({ ...savedPost(body), updatedAt: UPDATED }))
    .on(postApi.update, ({ params, body }) => hold({ ...savedPost(body), id: params.id, updatedAt: UPDATED }));
  const next = async (settle: (save: (typeof waiting)[number]) => void) => {
    await waitFor(() => expect(waiting).not.toHaveLength(0));
    const save = waiting.shift();
    await settled(() => save && settle(save));
  };
  return { api, next };
}

const publishing = () => screen.getByRole('switch', { name: 'Publish immediately' });
const KEPT = /Your post was saved without your latest changes/;

describe('text typed during a save', () => {
  async function typeOn({ isPublished = false } = {}) {
    const { api, next } = heldSaves();
    const app = await openEditor(api);
    write('Title', 'First');
    if (isPublished) await app.user.click(publishing());
    await app.user.click(submitButton());
    await screen.findByRole('button', { name: 'Publishing...' });
    type(contentField(), 'First and second');
    api.on(postApi.byId, () => samplePost({ id: 'new-1', title: 'Title', content: 'First', updatedAt: UPDATED }));
    return { ...app, next };
  }

  it('is kept and announced, and the next save stores it in the same post', { tags: 'thorough' }, async () => {
    const { api, next, user, router } = await typeOn();

    await next((save) => save.answer());

    expect(await screen.findByText('Post created successfully!')).toBeVisible();
    expect(screen.getByText(KEPT)).toBeVisible();
    expect(contentField()).toHaveValue('First and second');
    await waitFor(() => expect(router.state.location.search).toBe('?edit=new-1'));
    expect(screen.getByRole('heading', { name: 'Edit Post' })).toBeVisible();
    expect(contentField()).toHaveValue('First and second');

    await user.click(screen.getByRole('button', { name: 'Update Post' }));
    await next((save) => save.answer());

    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(api.calls(postApi.create)).toHaveLength(1);
    expect(api.calls(postApi.update).map(({ params, body }) => [params.id, body.content, body.baseUpdatedAt])).toEqual([
      ['new-1', 'First and second', UPDATED],
    ]);
  });

  it('is saved without a conflict after the publication was undone', { tags: 'thorough' }, async () => {
    const { api, next, user } = await typeOn({ isPublished: true });
    await next((save) => save.answer());
    const undone = '2026-02-01T00:00:05.000Z';
    api.on(postApi.update, ({ params, body }) => {
      if (body.baseUpdatedAt !== (body.undo ? UPDATED : undone)) throw new Refusal('conflict');
      return { ...savedPost(body), id: params.id, status: 'draft' as const, isPublished: false, updatedAt: undone };
    });

    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText('The post is a draft again.');
    expect(publishing()).not.toBeChecked();
    expect(contentField()).toHaveValue('First and second');
    await user.click(screen.getByRole('button', { name: 'Update Post' }));

    expect(await screen.findByText('Post updated successfully!')).toBeVisible();
    expect(api.calls(postApi.update).at(-1)?.body).toMatchObject({
      content: 'First and second',
      isPublished: false,
      baseUpdatedAt: undone,
    });
  });

  it('is a draft of the saved post that is offered after a reload', { tags: 'thorough' }, async () => {
    const first = await typeOn();
    await first.next((save) => save.answer());
    await waitFor(() => expect(first.router.state.location.search).toBe('?edit=new-1'));
    await screen.findByText(/^Draft saved in this browser/);
    first.unmount();

    const { user } = await openPost(first.api, 'new-1');
    await restoreDraft(user, 'First and second');
  });

  it('becomes a new post if the editor is reopened', { tags: 'thorough' }, async () => {
    const { next, user, router } = await typeOn();
    await next((save) => save.answer());
    await waitFor(() => expect(router.state.location.search).toBe('?edit=new-1'));

    await act(() => router.navigate('/create-post'));
    await user.click(await screen.findByRole('button', { name: 'Leave' }));

    expect(await screen.findByRole('heading', { name: 'Create New Post' })).toBeVisible();
    expect(contentField()).toHaveValue('');
  });
});

describe('a save that hangs', () => {
  it('shows a warning after 10 s', { tags: 'thorough' }, async () => {
    const { api } = heldSaves();
    const { user } = await openEditor(api);
    write('Title', 'First');
    const later = vi.spyOn(window, 'setTimeout');
    await user.click(submitButton());
    await waitFor(() => expect(api.calls(postApi.create)).toHaveLength(1));

    const [say, , ...words] = later.mock.calls.find(([, ms]) => ms === LATE_MS) ?? [];
    act(() => (say as (...given: unknown[]) => void)(...words));

    expect(await screen.findByText('Still Saving')).toBeVisible();
  });
});

describe('the keyboard', () => {
  it('moves from the title to the text with Enter, without publishing', { tags: 'thorough' }, async () => {
    const { user, api } = await openEditor();
    type(contentField(), 'Text');

    await user.type(titleField(), 'Title{Enter}');

    expect(contentField()).toHaveFocus();
    publishing().focus();
    await user.keyboard('{Enter}');
    expect(api.calls(postApi.create)).toEqual([]);
  });

  it('saves from its menu, and stays', async () => {
    const { user, api, router } = await openEditor();
    write('Title', 'Text');

    await user.click(screen.getByRole('button', { name: 'More ways to save' }));
    await user.click(screen.getByRole('menuitem', { name: /^Save and Keep Editing/ }));

    expect(await screen.findByText('Post created successfully!')).toBeVisible();
    expect(router.state.location.pathname).toBe('/create-post');
    expect(contentField()).toHaveValue('Text');
    expect(api.calls(postApi.create)).toHaveLength(1);
  });
});

describe('a saved edit', () => {
  it('reloads the post and the categories, although its dialog closes at once', { tags: 'thorough' }, async () => {
    const { user, client, api } = await openPostDialog();
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Post' }));
    type(await dialog.findByRole('textbox', { name: /^Title/ }), 'Changed');
    await waitFor(() => expect(api.calls(categoryApi.list)).toHaveLength(1));
    const renamed = [sampleCategory({ name: 'Renamed' })];
    api.on(categoryApi.list, () => renamed).on(postApi.byId, () => ({ ...STORED, title: 'As stored' }));

    await user.click(dialog.getByRole('button', { name: 'Update Post' }));

    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(client.getQueryData(categoryQueries.list().queryKey)).toEqual(renamed));
    expect(client.getQueryData(postQueries.byId('post-1').queryKey)?.title).toBe('As stored');
  });
});

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

const fullPage = () => screen.getByRole('button', { name: 'Full page' });
const settings = () => screen.getByRole('button', { name: 'Settings' });

describe('the bar of the post editor', () => {
  it('says what the next action will do', async () => {
    const { user } = await openEditor();
    expect(submitButton()).toHaveAccessibleDescription('Off: saved as a draft');

    await user.click(screen.getByRole('button', { name: 'Schedule' }));
    expect(publishing()).toHaveAccessibleDescription(/^Will be published on /);

    await user.click(publishing());
    expect(submitButton()).toHaveAccessibleDescription('On: everybody can read it');
    expect(screen.getByText('Published')).toBeVisible();
  });

  it('keeps title, text and buttons on the full page until Escape', async () => {
    const { user } = await openEditor();
    type(titleField(), 'Tides');

    await user.click(fullPage());

    expect(fullPage()).toHaveAttribute('aria-pressed', 'true');
    expect(contentField()).toHaveFocus();
    const form = within(screen.getByRole('form', { name: 'New post' }));
    expect(form.getByRole('textbox', { name: 'Title' })).toHaveValue('Tides');
    expect(form.getByRole('button', { name: 'Publish Post' })).toBeVisible();
    await user.keyboard('{Escape}');
    expect(fullPage()).toHaveAttribute('aria-pressed', 'false');
  });

  it('closes the menu of the dialog with the first Escape', { tags: 'thorough' }, async () => {
    const { user } = await openPostDialog();
    await user.click(await screen.findByRole('button', { name: 'More ways to save' }));

    await user.keyboard('{Escape}');

    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
    expect(screen.getByRole('dialog', { name: 'Edit Post' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'More ways to save' })).toHaveFocus();
  });

  it("leaves the dialog's full-page mode with the first Escape and the dialog with the second", {
    tags: 'thorough',
  }, async () => {
    const { user } = await openPostDialog();
    await user.click(await screen.findByRole('button', { name: 'Full page' }));

    await user.keyboard('{Escape}');
    expect(screen.getByRole('dialog', { name: 'Edit Post' })).toBeVisible();
    expect(fullPage()).toHaveAttribute('aria-pressed', 'false');
    await user.keyboard('{Escape}');

    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});

describe('the title', () => {
  it('joins pasted lines into one', { tags: 'thorough' }, async () => {
    await openEditor();

    type(titleField(), 'Tides\nand moons');

    expect(titleField()).toHaveValue('Tides and moons');
  });
});

describe('the settings beside the text', () => {
  it('stay folded, but show a field with an error', { tags: 'thorough' }, async () => {
    const first = await openEditor();
    await first.user.click(settings());
    expect(screen.queryByRole('combobox', { name: 'Category' })).not.toBeInTheDocument();
    first.unmount();

    const { user } = await openEditor();
    expect(settings()).toHaveAttribute('aria-expanded', 'false');
    await user.click(settings());
    type(screen.getByRole('textbox', { name: 'Excerpt' }), 'x'.repeat(501));
    write('Title', 'Text');
    await user.click(settings());
    await user.click(submitButton());

    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Excerpt' })).toHaveFocus());
    act(() => titleField().focus());
  });
});

const TEXT = 'A long text that was typed in an hour';

function serverOfDrafts(api = staffApi()) {
  const drafts = new FakeDrafts().answer(api);
  const copies = () =>
    [...drafts.discarded.values()].filter(({ reason }) => reason === 'emptied').map(({ content }) => content);
  return { api, drafts, copies };
}

/** Copies that the server does not have yet. */
const copiesHere = () =>
  keptRecords()
    .filter(({ state, fields }) => state === 'discarded' && fields.reason === 'emptied')
    .map(({ fields }) => fields.form.content);

describe('a copy of an emptied text', { tags: 'thorough' }, () => {
  it('is a discarded draft, from which the text can be restored', async () => {
    const { api, copies } = serverOfDrafts();
    const first = await openEditor(api);
    write('A title', TEXT);
    type(contentField(), 'x');
    await waitFor(() => expect(copies()).toEqual([TEXT]));
    await waitFor(() => expect(copiesHere()).toEqual([]));
    expect(offers()).toEqual([]);
    first.unmount();

    const { user } = renderPage('/drafts', { viewer: moderator, api });
    await user.click(await screen.findByRole('button', { name: 'Restore “A title”' }));
    await waitFor(() => expect(copies()).toEqual([]));
    const rows = () => screen.getAllByRole('listitem', { name: 'Draft “A title”' });
    await waitFor(() => expect(rows()).toHaveLength(2));
    const back = rows().find((row) => within(row).queryByText(TEXT)) as HTMLElement;
    await user.click(within(back).getByRole('link', { name: 'Open “A title”' }));

    await waitFor(() => expect(contentField()).toHaveValue(TEXT));
  });

  it('is stored in the browser until the server has it, even if the tab is killed', async () => {
    const first = await openEditor(staffApi().cut(draftApi.discard).cut(draftApi.put));
    type(contentField(), TEXT);
    type(contentField(), '');
    await waitFor(() => expect(copiesHere()).toEqual([TEXT]));
    first.unmount();

    const { api, copies } = serverOfDrafts();
    await openEditor(api);
    await waitFor(() => expect(copies()).toEqual([TEXT]));
    await waitFor(() => expect(keptRecords()).toEqual([]));
    expect(offers()).toEqual([]);
  });

  it('does not prevent a save if the server cannot be reached', async () => {
    const { user, router } = await openEditor(staffApi().refuse(draftApi.discard, 500));
    write('A title', TEXT);
    type(contentField(), 'Another');

    await user.click(submitButton());

    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });
});

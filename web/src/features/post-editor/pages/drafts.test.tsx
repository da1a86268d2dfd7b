import { draftApi } from '@inkwell/shared/drafts';
import { editingApi } from '@inkwell/shared/editing';
import { postApi } from '@inkwell/shared/posts';
import { userApi } from '@inkwell/shared/users';
import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetToasts } from '../../../lib/toast.ts';
import {
  contentField,
  DRAFT_KEPT,
  editApi,
  hidePage,
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
  typeAndHide,
  withDrafts,
  write,
  writeMarkdown,
} from '../../../test/editor-page.ts';
import { FakeApi } from '../../../test/fake-api.ts';
import { FakeDrafts } from '../../../test/fake-drafts.ts';
import { FakeLocks } from '../../../test/fake-locks.ts';
import { renderApp, renderPage } from '../../../test/render-app.tsx';
import { moderator, samplePost } from '../../../test/samples.ts';
import { settled } from '../../../test/settled.ts';
import { useEditing } from '../api/editing.ts';

beforeEach(writeMarkdown);

/** Stores the draft of a killed tab. */
async function leaveDraft(title: string, content: string, api = staffApi()) {
  const app = await openEditor(api);
  write(title, content);
  await screen.findByText(DRAFT_KEPT);
  app.unmount();
}

describe('a draft in this browser', () => {
  it('is discarded after a question, and can be restored', async () => {
    await leaveDraft('Half a thought', 'Words');
    const { user } = await openEditor();

    expect(await screen.findByText('Unsaved draft “Half a thought”, just now')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    const dialog = await screen.findByRole('dialog', { name: 'Discard this draft?' });
    await user.click(within(dialog).getByRole('button', { name: 'Discard Draft' }));
    await waitFor(() => expect(offers()).toEqual([]));
    expect(screen.getByText('The draft “Half a thought” was discarded.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await restoreDraft(user, 'Words');
    expect(titleField()).toHaveValue('Half a thought');
  });

  it('is offered in one line, and a button opens those of all others in place', async () => {
    for (const title of ['One', 'Two', 'Three', 'Four', 'Five']) await leaveDraft(title, `Words of ${title}`);
    const { user } = await openEditor();

    expect(await screen.findByText('5 unsaved drafts · “Five”, just now')).toBeVisible();
    expect(offers()).toHaveLength(1);
    const button = screen.getByRole('button', { name: 'Show All', expanded: false });
    await user.click(button);
    expect(button).toHaveAttribute('aria-expanded', 'true');
    expect(offers()).toHaveLength(5);
    const oldest = offers()[4] as HTMLElement;
    expect(within(oldest).getByText('Unsaved draft “One”, just now')).toBeVisible();
    expect(within(oldest).getByText('Words of One')).not.toBeVisible();
    await user.click(within(oldest).getByRole('button', { name: 'Show text', expanded: false }));
    expect(within(oldest).getByText('Words of One')).toBeVisible();
    await user.click(within(oldest).getByRole('button', { name: 'Restore Draft' }));

    await waitFor(() => expect(contentField()).toHaveValue('Words of One'));
  });
});

describe('a draft in two tabs', () => {
  let locks: FakeLocks;
  beforeEach(() => {
    locks = new FakeLocks();
    Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
    return () => Reflect.deleteProperty(navigator, 'locks');
  });

  const idOfDraft = () => keptRecords()[0]?.id ?? '';

  it('is written by one tab; the other tab says so, can copy it without losing its own text, and can take it over', {
    tags: 'thorough',
  }, async () => {
    await leaveDraft('Shared', 'Words');
    const id = idOfDraft();
    const textsOf = (isOriginal: boolean) =>
      keptRecords().flatMap((record) => ((record.id === id) === isOriginal ? record.fields.form.content : []));
    const { user } = await openEditor();
    type(contentField(), 'An hour of other words');
    await screen.findByText(DRAFT_KEPT);
    const onLost = vi.fn();
    locks.holdElsewhere(`inkwell-autosave:${id}`, onLost);

    await user.click(await screen.findByRole('button', { name: 'Restore Draft' }));
    expect(await screen.findByText(/is open in another tab/)).toBeVisible();
    expect(contentField()).toHaveValue('An hour of other words');
    expect(screen.queryByRole('button', { name: 'Discard' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Open a Copy' }));
    await waitFor(() => expect(contentField()).toHaveValue('Words'));
    type(contentField(), 'Words of the copy');
    await waitFor(() => expect(textsOf(false).sort()).toEqual(['An hour of other words', 'Words of the copy']));
    expect(textsOf(true)).toEqual(['Words']);
    expect(onLost).not.toHaveBeenCalled();

    await user.click(screen.getByRole('button', { name: 'Show All' }));
    await user.click(within(offers()[1] as HTMLElement).getByRole('button', { name: 'Take Over Here' }));
    await waitFor(() => expect(contentField()).toHaveValue('Words'));
    expect(onLost).toHaveBeenCalledOnce();
  });

  it('continues as a separate draft in the tab that lost it, with all its text', { tags: 'thorough' }, async () => {
    await openEditor();
    type(contentField(), 'Words');
    await screen.findByText(DRAFT_KEPT);
    const id = idOfDraft();

    await settled(() => void locks.request(`inkwell-autosave:${id}`, { steal: true }, () => new Promise(() => {})));
    expect(await screen.findByText(/What you write here is saved as a separate draft/)).toBeVisible();
    type(contentField(), 'Words and more');

    await waitFor(() => {
      const records = keptRecords();
      expect(records.map((record) => [record.id === id, record.fields.form.content]).sort()).toEqual([
        [false, 'Words and more'],
        [true, 'Words'],
      ]);
      // With the same key, one post would replace the other.
      expect(new Set(records.map(({ fields }) => fields.submissionKey)).size).toBe(2);
    });
  });
});

describe('a draft on the server', () => {
  it('of a new post whose save was stored without an answer is linked, and not offered', async () => {
    const { api, drafts } = withDrafts();
    const post = samplePost({ id: 'new-1', title: 'Unheard', content: 'Words' });
    api.on(postApi.create, ({ body }) => {
      drafts.save(body.draft, post);
      throw new TypeError('Failed to fetch');
    });
    const first = await openEditor(api);
    write('Unheard', 'Words');
    await first.user.click(submitButton());
    await screen.findByText(/^Failed to create post/);
    first.unmount();
    forgetToasts();

    await openEditor(staffApi(drafts).on(postApi.byId, () => post));

    const link = await screen.findByRole('link', { name: 'Open It' });
    expect(link).toHaveAttribute('href', '/create-post?edit=new-1');
    await waitFor(() => expect(offers()).toEqual([]));
    expect(keptRecords()).toEqual([]);
  });

  it('is sent at once when the page is hidden, and later only its changes', async () => {
    const { api, drafts } = withDrafts();
    await openEditor(api);

    typeAndHide('Some words');
    expect(await screen.findByText('Draft saved in this browser and on the server')).toBeVisible();
    typeAndHide('Some more words');

    await waitFor(() => expect(drafts.texts()).toEqual(['Some more words']));
    expect(api.calls(draftApi.patch)[0]?.body).toMatchObject({ contentEdit: { from: 5, to: 5, text: 'more ' } });
  });

  it('stays in the browser while the server cannot be reached, with a warning', async () => {
    const api = staffApi().refuse(draftApi.put, 500);
    await openEditor(api);

    typeAndHide('Some words');

    expect(await screen.findByText(/^Draft saved in this browser only: the server cannot be reached/)).toBeVisible();
  });

  it('from another device is offered, and continued here', async () => {
    const { api, drafts } = withDrafts();
    drafts.keep('abcdefghijklmnopqrst', { title: 'From afar', content: 'Far words' });
    const { user } = await openEditor(api);

    expect(await screen.findByText(/“From afar”, just now on Firefox on Linux/)).toBeVisible();
    await restoreDraft(user, 'Far words');
    typeAndHide('Far words and near');

    await waitFor(() => expect(drafts.stored.get('abcdefghijklmnopqrst')?.content).toBe('Far words and near'));
    expect(drafts.stored.size).toBe(1);
  });

  it('keeps text typed during a save, even if the page was left before the answer', async () => {
    const { api, drafts } = withDrafts();
    const answer = api.hold(postApi.create, ({ body }) => savedPost(body));
    const { user, unmount } = await openEditor(api);
    write('Title', 'Saved');
    await user.click(submitButton());
    await waitFor(() => expect(api.calls(postApi.create)).toHaveLength(1));
    typeAndHide('Saved, and written since');
    await waitFor(() => expect(drafts.stored.size).toBe(1));
    unmount();

    await settled(() => answer());

    expect(drafts.texts()).toEqual(['Saved, and written since']);
    expect(api.calls(draftApi.remove)).toEqual([]);
  });

  it('written by two devices is not overwritten; both versions are shown and merged', async () => {
    const { api, drafts } = withDrafts();
    const { user } = await openEditor(api);
    typeAndHide('one\n\ntwo');
    await waitFor(() => expect(drafts.stored.size).toBe(1));
    const [key = ''] = drafts.stored.keys();
    drafts.keep(key, { content: 'one\n\ntwo of the phone', device: 'Safari on iPhone' });

    typeAndHide('one of the desk\n\ntwo');
    const dialog = await screen.findByRole('dialog', { name: 'This draft was changed on another device' });
    expect(within(dialog).getByText(/on Safari on iPhone, just now/)).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Merge Both' }));

    expect(contentField()).toHaveValue('one of the desk\n\ntwo of the phone');
    hidePage();
    await waitFor(() => expect(drafts.stored.get(key)?.content).toBe('one of the desk\n\ntwo of the phone'));
  });

  describe('a draft that was overwritten', () => {
    /** The desktop overwrites the phone's draft, which nobody has opened. */
    async function writeOver() {
      const { api, drafts } = withDrafts(editApi());
      drafts.keep('post-1', { title: 'Stored', content: 'Text of the phone', baseUpdatedAt: STORED.updatedAt });
      const app = await openPost(api);
      await screen.findByText(/on Firefox on Linux/);
      typeAndHide('Text of the desk');
      await waitFor(() => expect(drafts.stored.get('post-1')?.content).toBe('Text of the desk'));
      const discarded = () => [...drafts.discarded.values()].map(({ content }) => content).sort();
      return { ...app, api, drafts, discarded, onServer: drafts.texts };
    }

    it('immediately becomes a discarded draft on the server, is still offered, and is listed for other devices', async () => {
      const { api, drafts, discarded, unmount } = await writeOver();

      expect(api.calls(draftApi.patch)[0]?.body).toMatchObject({ version: expect.any(Number) });
      expect(discarded()).toEqual(['Text of the phone']);
      expect([...drafts.discarded.values()]).toEqual([expect.objectContaining({ reason: 'replaced' })]);
      expect(offers()).toHaveLength(1);
      expect(within(offers()[0] as HTMLElement).getByText('Text of the phone')).toBeInTheDocument();

      unmount();
      renderPage('/drafts', { viewer: moderator, api });
      await waitFor(() => expect(screen.getAllByRole('listitem', { name: 'Draft “Stored”' })).toHaveLength(2));
      expect(screen.getByText(/overwritten by another version/)).toBeVisible();
    });

    it('is a draft on the server again while it is continued, and its replacement is a discarded draft', {
      tags: 'thorough',
    }, async () => {
      const { user, discarded, onServer } = await writeOver();

      await restoreDraft(user, 'Text of the phone');
      typeAndHide('Something else');
      await waitFor(() => expect(onServer()).toEqual(['Something else']));
      expect(discarded()).toEqual(['Text of the desk', 'Text of the phone']);
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();

      await user.click(screen.getByRole('button', { name: 'Cancel' }));
      await user.click(await screen.findByRole('button', { name: 'Discard Draft' }));
      await waitFor(() => expect(onServer()).toEqual([]));
      expect(discarded()).toContain('Text of the phone');
    });

    it('is shown as a conflict when another device also writes, and its version is accepted', {
      tags: 'thorough',
    }, async () => {
      const { user, discarded, onServer, drafts } = await writeOver();
      drafts.keep('post-1', { content: 'Text of the tablet' });

      await restoreDraft(user, 'Text of the phone');
      hidePage();
      const dialog = await screen.findByRole('dialog', { name: 'This draft was changed on another device' });
      await user.click(within(dialog).getByRole('button', { name: 'Use Their Version' }));
      await waitFor(() => expect(contentField()).toHaveValue('Text of the tablet'));

      expect(discarded()).toEqual(['Text of the phone']);
      expect(onServer()).toEqual(['Text of the tablet']);
      await waitFor(() => expect(offers().some((offer) => within(offer).queryByText('Text of the phone'))).toBe(true));
    });
  });
});

describe('an edited post', () => {
  it('that cannot be loaded is opened with the draft in this browser', { tags: 'thorough' }, async () => {
    const first = await openPost();
    type(contentField(), 'Text, and an hour of work');
    await screen.findByText(DRAFT_KEPT);
    first.unmount();

    const api = editApi().refuse(postApi.byId, 500);
    const { user } = await openPost(api);
    await waitFor(() => expect(contentField()).toHaveValue('Text, and an hour of work'));
    expect(screen.getByText(/^The post could not be loaded: this is your draft of it/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Update Post' }));

    await waitFor(() => expect(api.calls(postApi.update)[0]?.body).toMatchObject({ baseUpdatedAt: STORED.updatedAt }));
    // Only the navigation counts them, and this test renders the page without it.
    expect(api.calls(draftApi.list)).toEqual([]);
  });

  it('that somebody else deleted becomes a new post', async () => {
    const api = editApi().refuse(postApi.update, 'not-found').refuse(postApi.trash, 'not-found');
    const { user, router } = await openPost(api);
    type(contentField(), 'Text, and an hour of work');
    await user.click(screen.getByRole('button', { name: 'Update Post' }));

    expect(await screen.findByText(/This post was deleted by someone else/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save as a New Post' }));

    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(api.calls(postApi.create)[0]?.body).toMatchObject({
      title: 'Stored',
      content: 'Text, and an hour of work',
      featuredImage: '/a.webp',
    });
  });

  /** A server that has the post in the trash. */
  const trashApi = () => {
    const api = editApi()
      .on(postApi.trash, () => ({ trashedAt: '2026-11-20T10:00:00.000Z', keptUntil: '2026-12-20T10:00:00.000Z' }))
      .on(postApi.undelete, () => {
        const draft = samplePost({ ...STORED, isPublished: false });
        api.on(postApi.byId, () => draft);
        return draft;
      });
    return api;
  };

  it('that somebody else moved to the trash can be restored, and keeps all typed text', async () => {
    const api = trashApi().refuse(postApi.update, 'not-found');
    const { user } = await openPost(api);
    type(contentField(), 'Text, and an hour of work');
    await user.click(screen.getByRole('button', { name: 'Update Post' }));

    expect(await screen.findByText(/^This post is in the trash\./)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Restore Post' }));

    await waitFor(() => expect(screen.queryByText(/is in the trash/)).not.toBeInTheDocument());
    expect(contentField()).toHaveValue('Text, and an hour of work');
    expect(api.calls(postApi.undelete)[0]?.params).toEqual({ id: 'post-1' });
  });

  it('in the trash is opened only after it is restored', { tags: 'thorough' }, async () => {
    const api = trashApi().refuse(postApi.byId, 'not-found');
    const { user } = renderPage('/create-post?edit=post-1', { viewer: moderator, api });

    expect(await screen.findByRole('heading', { name: 'This Post Is in the Trash' })).toBeVisible();
    expect(screen.getByText(/^Until December 20, 2026 you can restore it/)).toBeVisible();
    expect(screen.getByText(/are in your drafts/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Restore Post' }));

    expect(await screen.findByRole('heading', { name: 'Edit Post' })).toBeVisible();
    expect(contentField()).toHaveValue('Text');
  });

  it('shows who else is editing it', async () => {
    const mary = { ...STORED.author, firstName: 'Mary', displayName: 'Mary Shelley' };
    const until = new Date(Date.now() + 60_000).toISOString();
    await openPost(editApi().on(editingApi.begin, () => ({ others: [{ editor: mary, since: until }], until })));

    expect(await screen.findByText(/^Mary( Shelley)? is editing this post too\./)).toBeVisible();
  });

  it('is leased again every 40 s, until its editor is closed', async () => {
    vi.useFakeTimers();
    const api = new FakeApi()
      .on(editingApi.begin, () => ({ others: [], until: new Date().toISOString() }))
      .on(editingApi.end, () => undefined);
    api.install();
    const { unmount } = renderHook(() => useEditing('post', 'post-1'));

    await act(() => vi.advanceTimersByTimeAsync(39_999));
    expect(api.calls(editingApi.begin)).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(api.calls(editingApi.begin)).toHaveLength(2);
    unmount();
    await vi.advanceTimersByTimeAsync(40_000);

    expect(api.calls(editingApi.begin)).toHaveLength(2);
    expect(api.calls(editingApi.end)).toHaveLength(1);
  });

  it('names the person who saved it in a conflict, not its author', { tags: 'thorough' }, async () => {
    const mary = { ...STORED.author, id: 'mary', firstName: 'Mary', displayName: 'Mary Shelley' };
    const theirs = { ...STORED, content: 'Their text', lastEditedBy: mary };
    const api = editApi().refuse(postApi.update, 409, JSON.stringify(theirs));
    const { user } = await openPost(api);
    type(contentField(), 'My text');

    await user.click(screen.getByRole('button', { name: 'Update Post' }));

    expect(await screen.findByText(/^Mary( Shelley)? saved another version of this post/)).toBeVisible();
  });

  it('cannot be published with conflict markers, and shows where they are', { tags: 'thorough' }, async () => {
    const { user, api } = await openPost();
    const marked = 'Before\n⟪Your version⟫\na\n⟪Their version⟫\nb\n⟪End⟫\nAfter';
    type(contentField(), marked);

    await user.click(screen.getByRole('button', { name: 'Update Post' }));

    expect(await screen.findByText(/^The text still holds both versions of a passage/)).toBeVisible();
    expect(api.calls(postApi.update)).toEqual([]);
    const { selectionStart, selectionEnd } = contentField();
    expect(marked.slice(selectionStart, selectionEnd)).toBe('⟪Your version⟫\na\n⟪Their version⟫\nb\n⟪End⟫');
    expect(contentField()).toHaveFocus();
    expect(screen.getByRole('button', { name: 'Show Next Passage' })).toBeVisible();
  });

  it('is saved with Ctrl or Cmd and S, without leaving or publishing', async () => {
    const api = editApi({ ...STORED, isPublished: false });
    const { user, router } = await openPost(api);
    await user.click(screen.getByRole('switch', { name: 'Publish immediately' }));
    expect(screen.getByText(/S saves without publishing/)).toBeVisible();

    await user.type(contentField(), ' more{Control>}s{/Control}');

    expect(await screen.findByText('Post updated successfully!')).toBeVisible();
    expect(api.calls(postApi.update)[0]?.body).toMatchObject({ content: 'Text more', isPublished: false });
    expect(router.state.location.pathname).toBe('/create-post');
    expect(screen.getByRole('switch', { name: 'Publish immediately' })).toBeChecked();
    await user.click(screen.getByRole('switch', { name: 'Publish immediately' }));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });
});

describe('unsaved text', () => {
  it('is announced as stored when its writer signs out', async () => {
    const { identity } = await openEditor();
    type(contentField(), 'Half a thought');

    act(() => identity.change(null));

    expect(await screen.findByText(/^Your text is saved in this browser\. Sign in again/)).toBeVisible();
  });

  it('is announced as stored when its writer loses the role, and can still be listed and read', async () => {
    const api = staffApi();
    const { client, user, router } = await openEditor(api, renderApp);
    write('Half a thought', 'Words');

    api.on(userApi.current, () => ({ ...moderator, role: 'user' as const }));
    await act(() => client.invalidateQueries({ queryKey: ['session'] }));
    expect(await screen.findByText('Access Denied')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(await screen.findByText(/^Your text is saved in your drafts/)).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Account menu' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Unsaved Changes 1' }));

    await waitFor(() => expect(router.state.location.pathname).toBe('/drafts'));
    expect(await screen.findByRole('heading', { name: '“Half a thought”' })).toBeVisible();
    expect(screen.getByText('Words')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /^Open/ })).not.toBeInTheDocument();
  });
});

describe('the Edit Post dialog', () => {
  it('stores, announces and offers its text again when it is closed with Escape, and stays open when a question above it is closed', {
    tags: 'thorough',
  }, async () => {
    const { user } = await openPostDialog();
    type(await screen.findByRole('textbox', { name: /^Content/ }), 'Text, and an hour of work');

    await user.keyboard('{Escape}');
    expect(await screen.findByText(/^Your text is saved in your drafts/)).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(await screen.findByRole('dialog', { name: 'Discard this draft?' })).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog', { name: 'Discard this draft?' })).not.toBeInTheDocument();
    expect(screen.getByRole('dialog', { name: 'Edit Post' })).toBeVisible();
    await restoreDraft(user, 'Text, and an hour of work');
  });
});

describe('the page of all drafts', () => {
  it('opens, discards and restores drafts in this browser and on the server', async () => {
    await leaveDraft('Here', 'Words here');
    const { api, drafts } = withDrafts();
    drafts.keep('abcdefghijklmnopqrst', { title: 'There', content: 'Words there' });
    const { user, router } = renderPage('/drafts', { viewer: moderator, api });

    const there = await screen.findByRole('listitem', { name: 'Draft “There”' });
    expect(within(there).getByText(/on Firefox on Linux/)).toBeVisible();
    await user.click(within(there).getByText('Show text'));
    expect(await within(there).findByText('Words there')).toBeVisible();

    await user.click(within(there).getByRole('button', { name: 'Discard “There”' }));
    await user.click(await screen.findByRole('button', { name: 'Discard Draft' }));
    await user.click(await screen.findByRole('button', { name: 'Restore “There”' }));
    await waitFor(() => expect(drafts.stored.has('abcdefghijklmnopqrst')).toBe(false));
    await user.click(await screen.findByRole('link', { name: 'Open “There”' }));

    await waitFor(() => expect(router.state.location.pathname).toBe('/create-post'));
    await waitFor(() => expect(contentField()).toHaveValue('Words there'));
  });

  const rowsOf = (title: string) => screen.getAllByRole('listitem', { name: `Draft “${title}”` });
  /** The row of another device's draft. */
  const rowFrom = async (title: string, device: string) => {
    await waitFor(() => expect(rowsOf(title)).toHaveLength(2));
    return within(rowsOf(title).find((row) => row.textContent?.includes(device)) as HTMLElement);
  };

  it('lists drafts with the same id in the browser and on the server separately, and loses neither', {
    tags: 'thorough',
  }, async () => {
    await leaveDraft('One name', 'Words here');
    const { key } = keptRecords()[0].fields;
    const { api, drafts } = withDrafts();
    drafts.keep(key, { title: 'One name', content: 'Words there' });
    const { user, router } = renderPage('/drafts', { viewer: moderator, api });

    const there = await rowFrom('One name', 'Firefox on Linux');
    await user.click(there.getByRole('link', { name: /^Open/ }));

    await waitFor(() => expect(router.state.location.pathname).toBe('/create-post'));
    await waitFor(() => expect(contentField()).toHaveValue('Words there'));
    await waitFor(() => expect(offers()).toHaveLength(1));
    expect(within(offers()[0] as HTMLElement).getByText('Words here')).toBeInTheDocument();
  });

  it("lists another device's version of a draft next to this browser's, and discards each separately", {
    tags: 'thorough',
  }, async () => {
    const { api: first, drafts } = withDrafts();
    const { unmount } = await openEditor(first);
    write('Begun here', 'Words');
    hidePage();
    expect(await screen.findByText('Draft saved in this browser and on the server')).toBeVisible();
    unmount();
    const [key = ''] = drafts.stored.keys();
    drafts.keep(key, { content: 'Words of the phone', device: 'Safari on iPhone' });
    const { user } = renderPage('/drafts', { viewer: moderator, api: staffApi(drafts) });

    const there = await rowFrom('Begun here', 'Safari on iPhone');
    await user.click(there.getByRole('button', { name: /^Discard/ }));
    await user.click(await screen.findByRole('button', { name: 'Discard Draft' }));

    expect(await screen.findByRole('button', { name: /^Restore/ })).toBeVisible();
    await waitFor(() => expect(drafts.stored.has(key)).toBe(false));
    await user.click(screen.getByRole('link', { name: /^Open/ }));
    await waitFor(() => expect(contentField()).toHaveValue('Words'));
  });

  it('opens the latest version when a page with a draft on the server is reloaded', { tags: 'thorough' }, async () => {
    const key = 'abcdefghijklmnopqrst';
    const { api: first, drafts } = withDrafts();
    drafts.keep(key, { title: 'From afar', content: 'Far words' });
    const address = `/create-post?draft=${key}&from=server`;
    const before = renderPage(address, { viewer: moderator, api: first });
    await waitFor(() => expect(contentField()).toHaveValue('Far words'));
    first.cut(draftApi.patch);
    type(contentField(), 'Far words, and an hour of work');
    await screen.findByText(DRAFT_KEPT);
    before.unmount();

    const { unmount } = renderPage(address, { viewer: moderator, api: staffApi(drafts) });
    await waitFor(() => expect(contentField()).toHaveValue('Far words, and an hour of work'));
    unmount();

    const offline = staffApi(drafts);
    renderPage(address, { viewer: moderator, api: offline.cut(draftApi.byKey).cut(draftApi.list) });
    await waitFor(() => expect(contentField()).toHaveValue('Far words, and an hour of work'));
  });

  it('says that there are no drafts, and that the server could not be reached', async () => {
    const api = staffApi().refuse(draftApi.list, 500);
    const { user } = renderPage('/drafts', { viewer: moderator, api });

    expect(await screen.findByText('The drafts on the server could not be loaded')).toBeVisible();
    new FakeDrafts().answer(api);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));

    expect(await screen.findByRole('heading', { name: 'No Unsaved Changes' })).toBeVisible();
  });
});

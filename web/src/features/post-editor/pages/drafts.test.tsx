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
  hidePage,
  keptRecords,
  offers,
  openEditor,
  savedPost,
  staffApi,
  submitButton,
  titleField,
  type,
  withDrafts,
  write,
  writeMarkdown,
} from '../../../test/editor-page.ts';
import { FakeApi } from '../../../test/fake-api.ts';
import { FakeDrafts } from '../../../test/fake-drafts.ts';
import { FakeLocks } from '../../../test/fake-locks.ts';
import { renderApp, renderPage } from '../../../test/render-app.tsx';
import { moderator, samplePost, samplePostCard } from '../../../test/samples.ts';
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

    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    const dialog = await screen.findByRole('dialog', { name: 'Discard this draft?' });
    await user.click(within(dialog).getByRole('button', { name: 'Discard Draft' }));
    await waitFor(() => expect(offers()).toEqual([]));
    expect(screen.getByText('The draft “Half a thought” was discarded.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await user.click(await screen.findByRole('button', { name: 'Restore Draft' }));

    await waitFor(() => expect(contentField()).toHaveValue('Words'));
  });

  it('is not created for a letter that was typed and deleted', { tags: 'thorough' }, async () => {
    const first = await openEditor();
    type(contentField(), 'x');
    type(contentField(), '');
    first.unmount();
    await settled(() => {});

    expect(keptRecords()).toEqual([]);
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

  it('is written by one tab; the other tab says so and can copy the draft', { tags: 'thorough' }, async () => {
    await leaveDraft('Shared', 'Words');
    const id = idOfDraft();
    const { user } = await openEditor();
    await screen.findByRole('button', { name: 'Restore Draft' });
    locks.holdElsewhere(`inkwell-autosave:${id}`);

    await user.click(screen.getByRole('button', { name: 'Restore Draft' }));
    expect(await screen.findByText(/is open in another tab/)).toBeVisible();
    expect(contentField()).toHaveValue('');
    expect(screen.queryByRole('button', { name: 'Discard' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Open a Copy' }));
    await waitFor(() => expect(contentField()).toHaveValue('Words'));
    type(contentField(), 'Words of the copy');

    await waitFor(() => expect(keptRecords()).toHaveLength(2));
    expect(keptRecords().find((record) => record.id === id).fields.form.content).toBe('Words');
  });

  it('is copied into a tab with other text, which stays a separate draft', { tags: 'thorough' }, async () => {
    await leaveDraft('Shared', 'Words');
    locks.holdElsewhere(`inkwell-autosave:${idOfDraft()}`);
    const { user } = await openEditor();
    type(contentField(), 'An hour of other words');
    await screen.findByText(DRAFT_KEPT);

    await user.click(await screen.findByRole('button', { name: 'Open a Copy' }));

    await waitFor(() => expect(contentField()).toHaveValue('Words'));
    expect(keptRecords().map(({ fields }) => fields.form.content)).toContain('An hour of other words');
    expect(within(offers()[0] as HTMLElement).getByText('An hour of other words')).toBeInTheDocument();
  });

  it('can be taken over, and the other tab is notified', { tags: 'thorough' }, async () => {
    await leaveDraft('Shared', 'Words');
    const onLost = vi.fn();
    locks.holdElsewhere(`inkwell-autosave:${idOfDraft()}`, onLost);
    const { user } = await openEditor();

    await user.click(await screen.findByRole('button', { name: 'Take Over Here' }));

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

/**
 * Saves a post and leaves before the answer; the server has stored its draft.
 * @param elsewhere an action of another device before the save
 */
async function saveAndLeave(elsewhere = (_: FakeDrafts, __: string) => {}): Promise<FakeDrafts> {
  const { api, drafts } = withDrafts();
  api.on(draftApi.put, ({ params, body: { version: _, ...fields } }) => {
    drafts.keep(params.key, fields);
    return new Promise<never>(() => {});
  });
  const { user, router, unmount } = await openEditor(api);
  write('Under way', 'Words');
  hidePage();
  await waitFor(() => expect(drafts.stored.size).toBe(1));
  elsewhere(drafts, [...drafts.stored.keys()][0] ?? '');
  await user.click(submitButton());
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  unmount();
  return drafts;
}

/** Stores a draft that was sent while its tab closed, so that the answer was lost. */
async function leaveUnheard(title: string, content: string): Promise<FakeDrafts> {
  const { api, drafts } = withDrafts();
  api.on(draftApi.put, ({ params, body }) => {
    drafts.put(params.key, body);
    return new Promise<never>(() => {});
  });
  await leaveDraft(title, content, api);
  await waitFor(() => expect(drafts.stored.size).toBe(1));
  return drafts;
}

describe('a draft on the server', () => {
  it('is sent at once when the page is hidden, and later only its changes', async () => {
    const { api, drafts } = withDrafts();
    await openEditor(api);

    type(contentField(), 'Some words');
    hidePage();
    expect(await screen.findByText('Draft saved in this browser and on the server')).toBeVisible();
    type(contentField(), 'Some more words');
    hidePage();

    await waitFor(() => expect([...drafts.stored.values()].map(({ content }) => content)).toEqual(['Some more words']));
    expect(api.calls(draftApi.patch)[0]?.body).toMatchObject({ contentEdit: { from: 5, to: 5, text: 'more ' } });
  });

  it('stays in the browser while the server cannot be reached, with a warning', async () => {
    const api = staffApi().refuse(draftApi.put, 500);
    await openEditor(api);

    type(contentField(), 'Some words');
    hidePage();

    expect(await screen.findByText(/^Draft saved in this browser only: the server cannot be reached/)).toBeVisible();
  });

  it('from another device is offered, and continued here', async () => {
    const { api, drafts } = withDrafts();
    drafts.keep('abcdefghijklmnopqrst', { title: 'From afar', content: 'Far words' });
    const { user } = await openEditor(api);

    expect(await screen.findByText(/“From afar”, just now on Firefox on Linux/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Restore Draft' }));
    await waitFor(() => expect(contentField()).toHaveValue('Far words'));
    type(contentField(), 'Far words and near');
    hidePage();

    await waitFor(() => expect(drafts.stored.get('abcdefghijklmnopqrst')?.content).toBe('Far words and near'));
    expect(drafts.stored.size).toBe(1);
  });

  it('that was discarded without a network is not offered again once the server knows', {
    tags: 'thorough',
  }, async () => {
    const { api, drafts } = withDrafts();
    const first = await openEditor(api);
    type(titleField(), 'Thrown away');
    hidePage();
    await waitFor(() => expect(drafts.stored.size).toBe(1));
    const listed = [...drafts.stored.values()];
    api.cut(draftApi.discard);
    await first.user.click(screen.getByRole('button', { name: 'Cancel' }));
    await first.user.click(await screen.findByRole('button', { name: 'Discard Draft' }));
    await waitFor(() => expect(keptRecords()).toMatchObject([{ state: 'discarded' }]));
    first.unmount();

    // The list is read before the discard is sent.
    const later = staffApi(drafts);
    await openEditor(later.on(draftApi.list, () => listed));
    await waitFor(() => expect(keptRecords()).toEqual([]));
    await settled(() => window.dispatchEvent(new Event('focus')));

    expect(offers()).toEqual([]);
  });

  describe('of a new post whose save was stored without an answer', () => {
    const post = samplePost({ id: 'new-1', title: 'Unheard', content: 'Words' });

    async function leaveUnheardSave(after: () => void) {
      const { api, drafts } = withDrafts();
      api.on(postApi.create, ({ body }) => {
        drafts.save(body.draft, post);
        throw new TypeError('Failed to fetch');
      });
      const app = await openEditor(api);
      write('Unheard', 'Words');
      hidePage();
      await waitFor(() => expect(drafts.stored.size).toBe(1));
      await app.user.click(submitButton());
      await screen.findByText(/^Failed to create post/);
      api.hang(draftApi.patch);
      after();
      app.unmount();
      // A toast disappears with its page, and a news toast would have to wait for it.
      forgetToasts();
      const again = staffApi().on(postApi.byId, () => post);
      drafts.answer(again);
      return again;
    }

    it('is not offered as a new post, but linked', async () => {
      await openEditor(await leaveUnheardSave(() => {}));

      expect(await screen.findByText(/^“Unheard” was saved, although/)).toBeVisible();
      expect(screen.getByRole('link', { name: 'Open It' })).toHaveAttribute('href', '/create-post?edit=new-1');
      await waitFor(() => expect(keptRecords()).toEqual([]));
      expect(offers()).toEqual([]);
    });

    it('stays the draft of a new post if that post was deleted', { tags: 'thorough' }, async () => {
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
      const api = await leaveUnheardSave(() => {});
      api.refuse(postApi.byId, 'not-found');
      await openEditor(api);

      await waitFor(() => expect(api.calls(postApi.byId)).toHaveLength(1));
      await settled(() => {});
      expect(offers()).toHaveLength(1);
      expect(warn).not.toHaveBeenCalled();
    });

    it('is offered in the editor of the post if the post lacks some of its text', { tags: 'thorough' }, async () => {
      const api = await leaveUnheardSave(() => type(contentField(), 'Words, and more'));
      const first = await openEditor(api);
      expect(await screen.findByText(/It has a newer draft\.$/)).toBeVisible();
      await waitFor(() => expect(offers()).toEqual([]));
      first.unmount();

      const { user } = renderPage('/create-post?edit=new-1', { viewer: moderator, api });
      await user.click(await screen.findByRole('button', { name: 'Restore Draft' }));

      await waitFor(() => expect(contentField()).toHaveValue('Words, and more'));
    });
  });

  it('is removed once the post is saved', async () => {
    const { api, drafts } = withDrafts();
    const titles = () => [...drafts.stored.values()].map((draft) => draft.title);
    const { user } = await openEditor(api);
    write('To be saved', 'Text');
    hidePage();
    await waitFor(() => expect(titles()).toContain('To be saved'));

    await user.click(submitButton());

    await waitFor(() => expect(titles()).not.toContain('To be saved'));
    expect(keptRecords()).toEqual([]);
  });

  it('is removed once the post is saved, even if its tab closed before the answer', { tags: 'thorough' }, async () => {
    const drafts = await leaveUnheard('Sent last', 'Words');
    const api = staffApi(drafts);
    // Read before the draft arrived.
    const { user } = await openEditor(api.on(draftApi.list, () => []));
    await user.click(await screen.findByRole('button', { name: 'Restore Draft' }));
    await waitFor(() => expect(contentField()).toHaveValue('Words'));
    await user.click(submitButton());

    await waitFor(() => expect(drafts.stored.size).toBe(0));
  });

  it('continues after its tab closed, without a conflict', { tags: 'thorough' }, async () => {
    const drafts = await leaveUnheard('', 'Words');
    const api = staffApi(drafts);
    const { user } = await openEditor(api.on(draftApi.list, () => []));
    await user.click(await screen.findByRole('button', { name: 'Restore Draft' }));
    await waitFor(() => expect(contentField()).toHaveValue('Words'));
    type(contentField(), 'Words and more');
    hidePage();

    await waitFor(() => expect(api.calls(draftApi.put)).toHaveLength(1));
    await waitFor(() => expect([...drafts.stored.values()].map(({ content }) => content)).toEqual(['Words and more']));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('is not offered again when the page is left before the last answer', { tags: 'thorough' }, async () => {
    const drafts = await saveAndLeave();
    expect(drafts.stored.size).toBe(0);

    const api = staffApi(drafts);
    drafts.keep('abcdefghijklmnopqrst', { title: 'From afar', content: 'Far words' });
    await openEditor(api);

    expect(await screen.findByText(/“From afar”/)).toBeVisible();
    expect(offers()).toHaveLength(1);
    await waitFor(() => expect([...drafts.stored.keys()]).toEqual(['abcdefghijklmnopqrst']));
  });

  it('keeps text typed during a save, even if the page was left before the answer', async () => {
    const { api, drafts } = withDrafts();
    const answer = api.hold(postApi.create, ({ body }) => savedPost(body));
    const { user, unmount } = await openEditor(api);
    write('Title', 'Saved');
    await user.click(submitButton());
    await waitFor(() => expect(api.calls(postApi.create)).toHaveLength(1));
    type(contentField(), 'Saved, and written since');
    hidePage();
    await waitFor(() => expect(drafts.stored.size).toBe(1));
    unmount();

    await settled(() => answer());

    expect([...drafts.stored.values()].map(({ content }) => content)).toEqual(['Saved, and written since']);
    expect(api.calls(draftApi.remove)).toEqual([]);
  });

  it('is kept if another device changed it, even if the page was left before the last answer', {
    tags: 'thorough',
  }, async () => {
    const drafts = await saveAndLeave((server, draft) =>
      server.keep(draft, { content: 'Words of the phone', device: 'Safari on iPhone' }),
    );
    const [key = ''] = drafts.stored.keys();

    const api = staffApi(drafts);
    await openEditor(api);

    expect(await screen.findByText(/on Safari on iPhone/)).toBeVisible();
    expect(drafts.stored.get(key)?.content).toBe('Words of the phone');
  });

  it('written by two devices is not overwritten; both versions are shown and merged', async () => {
    const { api, drafts } = withDrafts();
    const { user } = await openEditor(api);
    type(contentField(), 'one\n\ntwo');
    hidePage();
    await waitFor(() => expect(drafts.stored.size).toBe(1));
    const [key = ''] = drafts.stored.keys();
    drafts.keep(key, { content: 'one\n\ntwo of the phone', device: 'Safari on iPhone' });

    type(contentField(), 'one of the desk\n\ntwo');
    hidePage();
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
      const stored = samplePost({ id: 'post-1', title: 'Stored', content: 'Text' });
      const { api, drafts } = withDrafts(staffApi().on(postApi.byId, () => stored));
      drafts.keep('post-1', { title: 'Stored', content: 'Text of the phone', baseUpdatedAt: stored.updatedAt });
      const app = renderPage('/create-post?edit=post-1', { viewer: moderator, api });
      await screen.findByText(/on Firefox on Linux/);
      type(contentField(), 'Text of the desk');
      hidePage();
      await waitFor(() => expect(drafts.stored.get('post-1')?.content).toBe('Text of the desk'));
      const discarded = () => [...drafts.discarded.values()].map(({ content }) => content).sort();
      const onServer = () => [...drafts.stored.values()].map(({ content }) => content);
      return { ...app, api, drafts, discarded, onServer };
    }

    it('immediately becomes a discarded draft on the server, and is still offered', async () => {
      const { api, drafts, discarded } = await writeOver();

      expect(api.calls(draftApi.patch)[0]?.body).toMatchObject({ version: expect.any(Number) });
      expect(discarded()).toEqual(['Text of the phone']);
      expect([...drafts.discarded.values()]).toEqual([expect.objectContaining({ reason: 'replaced' })]);
      expect(offers()).toHaveLength(1);
      expect(within(offers()[0] as HTMLElement).getByText('Text of the phone')).toBeInTheDocument();
    });

    it('is listed for other devices', { tags: 'thorough' }, async () => {
      const { api, unmount } = await writeOver();
      unmount();
      renderPage('/drafts', { viewer: moderator, api });

      await waitFor(() => expect(screen.getAllByRole('listitem', { name: 'Draft “Stored”' })).toHaveLength(2));
      expect(screen.getByText(/overwritten by another version/)).toBeVisible();
    });

    it('becomes a draft on the server again when it is continued, and its replacement becomes a discarded draft', {
      tags: 'thorough',
    }, async () => {
      const { user, discarded, onServer } = await writeOver();

      await user.click(within(offers()[0] as HTMLElement).getByRole('button', { name: 'Restore Draft' }));
      await waitFor(() => expect(contentField()).toHaveValue('Text of the phone'));
      type(contentField(), 'Something else');

      hidePage();
      await waitFor(() => expect(onServer()).toEqual(['Something else']));
      expect(discarded()).toEqual(['Text of the desk', 'Text of the phone']);
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });

    it('is shown as a conflict when another device also writes, and its version is accepted', {
      tags: 'thorough',
    }, async () => {
      const { user, discarded, onServer, drafts } = await writeOver();
      drafts.keep('post-1', { content: 'Text of the tablet' });

      await user.click(within(offers()[0] as HTMLElement).getByRole('button', { name: 'Restore Draft' }));
      await waitFor(() => expect(contentField()).toHaveValue('Text of the phone'));
      hidePage();
      const dialog = await screen.findByRole('dialog', { name: 'This draft was changed on another device' });
      await user.click(within(dialog).getByRole('button', { name: 'Use Their Version' }));
      await waitFor(() => expect(contentField()).toHaveValue('Text of the tablet'));

      expect(discarded()).toEqual(['Text of the phone']);
      expect(onServer()).toEqual(['Text of the tablet']);
      await waitFor(() => expect(offers().some((offer) => within(offer).queryByText('Text of the phone'))).toBe(true));
    });

    it('is a discarded draft again after it was continued and discarded', { tags: 'thorough' }, async () => {
      const { user, discarded, onServer } = await writeOver();

      await user.click(within(offers()[0] as HTMLElement).getByRole('button', { name: 'Restore Draft' }));
      await waitFor(() => expect(contentField()).toHaveValue('Text of the phone'));
      type(contentField(), 'Something else');
      hidePage();
      await waitFor(() => expect(onServer()).toEqual(['Something else']));
      await user.click(screen.getByRole('button', { name: 'Cancel' }));
      await user.click(await screen.findByRole('button', { name: 'Discard Draft' }));

      await waitFor(() => expect(onServer()).toEqual([]));
      expect(discarded()).toContain('Text of the phone');
    });

    it('is no longer offered once it is discarded', { tags: 'thorough' }, async () => {
      const { user, onServer } = await writeOver();

      await user.click(within(offers()[0] as HTMLElement).getByRole('button', { name: 'Discard' }));
      const dialog = await screen.findByRole('dialog', { name: 'Discard this draft?' });
      await user.click(within(dialog).getByRole('button', { name: 'Discard Draft' }));

      await waitFor(() => expect(offers()).toEqual([]));
      expect(onServer()).toEqual(['Text of the desk']);
    });
  });
});

describe('an edited post', () => {
  const stored = samplePost({
    id: 'post-1',
    title: 'Stored',
    content: 'Text',
    isPublished: true,
    featuredImage: '/a.webp',
  });
  const editApi = () => staffApi().on(postApi.byId, () => stored);
  const edit = async (api = editApi()) => {
    const app = renderPage('/create-post?edit=post-1', { viewer: moderator, api });
    await screen.findByRole('heading', { name: 'Edit Post' });
    return app;
  };

  it('that cannot be loaded is opened with the draft in this browser', { tags: 'thorough' }, async () => {
    const first = await edit();
    type(contentField(), 'Text, and an hour of work');
    await screen.findByText(DRAFT_KEPT);
    first.unmount();

    const api = editApi()
      .refuse(postApi.byId, 500)
      .on(postApi.update, ({ body }) => ({ ...stored, ...body }) as typeof stored);
    const { user } = await edit(api);
    await waitFor(() => expect(contentField()).toHaveValue('Text, and an hour of work'));
    expect(screen.getByText(/^The post could not be loaded: this is your draft of it/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Update Post' }));

    await waitFor(() => expect(api.calls(postApi.update)[0]?.body).toMatchObject({ baseUpdatedAt: stored.updatedAt }));
    // Only the navigation counts them, and this test renders the page without it.
    expect(api.calls(draftApi.list)).toEqual([]);
  });

  it('is autosaved again after a save whose draft could not be deleted', { tags: 'thorough' }, async () => {
    let post = stored;
    const api = editApi()
      .on(postApi.byId, () => post)
      .on(postApi.update, ({ body }) => {
        const { draft: _, baseUpdatedAt: __, ...fields } = body;
        post = { ...post, ...fields, updatedAt: '2026-02-01T00:00:00.000Z' } as typeof stored;
        return post;
      });
    const drafts = new FakeDrafts().answer(api);
    api.cut(draftApi.remove);
    const first = await edit(api);
    type(contentField(), 'Text, and an hour of work');
    hidePage();
    await waitFor(() => expect(drafts.stored.size).toBe(1));
    await first.user.click(screen.getByRole('button', { name: 'Update Post' }));
    await waitFor(() => expect(first.router.state.location.pathname).toBe('/'));
    first.unmount();

    await edit(api);
    type(contentField(), 'Text, and two hours of work');
    hidePage();
    expect(await screen.findByText('Draft saved in this browser and on the server')).toBeVisible();
    expect(offers()).toEqual([]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('continues with an earlier draft while text is being sent, without a conflict', { tags: 'thorough' }, async () => {
    const first = await edit(editApi().hang(draftApi.put));
    type(contentField(), 'Text, and an hour of work');
    await screen.findByText(DRAFT_KEPT);
    first.unmount();

    const api = editApi();
    const drafts = new FakeDrafts().answer(api);
    const answer = api.hold(draftApi.put, ({ body: { version: _, ...fields } }) => drafts.keep('post-1', fields));
    const { user } = await edit(api);
    type(contentField(), 'Other words');
    hidePage();
    await waitFor(() => expect(api.calls(draftApi.put)).toHaveLength(1));
    await user.click(await screen.findByRole('button', { name: 'Restore Draft' }));
    await waitFor(() => expect(contentField()).toHaveValue('Text, and an hour of work'));
    drafts.answer(api);
    await settled(() => answer());
    type(contentField(), 'Text, and two hours of work');
    hidePage();

    await waitFor(() => expect(drafts.stored.get('post-1')?.content).toBe('Text, and two hours of work'));
    expect(screen.queryByText(/on another device/)).not.toBeInTheDocument();
  });

  it('that somebody else deleted becomes a new post', async () => {
    const api = editApi().refuse(postApi.update, 'not-found').refuse(postApi.trash, 'not-found');
    const { user, router } = await edit(api);
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

  it('that somebody else moved to the trash can be restored, and keeps all typed text', async () => {
    const keptUntil = '2026-12-20T10:00:00.000Z';
    const api = editApi()
      .refuse(postApi.update, 'not-found')
      .on(postApi.trash, () => ({ trashedAt: '2026-11-20T10:00:00.000Z', keptUntil }))
      .on(postApi.undelete, () => samplePost({ ...stored, isPublished: false }));
    const { user } = await edit(api);
    type(contentField(), 'Text, and an hour of work');
    await user.click(screen.getByRole('button', { name: 'Update Post' }));

    expect(await screen.findByText(/^This post is in the trash\./)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Restore Post' }));

    await waitFor(() => expect(screen.queryByText(/is in the trash/)).not.toBeInTheDocument());
    expect(contentField()).toHaveValue('Text, and an hour of work');
    expect(api.calls(postApi.undelete)[0]?.params).toEqual({ id: 'post-1' });
  });

  it('in the trash is opened only after it is restored', { tags: 'thorough' }, async () => {
    const keptUntil = '2026-12-20T10:00:00.000Z';
    const api = editApi()
      .refuse(postApi.byId, 'not-found')
      .on(postApi.trash, () => ({ trashedAt: '2026-11-20T10:00:00.000Z', keptUntil }))
      .on(postApi.undelete, () => {
        const draft = samplePost({ ...stored, isPublished: false });
        api.on(postApi.byId, () => draft);
        return draft;
      });
    const { user } = renderPage('/create-post?edit=post-1', { viewer: moderator, api });

    expect(await screen.findByRole('heading', { name: 'This Post Is in the Trash' })).toBeVisible();
    expect(screen.getByText(/^Until December 20, 2026 you can restore it/)).toBeVisible();
    expect(screen.getByText(/are in your drafts/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Restore Post' }));

    expect(await screen.findByRole('heading', { name: 'Edit Post' })).toBeVisible();
    expect(contentField()).toHaveValue('Text');
  });

  it('shows who else is editing it', async () => {
    const mary = { ...stored.author, firstName: 'Mary', displayName: 'Mary Shelley' };
    const until = new Date(Date.now() + 60_000).toISOString();
    await edit(editApi().on(editingApi.begin, () => ({ others: [{ editor: mary, since: until }], until })));

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
    const mary = { ...stored.author, id: 'mary', firstName: 'Mary', displayName: 'Mary Shelley' };
    const theirs = { ...stored, content: 'Their text', lastEditedBy: mary };
    const api = editApi().refuse(postApi.update, 409, JSON.stringify(theirs));
    const { user } = await edit(api);
    type(contentField(), 'My text');

    await user.click(screen.getByRole('button', { name: 'Update Post' }));

    expect(await screen.findByText(/^Mary( Shelley)? saved another version of this post/)).toBeVisible();
  });

  it('cannot be published with conflict markers, and shows where they are', { tags: 'thorough' }, async () => {
    const { user, api } = await edit();
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
    const hidden = { ...stored, isPublished: false };
    const api = editApi()
      .on(postApi.byId, () => hidden)
      .on(postApi.update, ({ body }) => ({ ...hidden, ...body }) as typeof stored);
    const { user, router } = await edit(api);
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
    const stored = samplePost({ id: 'post-1', title: 'Stored', content: 'Text' });
    const api = staffApi()
      .on(postApi.adminList, () => [samplePostCard({ id: 'post-1', title: 'Stored' })])
      .on(postApi.byId, () => stored);
    const { user } = renderPage('/admin?tab=posts', { viewer: moderator, api });
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    type(await screen.findByRole('textbox', { name: /^Content/ }), 'Text, and an hour of work');

    await user.keyboard('{Escape}');
    expect(await screen.findByText(/^Your text is saved in your drafts/)).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(await screen.findByRole('dialog', { name: 'Discard this draft?' })).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog', { name: 'Discard this draft?' })).not.toBeInTheDocument();
    expect(screen.getByRole('dialog', { name: 'Edit Post' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Restore Draft' }));

    await waitFor(() => expect(contentField()).toHaveValue('Text, and an hour of work'));
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

  it('lists drafts with the same id in the browser and on the server separately, and loses neither', {
    tags: 'thorough',
  }, async () => {
    await leaveDraft('One name', 'Words here');
    const { key } = keptRecords()[0].fields;
    const { api, drafts } = withDrafts();
    drafts.keep(key, { title: 'One name', content: 'Words there' });
    const { user, router } = renderPage('/drafts', { viewer: moderator, api });

    await waitFor(() => expect(screen.getAllByRole('listitem', { name: 'Draft “One name”' })).toHaveLength(2));
    const there = screen
      .getAllByRole('listitem', { name: 'Draft “One name”' })
      .find((row) => row.textContent?.includes('Firefox on Linux')) as HTMLElement;
    await user.click(within(there).getByRole('link', { name: /^Open/ }));

    await waitFor(() => expect(router.state.location.pathname).toBe('/create-post'));
    await waitFor(() => expect(contentField()).toHaveValue('Words there'));
    await waitFor(() => expect(offers()).toHaveLength(1));
    expect(within(offers()[0] as HTMLElement).getByText('Words here')).toBeInTheDocument();
  });

  it("lists another device's version of a draft next to this browser's, and discards each separately", {
    tags: 'thorough',
  }, async () => {
    const first = staffApi();
    const drafts = new FakeDrafts().answer(first);
    const { unmount } = await openEditor(first);
    write('Begun here', 'Words');
    hidePage();
    expect(await screen.findByText('Draft saved in this browser and on the server')).toBeVisible();
    unmount();
    const [key = ''] = drafts.stored.keys();
    drafts.keep(key, { content: 'Words of the phone', device: 'Safari on iPhone' });
    const api = staffApi(drafts);
    const { user } = renderPage('/drafts', { viewer: moderator, api });
    const rows = () => screen.getAllByRole('listitem', { name: 'Draft “Begun here”' });
    await waitFor(() => expect(rows()).toHaveLength(2));

    const there = rows().find((row) => row.textContent?.includes('Safari on iPhone')) as HTMLElement;
    await user.click(within(there).getByRole('button', { name: /^Discard/ }));
    await user.click(await screen.findByRole('button', { name: 'Discard Draft' }));

    expect(await screen.findByRole('button', { name: /^Restore/ })).toBeVisible();
    await waitFor(() => expect(drafts.stored.has(key)).toBe(false));
    await user.click(screen.getByRole('link', { name: /^Open/ }));
    await waitFor(() => expect(contentField()).toHaveValue('Words'));
  });

  it('opens the latest version when a page with a draft on the server is reloaded', { tags: 'thorough' }, async () => {
    const key = 'abcdefghijklmnopqrst';
    const first = staffApi();
    const drafts = new FakeDrafts().answer(first);
    drafts.keep(key, { title: 'From afar', content: 'Far words' });
    const address = `/create-post?draft=${key}&from=server`;
    const before = renderPage(address, { viewer: moderator, api: first });
    await waitFor(() => expect(contentField()).toHaveValue('Far words'));
    first.cut(draftApi.patch);
    type(contentField(), 'Far words, and an hour of work');
    await screen.findByText(DRAFT_KEPT);
    before.unmount();

    const api = staffApi(drafts);
    const { unmount } = renderPage(address, { viewer: moderator, api });
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

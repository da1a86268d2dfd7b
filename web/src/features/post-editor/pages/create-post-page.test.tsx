import { categoryApi } from '@inkwell/shared/categories';
import { postApi, type StaffPost } from '@inkwell/shared/posts';
import { userApi } from '@inkwell/shared/users';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../lib/api.ts';
import { uploadFile } from '../../../lib/upload.ts';
import {
  contentField,
  editApi,
  openEditor,
  openPost,
  png,
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
import { type FakeApi, Refusal } from '../../../test/fake-api.ts';
import { createFakeApi, leadsHome, renderApp, renderPage } from '../../../test/render-app.tsx';
import { moderator, sampleCategory, samplePost, sampleUser } from '../../../test/samples.ts';
import { bodyOf, EMPTY_POST } from '../post-form.ts';

beforeEach(writeMarkdown);

vi.mock('../../../lib/upload.ts', () => ({ uploadFile: vi.fn() }));

/** The key of each attempt to create a post. */
const keysOf = (api: FakeApi) => api.calls(postApi.create).map(({ idempotencyKey }) => idempotencyKey);

describe('the post editor', () => {
  it('has every field of product §2', async () => {
    vi.setSystemTime('2026-11-27T12:00:00Z');
    await openEditor();

    expect(screen.getByRole('switch', { name: 'Publish immediately' })).not.toBeChecked();
    expect(screen.getByRole('combobox', { name: 'Category' })).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Excerpt' })).toHaveAttribute('rows', '3');
    for (const heading of ['Post Settings', 'Featured Image', 'Publishing']) {
      expect(screen.getByRole('heading', { name: heading })).toBeVisible();
    }
    expect(screen.getByText('PNG, JPG up to 10MB')).toBeVisible();
    expect(screen.getByText('Public')).toBeVisible();
    expect(screen.getByText('November 27, 2026')).toBeVisible();
    expect(screen.getByText('Draft')).toBeVisible();
    expect(screen.getByText('Auto-save')).toBeVisible();
  });

  it('opens with the caret in the title', { tags: 'thorough' }, async () => {
    await openEditor();

    await waitFor(() => expect(titleField()).toHaveFocus());
  });

  it('rejects blank and overlong texts under their fields and sends nothing', async () => {
    const { user, api } = await openEditor();

    await user.click(submitButton());
    expect(screen.getByText('Title is required')).toBeVisible();
    expect(screen.getByText('Content is required')).toBeVisible();
    expect(titleField()).toHaveFocus();

    write('x'.repeat(201), 'text');
    type(screen.getByRole('textbox', { name: 'Excerpt' }), 'x'.repeat(501));
    await user.click(submitButton());
    expect(screen.getByText('Title too long')).toBeVisible();
    expect(screen.getByText('Excerpt too long')).toBeVisible();
    expect(api.calls(postApi.create)).toEqual([]);
  });

  it('sends the post once, and then opens the home page', async () => {
    const { user, api, router } = await openEditor();

    write('x'.repeat(200), 'Some *text*');
    type(screen.getByRole('textbox', { name: 'Excerpt' }), 'x'.repeat(500));
    await screen.findByRole('option', { name: 'Food' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Food');
    await user.click(screen.getByRole('switch', { name: 'Publish immediately' }));
    expect(screen.getByText('Published')).toBeVisible();
    await user.click(submitButton());

    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(await screen.findByText('Post created successfully!')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Send as Newsletter' })).toBeNull();
    // A date is sent only if the writer has set one.
    const { publishedAt: _date, ...untouched } = bodyOf({ ...EMPTY_POST, title: 'any', content: 'any' });
    expect(api.calls(postApi.create).map(({ body }) => body)).toEqual([
      {
        ...untouched,
        title: 'x'.repeat(200),
        content: 'Some *text*',
        excerpt: 'x'.repeat(500),
        categoryId: 2,
        isPublished: true,
        featuredImage: null,
        draft: { key: expect.any(String), sitting: expect.any(String), version: expect.any(Number) },
      },
    ]);
    expect(keysOf(api)).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  });

  it('says that an unpublished post is a draft, below the text of every save', { tags: 'thorough' }, async () => {
    const { user } = await openEditor();
    write('Title', 'Text');
    await user.click(submitButton());

    const words = await screen.findByText('Post created successfully!');
    expect(words.nextSibling).toHaveTextContent('It is a draft: readers do not see it.');
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });

  it('undoes a publication from its toast, and offers admins to send the post as a newsletter', async () => {
    const { user, api } = await openEditor(
      staffApi().on(userApi.current, () => ({ ...moderator, role: 'admin' as const })),
    );
    write('Title', 'Text');
    await user.click(screen.getByRole('switch', { name: 'Publish immediately' }));
    await user.click(submitButton());
    const words = await screen.findByText('Post created successfully!');
    expect(words.parentElement).not.toHaveTextContent('draft');
    expect(screen.getByRole('link', { name: 'Send as Newsletter' })).toHaveAttribute(
      'href',
      '/admin/newsletter/issue?post=new-1',
    );
    api.on(postApi.update, ({ body }) => ({ ...savedPost(body), status: 'draft' as const }));

    await user.click(screen.getByRole('button', { name: 'Undo' }));

    expect(await screen.findByText('The post is a draft again.')).toBeVisible();
    expect(api.calls(postApi.update)).toMatchObject([
      { params: { id: 'new-1' }, body: { isPublished: false, undo: true, baseUpdatedAt: savedPost({}).updatedAt } },
    ]);
  });

  it('shows that it is publishing, and sends only once', { tags: 'thorough' }, async () => {
    const { user, api } = await openEditor(staffApi().hang(postApi.create));
    write('Title', 'Text');

    await user.click(submitButton());
    await user.click(await screen.findByRole('button', { name: 'Publishing...' }));

    expect(api.calls(postApi.create)).toHaveLength(1);
  });

  it('keeps all fields after a failed save, and repeats the save with the same key', { tags: 'thorough' }, async () => {
    const { user, api, router } = await openEditor(staffApi().refuse(postApi.create, 503, 'Try later'));
    write('Title', 'Text');

    await user.click(submitButton());
    expect(await screen.findByText('Failed to create post: 503: Try later')).toBeVisible();
    expect(contentField()).toHaveValue('Text');
    api.on(postApi.create, ({ body }) => savedPost(body));
    await user.click(submitButton());

    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    const keys = keysOf(api);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('saves later changes to the post that a lost first attempt created', { tags: 'thorough' }, async () => {
    const first = samplePost({ id: 'new-1', title: 'First', content: 'Text', excerpt: null, category: null });
    const api = staffApi()
      .on(postApi.create, () => ({ ...first, categoryId: null, isPublished: false }))
      .on(postApi.update, ({ body }) => ({ ...first, ...body, category: null }) as typeof first);
    const { user } = await openEditor(api);
    write('Second', 'Text');

    await user.click(submitButton());

    expect(await screen.findByText('Post created successfully!')).toBeVisible();
    expect(api.calls(postApi.update)[0]).toMatchObject({ params: { id: 'new-1' }, body: { title: 'Second' } });
  });

  it('uploads a selected image before it saves, and shows the image during the upload', async () => {
    vi.mocked(uploadFile).mockResolvedValue({ imageUrl: '/images/1.webp', width: 1, height: 1 });
    const { user, api } = await openEditor();
    write('Title', 'Text');

    await user.upload(screen.getByLabelText('Featured image file'), png());
    expect(screen.getByAltText('Featured image preview')).toHaveAttribute('src', 'blob:preview');
    await user.click(submitButton());

    await waitFor(() => expect(api.calls(postApi.create)).toHaveLength(1));
    expect(api.calls(postApi.create)[0]?.body).toMatchObject({ featuredImage: '/images/1.webp' });
  });

  it('does not change the form when the upload fails', { tags: 'thorough' }, async () => {
    vi.mocked(uploadFile).mockRejectedValue(new ApiError(500, 'no'));
    const { user, api } = await openEditor();
    write('Title', 'Text');
    await user.upload(screen.getByLabelText('Featured image file'), png());

    await user.click(submitButton());

    expect(await screen.findByText('Failed to create post: Failed to upload image')).toBeVisible();
    expect(screen.getByAltText('Featured image preview')).toBeVisible();
    expect(titleField()).toHaveValue('Title');
    expect(api.calls(postApi.create)).toEqual([]);
  });

  it('removes a selected image', { tags: 'thorough' }, async () => {
    const { user } = await openEditor();

    await user.upload(screen.getByLabelText('Featured image file'), png());
    await user.click(screen.getByRole('button', { name: 'Remove Image' }));
    expect(screen.queryByAltText('Featured image preview')).not.toBeInTheDocument();
  });

  it('creates a category without losing the text, and selects it', { tags: 'thorough' }, async () => {
    const travel = sampleCategory({ id: 9, name: 'Travel' });
    const { user, api } = await openEditor(
      staffApi().on(categoryApi.create, () => {
        api.on(categoryApi.list, () => [sampleCategory(), travel]);
        return travel;
      }),
    );
    write('Title', 'Text');
    const open = screen.getByRole('button', { name: 'New Category...' });
    await user.click(open);
    const dialog = within(await screen.findByRole('dialog', { name: 'Create New Category' }));
    await waitFor(() => expect(dialog.getByRole('textbox', { name: /^Name/ })).toHaveFocus());
    await user.keyboard('Travel{Control>}s{/Control}{Enter}');

    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(api.calls(categoryApi.create)[0]?.body).toMatchObject({ name: 'Travel' });
    expect(api.calls(postApi.create)).toEqual([]);
    expect(screen.getByRole('combobox', { name: 'Category' })).toHaveDisplayValue('Travel');
    expect(contentField()).toHaveValue('Text');
    await waitFor(() => expect(open).toHaveFocus());
  });

  it('toggles between text and preview', async () => {
    const { user } = await openEditor();
    type(contentField(), 'Some **bold** text');
    const toggle = screen.getByRole('button', { name: 'Preview' });

    await user.click(toggle);

    expect(toggle).toHaveAttribute('aria-pressed', 'true');
    expect(await screen.findByText('bold', { selector: 'strong' })).toBeVisible();
    await user.click(toggle);
    expect(contentField()).toBeVisible();
  });

  it('formats by toolbar and shortcut, with one tab stop for all buttons', async () => {
    const { user } = await openEditor();
    const toolbar = within(screen.getByRole('toolbar', { name: 'Formatting' }));
    type(contentField(), 'word');

    contentField().setSelectionRange(0, 4);
    await user.click(toolbar.getByRole('button', { name: 'Bold' }));
    expect(contentField()).toHaveValue('**word**');
    await user.keyboard('{Control>}i{/Control}');
    expect(contentField()).toHaveValue('***word***');

    act(() => toolbar.getByRole('button', { name: 'Bold' }).focus());
    await user.keyboard('{ArrowLeft}');
    expect(toolbar.getByRole('button', { name: 'More' })).toHaveFocus();
    expect(toolbar.getAllByRole('button').filter((button) => button.tabIndex === 0)).toHaveLength(1);
  });

  it('asks before leaving with unsaved text', async () => {
    const { user, router } = await openEditor();
    type(titleField(), 'Unsaved');

    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await user.click(within(dialog).getByRole('button', { name: 'Keep Editing' }));
    expect(router.state.location.pathname).toBe('/create-post');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Leave' }));

    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });

  it('redirects readers to the home page with a message, and shows visitors the landing page', async () => {
    const viewer = sampleUser();
    const reader = renderApp('/create-post', { viewer, api: leadsHome(createFakeApi(viewer)) });
    expect(await screen.findByText('Admin or moderator access required.')).toBeVisible();
    await waitFor(() => expect(reader.router.state.location.pathname).toBe('/'));
    reader.unmount();

    const visitor = renderApp('/create-post');
    expect(await screen.findByRole('tab', { name: 'Sign In' })).toBeVisible();
    expect(visitor.router.state.location.pathname).toBe('/create-post');
  });
});

describe('editing a post', () => {
  it('leaves the focus at the start of the page', { tags: 'thorough' }, async () => {
    await openPost();
    await act(() => new Promise((resolve) => setTimeout(resolve)));

    expect(titleField()).not.toHaveFocus();
  });

  it('starts with the stored post and keeps its image', async () => {
    const api = editApi();
    const answer = api.hold(postApi.update, ({ body }) => ({ ...STORED, ...body }) as StaffPost);
    const { user } = await openPost(api);
    expect(titleField()).toHaveValue('Stored');
    expect(screen.getByAltText('Featured image preview')).toHaveAttribute('src', '/a.webp');

    type(titleField(), 'Changed');
    await user.click(screen.getByRole('button', { name: 'Update Post' }));
    expect(await screen.findByRole('button', { name: 'Updating...' })).toBeVisible();
    answer();

    expect(await screen.findByText('Post updated successfully!')).toBeVisible();
    expect(api.calls(postApi.update)[0]?.body).toMatchObject({
      title: 'Changed',
      featuredImage: '/a.webp',
      baseUpdatedAt: STORED.updatedAt,
    });
  });

  it('says that a post was deleted', async () => {
    const api = staffApi().refuse(postApi.byId, 'not-found').refuse(postApi.trash, 'not-found');
    renderPage('/create-post?edit=post-1', { viewer: moderator, api });

    expect(await screen.findByRole('heading', { name: 'Post Not Found' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to Posts' })).toHaveAttribute('href', '/posts');
  });

  describe('a conflict with somebody else’s save', () => {
    const stored = { ...STORED, content: 'a\n\nb' };
    const theirs = { ...stored, title: 'Their title', content: 'a\n\nB theirs', updatedAt: '2026-02-01T00:00:00.000Z' };

    async function collide() {
      const api = editApi(stored).on(postApi.update, ({ body }) => {
        if (body.baseUpdatedAt !== theirs.updatedAt) throw new Refusal('conflict');
        return { ...theirs, ...body } as typeof stored;
      });
      const app = await openPost(api);
      type(contentField(), 'A mine\n\nb');
      // The editor reads the newer post after the refusal.
      api.on(postApi.byId, () => theirs);
      await app.user.click(screen.getByRole('button', { name: 'Update Post' }));
      const dialog = await screen.findByRole('dialog', { name: 'This post was changed meanwhile' });
      return { ...app, dialog };
    }

    it('shows both versions of the differing fields', { tags: 'thorough' }, async () => {
      const { dialog } = await collide();

      expect(within(dialog).getByRole('region', { name: 'Content, your version' })).toHaveTextContent('A mine b');
      expect(within(dialog).getByRole('region', { name: 'Content, their version' })).toHaveTextContent('a B theirs');
      expect(within(dialog).getByRole('region', { name: 'Title, their version' })).toHaveTextContent('Their title');
      expect(within(dialog).queryByText('Excerpt')).not.toBeInTheDocument();
    });

    it('shows the differences word by word', { tags: 'thorough' }, async () => {
      const { dialog } = await collide();

      const text = within(dialog).getByRole('region', { name: 'Content, what differs' });
      const wordsOf = (selector: string) => [...text.querySelectorAll(selector)].map((part) => part.textContent);
      expect(wordsOf('ins').join('')).toMatch(/^A.*mine/);
      expect(wordsOf('del').join('')).toMatch(/B.*theirs$/);
      const title = within(dialog).getByRole('region', { name: 'Title, what differs' });
      expect(title.querySelector('del')).toHaveTextContent('Their title');
      expect(title.querySelector('ins')).toHaveTextContent('Stored');
    });

    it('can be resolved by accepting the other version, which keeps the writer’s own as a draft', {
      tags: 'thorough',
    }, async () => {
      const { dialog, user } = await collide();

      await user.click(within(dialog).getByRole('button', { name: 'Use Their Version' }));
      expect(titleField()).toHaveValue('Their title');
      await restoreDraft(user, 'A mine\n\nb');
    });

    it('can be resolved by a merge that the writer reviews', { tags: 'thorough' }, async () => {
      const { dialog, user } = await collide();

      await user.click(within(dialog).getByRole('button', { name: 'Merge Both' }));

      expect(titleField()).toHaveValue('Their title');
      expect(contentField()).toHaveValue('A mine\n\nB theirs');
      expect(screen.getByText(/Both versions were merged/)).toBeVisible();
    });
  });
});

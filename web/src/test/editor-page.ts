import { type AuthorChoice, authorApi } from '@inkwell/shared/authors';
import { categoryApi } from '@inkwell/shared/categories';
import { postApi, type StaffPost } from '@inkwell/shared/posts';
import type { User } from '@inkwell/shared/users';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, vi } from 'vitest';
import { rememberWritingMode } from '../features/text-editor/writing-mode.ts';
// Compiled before the first test, which would otherwise wait for it.
import '../features/post-editor/pages/create-post-page.tsx';
import type { FakeApi } from './fake-api.ts';
import { FakeDrafts } from './fake-drafts.ts';
import { createFakeApi, leadsHome, renderPage } from './render-app.tsx';
import { moderator, sampleCategory, samplePost, samplePostCard } from './samples.ts';

export const png = (name = 'harbour.png'): File => new File(['x'], name, { type: 'image/png' });

/** The stored post after `body` is sent. */
export const savedPost = (body: unknown): StaffPost =>
  samplePost({ id: 'new-1', ...(body as Partial<StaffPost>), category: null });

/** People who can be authors of a post. */
const AUTHORS: readonly AuthorChoice[] = [
  { id: 'author-1', name: 'Ada Lovelace', profileImageUrl: null, isGuest: false },
  { id: 'guest-1', name: 'Grace Hopper', profileImageUrl: null, isGuest: true },
];

/** A fake server for somebody who writes a new post. */
export const writerApi = (viewer: User): FakeApi =>
  leadsHome(
    createFakeApi(viewer)
      .on(categoryApi.list, () => [sampleCategory()])
      .on(postApi.create, ({ body }) => savedPost(body)),
  );

/** That of a moderator, which stores drafts. */
export function staffApi(drafts?: FakeDrafts): FakeApi {
  const api = writerApi(moderator)
    .on(categoryApi.list, () => [sampleCategory(), sampleCategory({ id: 2, name: 'Food' })])
    .on(authorApi.choices, () => [...AUTHORS])
    .on(authorApi.named, ({ query }) =>
      AUTHORS.flatMap((author) => (query.ids?.split(',').includes(author.id) ? { ...author, askedId: author.id } : [])),
    );
  drafts?.answer(api);
  return api;
}

/** The same server with stored drafts. */
export function withDrafts(api = staffApi()) {
  return { api, drafts: new FakeDrafts().answer(api) };
}

/** Texts are written as Markdown, in a text area. */
export const writeMarkdown = (): void => rememberWritingMode('markdown');

/** Opens the editor for a new post. */
export async function openEditor(api = staffApi(), render = renderPage) {
  URL.createObjectURL = () => 'blob:preview';
  URL.revokeObjectURL = () => {};
  const app = render('/create-post', { viewer: moderator, api });
  await screen.findByRole('heading', { name: 'Create New Post' });
  return app;
}

/** The post that the tests edit. */
export const STORED = samplePost({ id: 'post-1', title: 'Stored', content: 'Text', featuredImage: '/a.webp' });

/** A fake server with that post. */
export const editApi = (post = STORED): FakeApi =>
  staffApi()
    .on(postApi.byId, () => post)
    .on(postApi.update, ({ body }) => ({ ...post, ...body }) as StaffPost);

/** Opens the editor for a stored post. */
export async function openPost(api = editApi(), id = 'post-1') {
  const app = renderPage(`/create-post?edit=${id}`, { viewer: moderator, api });
  await screen.findByRole('heading', { name: 'Edit Post' });
  return app;
}

/** Opens the dialog that edits that post, from the list of posts. */
export async function openPostDialog(api = editApi()) {
  api.on(postApi.adminList, () => [samplePostCard({ id: 'post-1', title: 'Stored' })]);
  const app = renderPage('/admin?tab=posts', { viewer: moderator, api });
  await app.user.click(await screen.findByRole('button', { name: 'Edit' }));
  return app;
}

export const titleField = () => screen.getByRole('textbox', { name: /^Title/ });
export const contentField = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Content/ });
export const submitButton = () => screen.getByRole('button', { name: 'Publish Post' });
export const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
/** Fills in the required fields of a post. */
export const write = (title: string, content: string): void => {
  type(titleField(), title);
  type(contentField(), content);
};

/** Hides the page, which sends waiting changes at once. */
export const hidePage = (): void => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  fireEvent(document, new Event('visibilitychange'));
};

/** Types a text that is sent at once. */
export const typeAndHide = (content: string): void => {
  type(contentField(), content);
  hidePage();
};

/** Restores the offered draft, which has this text. */
export async function restoreDraft(user: UserEvent, content: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Restore Draft' }));
  await waitFor(() => expect(contentField()).toHaveValue(content));
}

/** The records of drafts in this browser. */
export const keptRecords = () =>
  Object.entries(localStorage)
    .filter(([key]) => key.startsWith('inkwell-autosave:'))
    .map(([, text]) => JSON.parse(text))
    .filter(({ kind, state }) => kind === 'post-draft' && state !== 'removed');

/** The status once a draft is stored here. */
export const DRAFT_KEPT = /^Draft saved in this browser/;

/** The offered drafts above the form. */
export const offers = () => screen.queryAllByRole('region', { name: /^Unsaved draft/ });

import { type AuthorChoice, authorApi } from '@inkwell/shared/authors';
import { categoryApi } from '@inkwell/shared/categories';
import { postApi, type StaffPost } from '@inkwell/shared/posts';
import { fireEvent, screen } from '@testing-library/react';
import { vi } from 'vitest';
import { rememberWritingMode } from '../features/text-editor/writing-mode.ts';
// Compiled before the first test, which would otherwise wait for it.
import '../features/post-editor/pages/create-post-page.tsx';
import type { FakeApi } from './fake-api.ts';
import { FakeDrafts } from './fake-drafts.ts';
import { createFakeApi, leadsHome, renderPage } from './render-app.tsx';
import { moderator, sampleCategory, samplePost } from './samples.ts';

export const png = (name = 'harbour.png'): File => new File(['x'], name, { type: 'image/png' });

/** The stored post after `body` is sent. */
export const savedPost = (body: unknown): StaffPost =>
  samplePost({ id: 'new-1', ...(body as Partial<StaffPost>), category: null });

/** People who can be authors of a post. */
const AUTHORS: readonly AuthorChoice[] = [
  { id: 'author-1', name: 'Ada Lovelace', profileImageUrl: null, isGuest: false },
  { id: 'guest-1', name: 'Grace Hopper', profileImageUrl: null, isGuest: true },
];

/** A fake server for a staff member who writes a new post, which stores drafts. */
export function staffApi(drafts?: FakeDrafts): FakeApi {
  const api = leadsHome(
    createFakeApi(moderator)
      .on(categoryApi.list, () => [sampleCategory(), sampleCategory({ id: 2, name: 'Food' })])
      .on(authorApi.choices, () => [...AUTHORS])
      .on(authorApi.named, ({ query }) =>
        AUTHORS.flatMap((author) =>
          query.ids?.split(',').includes(author.id) ? { ...author, askedId: author.id } : [],
        ),
      )
      .on(postApi.create, ({ body }) => savedPost(body)),
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

import { categoryApi } from '@inkwell/shared/categories';
import { postApi, type StaffPost } from '@inkwell/shared/posts';
import { fireEvent, screen } from '@testing-library/react';
import { vi } from 'vitest';
import { rememberWritingMode } from '../features/text-editor/writing-mode.ts';
import { createFakeApi, leadsHome, renderApp } from './render-app.tsx';
import { sampleCategory, samplePost, sampleUser } from './samples.ts';

export const moderator = sampleUser({ id: 'mod-1', role: 'moderator' });

export const png = (name = 'harbour.png'): File => new File(['x'], name, { type: 'image/png' });

/** What the server stores when `body` is sent. */
export const savedPost = (body: unknown): StaffPost =>
  samplePost({ id: 'new-1', ...(body as Partial<StaffPost>), category: null });

/** A server for somebody who writes a new post. */
export const staffApi = () =>
  leadsHome(
    createFakeApi(moderator)
      .on(categoryApi.list, () => [sampleCategory(), sampleCategory({ id: 2, name: 'Food' })])
      .on(postApi.create, ({ body }) => savedPost(body)),
  );

/** Texts are written as Markdown, in a text area, as by a writer who chose that. */
export const writeMarkdown = (): void => rememberWritingMode('markdown');

/** Opens the editor for a new post. */
export async function openEditor(api = staffApi()) {
  URL.createObjectURL = () => 'blob:preview';
  URL.revokeObjectURL = () => {};
  const app = renderApp('/create-post', { viewer: moderator, api });
  await screen.findByRole('heading', { name: 'Create New Post' });
  return app;
}

export const titleField = () => screen.getByRole('textbox', { name: /^Title/ });
export const contentField = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Content/ });
export const submitButton = () => screen.getByRole('button', { name: 'Publish Post' });
export const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

/** The page goes out of sight, which sends at once what waits. */
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

/** What is said once a draft is kept here. */
export const DRAFT_KEPT = /^Draft kept in this browser/;

/** The drafts that are offered above the form. */
export const offers = () => screen.queryAllByRole('region', { name: /^Unsaved draft/ });

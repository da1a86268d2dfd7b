import { postApi } from '@inkwell/shared/posts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import '../pages/create-post-page.tsx';
import {
  contentField,
  openEditor,
  staffApi,
  submitButton,
  titleField,
  type,
  writeMarkdown,
} from '../../../test/editor-page.ts';

const names = () =>
  within(screen.getByRole('group', { name: 'Authors' }))
    .getAllByRole('listitem')
    .map((item) => item.firstChild?.textContent);

describe('the authors of a post', () => {
  it('are chosen, ordered by keyboard and removed; without a choice, none are sent', async () => {
    writeMarkdown();
    const api = staffApi();
    const { user } = await openEditor(api);
    expect(names()).toEqual(['Rita Reader']);

    await user.click(screen.getByRole('combobox', { name: 'Add an author' }));
    await user.click(await screen.findByRole('option', { name: 'Grace Hopper (guest)' }));
    expect(names()).toEqual(['Rita Reader', 'Grace Hopper']);
    expect(screen.getByRole('combobox', { name: 'Add an author' })).toHaveValue('');

    screen.getByRole('button', { name: 'Move Grace Hopper up' }).focus();
    await user.keyboard('{Enter}');
    expect(names()).toEqual(['Grace Hopper', 'Rita Reader']);
    expect(screen.getByRole('button', { name: 'Move Grace Hopper up' })).toHaveFocus();

    await user.click(screen.getByRole('button', { name: 'Remove Rita Reader' }));
    expect(names()).toEqual(['Grace Hopper']);
    type(titleField(), 'Title');
    type(contentField(), 'Words');
    await user.click(submitButton());

    await waitFor(() => expect(api.calls(postApi.create)[0]?.body).toMatchObject({ authorIds: ['guest-1'] }));
  });
});

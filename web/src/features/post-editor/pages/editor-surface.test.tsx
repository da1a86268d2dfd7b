import { postApi } from '@inkwell/shared/posts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  contentField,
  openEditor,
  staffApi,
  submitButton,
  titleField,
  type,
  write,
  writeMarkdown,
} from '../../../test/editor-page.ts';
import { renderPage } from '../../../test/render-app.tsx';
import { moderator, samplePost, samplePostCard } from '../../../test/samples.ts';

beforeEach(writeMarkdown);

const publishing = () => screen.getByRole('switch', { name: 'Publish immediately' });
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
    const api = staffApi()
      .on(postApi.adminList, () => [samplePostCard({ id: 'post-1' })])
      .on(postApi.byId, () => samplePost({ id: 'post-1' }));
    const { user } = renderPage('/admin?tab=posts', { viewer: moderator, api });
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    await user.click(await screen.findByRole('button', { name: 'More ways to save' }));

    await user.keyboard('{Escape}');

    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
    expect(screen.getByRole('dialog', { name: 'Edit Post' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'More ways to save' })).toHaveFocus();
  });

  it("leaves the dialog's full-page mode with the first Escape and the dialog with the second", {
    tags: 'thorough',
  }, async () => {
    const api = staffApi()
      .on(postApi.adminList, () => [samplePostCard({ id: 'post-1' })])
      .on(postApi.byId, () => samplePost({ id: 'post-1' }));
    const { user } = renderPage('/admin?tab=posts', { viewer: moderator, api });
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
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

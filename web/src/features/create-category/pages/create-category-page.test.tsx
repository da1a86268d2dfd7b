import { categoryApi } from '@inkwell/shared/categories';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { autosavedFields } from '../../../lib/autosave/fields.ts';
import { keptFields } from '../../../test/kept-fields.ts';
import { createFakeApi, leadsHome, renderPage } from '../../../test/render-app.tsx';
import { sampleCategory, sampleUser } from '../../../test/samples.ts';

const moderator = sampleUser({ role: 'moderator' });

async function openForm(api = createFakeApi(moderator)) {
  const app = renderPage('/create-category', { viewer: moderator, api: leadsHome(api) });
  await screen.findByRole('heading', { name: 'Create New Category' });
  return app;
}

const nameField = () => screen.getByRole('textbox', { name: /^Name/ });
const submitButton = () => screen.getByRole('button', { name: 'Create Category' });

describe('the create category page', () => {
  it('offers the eight icons', async () => {
    await openForm();

    expect(screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
      'Technology',
      'Design',
      'Business',
      'Lifestyle',
      'Health',
      'Education',
      'Photography',
      'Food',
    ]);
  });

  it('rejects blank and overlong texts', async () => {
    const { user, api } = await openForm();

    await user.click(submitButton());
    expect(screen.getByText('Name is required')).toBeVisible();
    fireEvent.change(nameField(), { target: { value: 'x'.repeat(101) } });
    fireEvent.change(screen.getByRole('textbox', { name: 'Description' }), { target: { value: 'x'.repeat(501) } });
    await user.click(submitButton());

    expect(screen.getByText('Name too long')).toBeVisible();
    expect(screen.getByText('Description too long')).toBeVisible();
    expect(api.calls(categoryApi.create)).toEqual([]);
  });

  it('shows a preview once a name is entered: a gray bookmark, then the chosen icon and theme', async () => {
    const { user } = await openForm();
    expect(screen.queryByRole('region', { name: 'Preview' })).not.toBeInTheDocument();

    await user.type(nameField(), 'Gardens');
    const preview = screen.getByRole('region', { name: 'Preview' });
    expect(within(preview).getByText('Gardens')).toBeVisible();
    expect(preview.querySelector('[data-theme-color]')).toHaveAttribute('data-theme-color', 'gray');
    await user.click(screen.getByRole('radio', { name: 'Food' }));

    expect(preview.querySelector('[data-theme-color]')).toHaveAttribute('data-theme-color', 'orange');
  });

  it('sends icon and theme, confirms the category, and opens the home page', async () => {
    const { user, api, router } = await openForm(
      createFakeApi(moderator).on(categoryApi.create, ({ body }) => sampleCategory({ name: body.name })),
    );
    await user.type(nameField(), ' Gardens ');
    await user.click(screen.getByRole('radio', { name: 'Lifestyle' }));

    await user.click(submitButton());

    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(await screen.findByText('Category created successfully!')).toBeVisible();
    expect(api.calls(categoryApi.create).map(({ body }) => body)).toEqual([
      { name: 'Gardens', description: null, icon: 'fas fa-leaf', color: 'green' },
    ]);
  });

  it('shows that it is sending, and sends only once', { tags: 'thorough' }, async () => {
    const { user, api } = await openForm(createFakeApi(moderator).hang(categoryApi.create));
    await user.type(nameField(), 'Gardens');

    await user.click(submitButton());
    await user.click(await screen.findByRole('button', { name: 'Creating...' }));

    expect(api.calls(categoryApi.create)).toHaveLength(1);
  });

  it('says why saving failed, and keeps the form', async () => {
    const { user } = await openForm(createFakeApi(moderator).refuse(categoryApi.create, 409, 'Taken'));
    await user.type(nameField(), 'Gardens');

    await user.click(submitButton());

    expect(await screen.findByText('Failed to create category: 409: Taken')).toBeVisible();
    expect(nameField()).toHaveValue('Gardens');
  });

  it('asks before typed text is discarded, but not once it is saved', async () => {
    const api = createFakeApi(moderator).on(categoryApi.create, ({ body }) => sampleCategory({ name: body.name }));
    const { user, router } = await openForm(api);
    const reload = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(reload()).toBe(false);
    await user.click(screen.getByRole('radio', { name: 'Food' }));
    expect(reload()).toBe(true);
    await user.type(nameField(), 'Gardens');
    expect(reload()).toBe(true);

    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    const question = await screen.findByRole('dialog', { name: 'Discard your text?' });
    await user.click(within(question).getByRole('button', { name: 'Keep Writing' }));
    expect(router.state.location.pathname).toBe('/create-category');
    expect(nameField()).toHaveValue('Gardens');
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await user.click(submitButton());

    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });

  describe('after the page was killed', () => {
    async function killWhileTyping() {
      const page = await openForm();
      await page.user.type(nameField(), 'Gardens');
      await page.user.click(screen.getByRole('radio', { name: 'Food' }));
      page.unmount();
      autosavedFields.reset();
    }

    it('restores text and icon, asks before discarding them, and removes them once saved', {
      tags: 'thorough',
    }, async () => {
      await killWhileTyping();
      const { user, router } = await openForm(
        createFakeApi(moderator).on(categoryApi.create, ({ body }) => sampleCategory({ name: body.name })),
      );

      expect(await screen.findByText('Your earlier text was restored.')).toBeVisible();
      expect(nameField()).toHaveValue('Gardens');
      expect(screen.getByRole('radio', { name: 'Food' })).toBeChecked();
      expect(!window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);
      await user.click(submitButton());

      await waitFor(() => expect(router.state.location.pathname).toBe('/'));
      expect(keptFields()).toEqual([]);
    });

    it('creates the same category if it is sent again after a lost answer', { tags: 'thorough' }, async () => {
      const before = await openForm(createFakeApi(moderator).cut(categoryApi.create));
      await before.user.type(nameField(), 'Gardens');
      await before.user.click(submitButton());
      expect(await screen.findByText(/^Failed to create category/)).toBeVisible();
      before.unmount();
      autosavedFields.reset();
      const { user, api } = await openForm(createFakeApi(moderator).cut(categoryApi.create));
      await waitFor(() => expect(nameField()).toHaveValue('Gardens'));

      await user.click(submitButton());
      await waitFor(() => expect(api.calls(categoryApi.create)).toHaveLength(1));
      await user.type(nameField(), ' and Parks');
      await user.click(submitButton());
      await waitFor(() => expect(api.calls(categoryApi.create)).toHaveLength(2));

      const keys = [...before.api.calls(categoryApi.create), ...api.calls(categoryApi.create)].map(
        ({ idempotencyKey }) => idempotencyKey,
      );
      expect(keys[0]).toBeTruthy();
      expect(keys[1]).toBe(keys[0]);
      expect(keys[2]).not.toBe(keys[0]);
    });

    it('can be emptied, with the focus in the first field', { tags: 'thorough' }, async () => {
      await killWhileTyping();
      const { user, unmount } = await openForm();

      await user.click(await screen.findByRole('button', { name: 'Discard' }));
      const question = await screen.findByRole('dialog', { name: 'Discard your text?' });
      await user.click(within(question).getByRole('button', { name: 'Discard' }));

      await waitFor(() => expect(nameField()).toHaveFocus());
      expect(nameField()).toHaveValue('');
      expect(screen.getByRole('radio', { name: 'Food' })).not.toBeChecked();
      unmount();
      await openForm();
      expect(nameField()).toHaveValue('');
    });

    it('is empty after its text was discarded on leaving', { tags: 'thorough' }, async () => {
      await killWhileTyping();
      const { user, router } = await openForm();
      await screen.findByText('Your earlier text was restored.');

      await user.click(screen.getByRole('button', { name: 'Cancel' }));
      const question = await screen.findByRole('dialog', { name: 'Discard your text?' });
      await user.click(within(question).getByRole('button', { name: 'Discard' }));
      await waitFor(() => expect(router.state.location.pathname).toBe('/'));

      expect(keptFields()).toEqual([]);
    });
  });

  it('tells readers that they have no access, and redirects to the home page', async () => {
    const reader = sampleUser();
    const { router } = renderPage('/create-category', { viewer: reader, api: leadsHome(createFakeApi(reader)) });

    expect(await screen.findByText("You don't have permission to create categories.")).toBeVisible();
    expect(screen.getByText('Unauthorized')).toBeVisible();
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });
});

import { categoryApi } from '@inkwell/shared/categories';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { dialogNamed, textsOf } from '../../../test/parts.ts';
import { createFakeApi, renderPage } from '../../../test/render-app.tsx';
import { admin, moderator, sampleCategory } from '../../../test/samples.ts';
import './categories-page.tsx';

const NAMES = ['Fish', 'Birds', 'Bees'];
const open = (viewer = admin) => {
  let all = NAMES.map((name, index) => sampleCategory({ id: index + 1, name, order: index + 1 }));
  const api = createFakeApi(viewer)
    .on(categoryApi.adminList, () => all)
    .on(categoryApi.order, ({ body }) => {
      all = body.ids.flatMap((id) => all.find((category) => category.id === id) ?? []);
      return all;
    });
  return renderPage('/admin/categories', { viewer, api });
};
const shown = () => textsOf(screen.getAllByRole('heading', { level: 3 }));
const row = async (name: string) => within(await screen.findByRole('listitem', { name }));

describe('/admin/categories', () => {
  it('orders them by keyboard, with the focus on the moved one', { tags: 'thorough' }, async () => {
    const { api, user } = open();
    await screen.findByText('3 categories');

    screen.getByRole('button', { name: 'Move Bees up' }).focus();
    await user.keyboard('{Enter}');

    expect(shown()).toEqual(['Fish', 'Bees', 'Birds']);
    expect(screen.getByRole('button', { name: 'Move Bees up' })).toHaveFocus();
    expect(screen.getByText('Bees is now number 2 of 3')).toHaveRole('status');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(api.calls(categoryApi.order).at(-1)?.body).toEqual({ ids: [3, 1, 2] }));
    expect(shown()).toEqual(['Bees', 'Fish', 'Birds']);
    expect(screen.getByRole('button', { name: 'Move Bees up' })).toHaveFocus();
  });

  it('renames one', { tags: 'thorough' }, async () => {
    const { api, user, refill } = open();
    api.on(categoryApi.update, ({ body }) => sampleCategory({ id: 2, ...(body as object) }));

    await user.click((await row('Birds')).getByRole('button', { name: 'Edit' }));
    const dialog = await dialogNamed('Edit Birds');
    await refill(dialog.getByRole('textbox', { name: /Name/ }), 'Wings');
    await user.click(dialog.getByRole('button', { name: 'Save' }));

    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(api.calls(categoryApi.update).at(-1)).toMatchObject({ params: { id: 2 }, body: { name: 'Wings' } });
  });

  it('merges one into another, for admins only', async () => {
    const { api, user, answer } = open();
    api.on(categoryApi.merge, () => sampleCategory({ id: 3 }));

    await user.click((await row('Fish')).getByRole('button', { name: 'Merge' }));
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Into' }), 'Bees');
    await answer('Merge Fish', 'Merge');

    await waitFor(() =>
      expect(api.calls(categoryApi.merge).at(-1)).toMatchObject({ params: { id: 1 }, body: { into: 3 } }),
    );
  });

  it('does not let moderators merge, and says why one could not be deleted', async () => {
    const { api, user, answer } = open(moderator);
    const use = { posts: [{ id: 'p', title: 'Tea', status: 'trash' }], drafts: 1 };
    api.refuse(categoryApi.remove, 409, JSON.stringify(use));

    await user.click((await row('Fish')).getByRole('button', { name: 'Delete' }));
    expect(screen.queryByRole('button', { name: 'Merge' })).not.toBeInTheDocument();
    await answer('Delete “Fish”?', 'Delete Category');

    expect(await screen.findByText(/“Tea”, and a draft/)).toBeInTheDocument();
  });
});

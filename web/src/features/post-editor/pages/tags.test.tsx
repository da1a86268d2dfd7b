// @module-tag thorough
import { postApi } from '@inkwell/shared/posts';
import { type StaffTag, tagApi } from '@inkwell/shared/tags';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { openEditor, savedPost, staffApi, submitButton, write, writeMarkdown } from '../../../test/editor-page.ts';
import { renderPage } from '../../../test/render-app.tsx';
import { moderator, sampleTag } from '../../../test/samples.ts';

beforeEach(writeMarkdown);

const tea = sampleTag({ id: 'tea-id', name: 'Tea', slug: 'tea' });
const coffee = sampleTag({ id: 'coffee-id', name: 'Coffee', slug: 'coffee' });

const api = (tags: readonly StaffTag[] = [tea, coffee]) =>
  staffApi()
    .on(tagApi.adminList, ({ query }) =>
      tags.filter(({ name }) => name.toLowerCase().startsWith(query.q?.toLowerCase() ?? '')),
    )
    .on(postApi.create, ({ body }) => savedPost({ ...body, tags: [] }));

const field = () => screen.getByRole('combobox', { name: 'Tags' });

describe('the tags of a post in its editor', () => {
  it('are completed by keyboard, created if nobody has the name, and removed', async () => {
    const server = api().on(tagApi.create, ({ body }) => sampleTag({ id: `id-of-${body.name}`, name: body.name }));
    const { user } = await openEditor(server);

    await user.type(field(), 'Cof');
    await waitFor(() => expect(server.calls(tagApi.adminList).at(-1)?.query.q).toBe('Cof'));
    await screen.findByRole('option', { name: 'Coffee' });
    await user.keyboard('{ArrowDown}{Enter}');
    await user.type(field(), 'tea');
    await screen.findByRole('option', { name: 'Tea' });
    await user.keyboard('{Enter}');
    await user.type(field(), 'Water,');
    expect(await screen.findByText('Water')).toBeVisible();
    await user.type(field(), 'Gone{Enter}');
    await screen.findByText('Gone');
    await user.keyboard('{Backspace}');
    write('Title', 'Text');
    await user.click(submitButton());

    await waitFor(() => expect(server.calls(postApi.create)).toHaveLength(1));
    expect(server.calls(postApi.create)[0]?.body.tagIds).toEqual(['coffee-id', 'tea-id', 'id-of-Water']);
    expect(server.calls(tagApi.create)[0]?.body).toEqual({ name: 'Water' });
  });

  it('of a stored post have their names at once', async () => {
    const server = api().on(postApi.byId, () =>
      savedPost({ tags: [{ name: 'Tea', slug: 'tea' }], tagIds: ['tea-id'] }),
    );
    renderPage('/create-post?edit=new-1', { viewer: moderator, api: server });

    expect(await screen.findByText('Tea')).toBeVisible();
    expect(server.calls(tagApi.byIds)).toEqual([]);
  });

  it('stay, with the typed name, when a new one cannot be created', async () => {
    const server = api([]).refuse(tagApi.create, 503);
    const { user } = await openEditor(server);

    await user.type(field(), 'Water{Enter}');

    expect(await screen.findByText(/The tag "Water" could not be added/)).toBeVisible();
    expect(field()).toHaveValue('Water');

    await user.clear(field());
    expect(screen.queryByText(/could not be added/)).toBeNull();
  });
});

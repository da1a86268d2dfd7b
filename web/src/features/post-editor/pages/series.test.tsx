// @module-tag thorough
import { postApi } from '@inkwell/shared/posts';
import { type StaffSeries, seriesApi } from '@inkwell/shared/series';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { openEditor, savedPost, staffApi, submitButton, write, writeMarkdown } from '../../../test/editor-page.ts';
import { sampleSeries } from '../../../test/samples.ts';

beforeEach(writeMarkdown);

/** The editor with the folded fields shown. */
async function open(server: Parameters<typeof openEditor>[0]) {
  const app = await openEditor(server);
  await app.user.click(screen.getByText('Series and authors'));
  return app;
}

const winter = sampleSeries({ id: 'winter-id', name: 'Winter', slug: 'winter' });

const api = (series: readonly StaffSeries[] = [winter]) =>
  staffApi()
    .on(seriesApi.adminList, ({ query }) =>
      series.filter(({ name }) => name.toLowerCase().startsWith(query.q?.toLowerCase() ?? '')),
    )
    .on(postApi.create, ({ body }) => savedPost({ ...body, tags: [], series: null }));

const field = () => screen.getByRole('combobox', { name: 'Series' });
const place = () => screen.getByRole('textbox', { name: 'Place in the series' });

describe('the series of a post in its editor', () => {
  it('is completed by keyboard, with a place, and removed', async () => {
    const server = api();
    const { user } = await open(server);
    expect(screen.queryByRole('textbox', { name: 'Place in the series' })).not.toBeInTheDocument();

    await user.type(field(), 'win');
    await screen.findByRole('option', { name: 'Winter' });
    await user.keyboard('{Enter}');
    expect(field()).toHaveValue('Winter');
    await user.type(place(), '0');
    write('Title', 'Text');
    await user.click(submitButton());
    expect(await screen.findByText('The place is a whole number from 1 to 9,999')).toBeVisible();
    expect(place()).toHaveFocus();
    expect(server.calls(postApi.create)).toHaveLength(0);

    await user.clear(place());
    await user.type(place(), '3');
    await user.click(submitButton());
    await waitFor(() => expect(server.calls(postApi.create)).toHaveLength(1));
    expect(server.calls(postApi.create)[0]?.body).toMatchObject({ seriesId: 'winter-id', seriesPlace: 3 });
  });

  it('is created if none has the name, and the post is last in it without a place', async () => {
    const server = api([]).on(seriesApi.create, ({ body }) => sampleSeries({ id: 'new-id', name: body.name }));
    const { user } = await open(server);

    await user.type(field(), 'Spring');
    await user.click(await screen.findByRole('option', { name: 'Create "Spring"' }));
    await screen.findByRole('textbox', { name: 'Place in the series' });
    expect(field()).toHaveValue('Spring');
    write('Title', 'Text');
    await user.click(submitButton());

    await waitFor(() => expect(server.calls(postApi.create)).toHaveLength(1));
    expect(server.calls(postApi.create)[0]?.body).toMatchObject({ seriesId: 'new-id', seriesPlace: null });
    expect(server.calls(seriesApi.create)[0]?.body).toEqual({ name: 'Spring' });
  });

  it('is replaced by typing a name and Enter', async () => {
    const summer = sampleSeries({ id: 'summer-id', name: 'Summer', slug: 'summer' });
    const server = api([winter, summer]);
    const { user } = await open(server);
    await user.type(field(), 'win');
    await user.click(await screen.findByRole('option', { name: 'Winter' }));

    await user.clear(field());
    await user.type(field(), 'sum');
    await screen.findByRole('option', { name: 'Summer' });
    await user.keyboard('{Enter}');

    await waitFor(() => expect(field()).toHaveValue('Summer'));
    expect(place()).toHaveValue('');
  });

  it('says why it could not be created, and leaves the post without one', async () => {
    const server = api([]).refuse(seriesApi.create, 503);
    const { user } = await open(server);

    await user.type(field(), 'Spring');
    await user.click(await screen.findByRole('option', { name: 'Create "Spring"' }));

    expect(await screen.findByText(/The series "Spring" could not be created/)).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Place in the series' })).not.toBeInTheDocument();
  });

  it('can be removed again', async () => {
    const server = api();
    const { user } = await open(server);
    await user.type(field(), 'win');
    await user.click(await screen.findByRole('option', { name: 'Winter' }));

    await user.click(screen.getByRole('button', { name: 'Remove from Series' }));

    expect(screen.queryByRole('textbox', { name: 'Place in the series' })).not.toBeInTheDocument();
    expect(field()).toHaveValue('');
    expect(field()).toHaveFocus();
  });
});

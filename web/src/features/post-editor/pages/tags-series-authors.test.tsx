// @module-tag thorough
import { authorApi, GUEST_CHOICES, type GuestAuthor } from '@inkwell/shared/authors';
import { postApi } from '@inkwell/shared/posts';
import { type StaffSeries, seriesApi } from '@inkwell/shared/series';
import { type StaffTag, tagApi } from '@inkwell/shared/tags';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { openEditor, savedPost, staffApi, submitButton, write, writeMarkdown } from '../../../test/editor-page.ts';
import { renderPage } from '../../../test/render-app.tsx';
import { moderator, sampleSeries, sampleTag } from '../../../test/samples.ts';

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

/** The editor of a post in that series. */
async function openInWinter(server = api()) {
  const app = await open(server);
  await app.user.type(field(), 'win');
  await app.user.click(await screen.findByRole('option', { name: 'Winter' }));
  return app;
}

const field = () => screen.getByRole('combobox', { name: 'Series' });
const place = () => screen.getByRole('textbox', { name: 'Place in the series' });

describe('the series of a post in its editor', () => {
  it('is completed by keyboard, with a valid place', async () => {
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

  it('is created if it does not exist; the place is optional', async () => {
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
    const { user } = await openInWinter(api([winter, summer]));

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
    const { user } = await openInWinter();

    await user.click(screen.getByRole('button', { name: 'Remove from Series' }));

    expect(screen.queryByRole('textbox', { name: 'Place in the series' })).not.toBeInTheDocument();
    expect(field()).toHaveValue('');
    expect(field()).toHaveFocus();
  });
});

const guest = (id: string, name: string): GuestAuthor => ({
  id,
  name,
  profileImageUrl: null,
  text: null,
  website: null,
  handles: {},
  postCount: 0,
  createdAt: '2026-01-15T10:00:00.000Z',
});

const names = () =>
  within(screen.getByRole('group', { name: 'Authors' }))
    .getAllByRole('listitem')
    .map((item) => item.firstChild?.textContent);

const adder = () => screen.getByRole('combobox', { name: 'Add an author' });
const choice = (id: string, name: string) => ({ id, name, profileImageUrl: null, isGuest: true });
const offered = () => within(screen.getByRole('listbox')).getAllByRole('option');

describe('the authors of a post', () => {
  it('are chosen, ordered by keyboard and removed; none are sent by default', async () => {
    const api = staffApi();
    const { user } = await open(api);
    expect(names()).toEqual(['Rita Reader']);

    await user.click(adder());
    await user.click(await screen.findByRole('option', { name: 'Grace Hopper (guest)' }));
    expect(names()).toEqual(['Rita Reader', 'Grace Hopper']);
    expect(adder()).toHaveValue('');

    screen.getByRole('button', { name: 'Move Grace Hopper up' }).focus();
    await user.keyboard('{Enter}');
    expect(names()).toEqual(['Grace Hopper', 'Rita Reader']);
    expect(screen.getByRole('button', { name: 'Move Grace Hopper up' })).toHaveFocus();

    await user.click(screen.getByRole('button', { name: 'Remove Rita Reader' }));
    expect(names()).toEqual(['Grace Hopper']);
    write('Title', 'Words');
    await user.click(submitButton());

    await waitFor(() => expect(api.calls(postApi.create)[0]?.body).toMatchObject({ authorIds: ['guest-1'] }));
  });

  it('are at most five, and moves are announced', async () => {
    const people = Array.from({ length: 7 }, (_, n) => choice(`guest-${n}`, `Guest ${n}`));
    const api = staffApi().on(authorApi.choices, () => people);
    const { user } = await open(api);
    for (const name of ['Guest 1 (guest)', 'Guest 2 (guest)', 'Guest 3 (guest)', 'Guest 4 (guest)']) {
      await user.click(adder());
      await user.click(await screen.findByRole('option', { name }));
    }
    expect(names()).toEqual(['Rita Reader', 'Guest 1', 'Guest 2', 'Guest 3', 'Guest 4']);
    expect(adder()).toHaveAttribute('placeholder', 'At most 5 authors');
    expect(adder()).toHaveAttribute('readonly');

    await user.click(screen.getByRole('button', { name: 'Move Guest 4 up' }));
    expect(screen.getByText('Guest 4 is number 4 of 5.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Remove Guest 1' }));

    expect(names()).toEqual(['Rita Reader', 'Guest 2', 'Guest 4', 'Guest 3']);
    expect(adder()).toHaveFocus();
    expect(screen.getByRole('button', { name: 'Move Rita Reader up' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('are searched on the server if the first answer is incomplete', async () => {
    const first = Array.from({ length: GUEST_CHOICES }, (_, n) => choice(`guest-${n}`, `Guest ${n}`));
    const api = staffApi().on(authorApi.choices, ({ query }) => (query.q ? [choice('zora', 'Zora Hurston')] : first));
    const { user } = await open(api);

    await user.click(adder());
    await user.keyboard('zora');
    await user.click(await screen.findByRole('option', { name: 'Zora Hurston (guest)' }));

    expect(names()).toEqual(['Rita Reader', 'Zora Hurston']);
  });

  it('can be added as new guest authors', async () => {
    const api = staffApi().on(authorApi.create, ({ body }) => guest('guest-new', body.name));
    const { user } = await open(api);

    await user.click(adder());
    await screen.findByRole('option', { name: 'Ada Lovelace' });
    await user.keyboard('grace hopper');
    expect(offered().map(({ textContent }) => textContent)).toEqual(['Grace Hopper (guest)']);
    await user.clear(adder());
    await user.keyboard('Grace');
    expect(offered().map(({ textContent }) => textContent)).toEqual([
      'Grace Hopper (guest)',
      'Add Guest Author “Grace”',
    ]);
    await user.clear(adder());
    await user.keyboard(' Zora Hurston {Enter}');

    await waitFor(() => expect(names()).toEqual(['Rita Reader', 'Zora Hurston']));
    await waitFor(() => expect(adder()).toHaveValue(''));
    expect(api.calls(authorApi.create).map(({ body }) => body)).toEqual([{ name: 'Zora Hurston' }]);
    write('Title', 'Words');
    await user.click(submitButton());
    await waitFor(() =>
      expect(api.calls(postApi.create)[0]?.body).toMatchObject({ authorIds: ['mod-1', 'guest-new'] }),
    );
  });

  it('keep the typed name if they could not be created, and are created once', async () => {
    const api = staffApi().cut(authorApi.create);
    const { user } = await open(api);
    await user.click(adder());
    await screen.findByRole('option', { name: 'Ada Lovelace' });

    await user.keyboard('Zora Hurston{Enter}');
    expect(await screen.findByText(/^Failed to add the author/)).toBeVisible();
    expect(adder()).toHaveValue('Zora Hurston');
    api.on(authorApi.create, ({ body }) => guest('guest-new', body.name));
    await user.click(adder());
    await user.click(await screen.findByRole('option', { name: 'Add Guest Author “Zora Hurston”' }));

    await waitFor(() => expect(names()).toEqual(['Rita Reader', 'Zora Hurston']));
    const keys = api.calls(authorApi.create).map(({ idempotencyKey }) => idempotencyKey);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });

  it('say that the choices could not be loaded', async () => {
    const { user } = await open(staffApi().refuse(authorApi.choices, 'unavailable'));

    await user.click(adder());

    expect(await screen.findByText('Authors could not be loaded', undefined, { timeout: 5_000 })).toBeVisible();
  });
});

const tea = sampleTag({ id: 'tea-id', name: 'Tea', slug: 'tea' });
const coffee = sampleTag({ id: 'coffee-id', name: 'Coffee', slug: 'coffee' });

const tagServer = (tags: readonly StaffTag[] = [tea, coffee]) =>
  staffApi()
    .on(tagApi.adminList, ({ query }) =>
      tags.filter(({ name }) => name.toLowerCase().startsWith(query.q?.toLowerCase() ?? '')),
    )
    .on(postApi.create, ({ body }) => savedPost({ ...body, tags: [] }));

const tagField = () => screen.getByRole('combobox', { name: 'Tags' });

describe('the tags of a post in its editor', () => {
  it('are completed by keyboard, created if they do not exist, and removed with Backspace', async () => {
    const server = tagServer().on(tagApi.create, ({ body }) =>
      sampleTag({ id: `id-of-${body.name}`, name: body.name }),
    );
    const { user } = await openEditor(server);

    await user.type(tagField(), 'Cof');
    await waitFor(() => expect(server.calls(tagApi.adminList).at(-1)?.query.q).toBe('Cof'));
    await screen.findByRole('option', { name: 'Coffee' });
    await user.keyboard('{ArrowDown}{Enter}');
    await user.type(tagField(), 'tea');
    await screen.findByRole('option', { name: 'Tea' });
    await user.keyboard('{Enter}');
    await user.type(tagField(), 'Water,');
    expect(await screen.findByText('Water')).toBeVisible();
    await user.type(tagField(), 'Gone{Enter}');
    await screen.findByText('Gone');
    await user.keyboard('{Backspace}');
    write('Title', 'Text');
    await user.click(submitButton());

    await waitFor(() => expect(server.calls(postApi.create)).toHaveLength(1));
    expect(server.calls(postApi.create)[0]?.body.tagIds).toEqual(['coffee-id', 'tea-id', 'id-of-Water']);
    expect(server.calls(tagApi.create)[0]?.body).toEqual({ name: 'Water' });
  });

  it('of a stored post are shown without a further request', async () => {
    const server = tagServer().on(postApi.byId, () =>
      savedPost({ tags: [{ name: 'Tea', slug: 'tea' }], tagIds: ['tea-id'] }),
    );
    renderPage('/create-post?edit=new-1', { viewer: moderator, api: server });

    expect(await screen.findByText('Tea')).toBeVisible();
    expect(server.calls(tagApi.byIds)).toEqual([]);
  });

  it('keep the typed name if a new tag cannot be created', async () => {
    const server = tagServer([]).refuse(tagApi.create, 503);
    const { user } = await openEditor(server);

    await user.type(tagField(), 'Water{Enter}');

    expect(await screen.findByText(/The tag "Water" could not be added/)).toBeVisible();
    expect(tagField()).toHaveValue('Water');

    await user.clear(tagField());
    expect(screen.queryByText(/could not be added/)).toBeNull();
  });
});

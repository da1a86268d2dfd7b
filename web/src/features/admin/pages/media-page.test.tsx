import { type LibraryPicture, pictureLibraryApi } from '@inkwell/shared/picture-library';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { uploadFile } from '../../../lib/upload.ts';
import { dialogNamed, hrefOf, rowNamed } from '../../../test/parts.ts';
import { createFakeApi, renderPage } from '../../../test/render-app.tsx';
import { contributor, moderator, samplePicture } from '../../../test/samples.ts';
import './media-page.tsx';

// jsdom's XMLHttpRequest does not reach the fake API.
vi.mock('../../../lib/upload.ts', () => ({ uploadFile: vi.fn() }));

const harbour = samplePicture();
const sea = samplePicture({
  name: '1763700000001-sea-1a2b3c4d-800x600.webp',
  fileName: 'sea.jpg',
  width: 800,
  height: 600,
  description: 'Waves at night',
  places: [
    { kind: 'post', id: 'post-1', name: 'A letter' },
    { kind: 'tag', id: 'tag-1', name: 'Tea' },
    { kind: 'draft', id: null, name: null },
    { kind: 'draft', id: null, name: null },
  ],
  keptUntil: null,
});

const server = (pictures: readonly LibraryPicture[] = [sea, harbour]) =>
  createFakeApi(moderator).on(pictureLibraryApi.list, ({ query }) =>
    pictures.filter(
      ({ fileName, places }) => fileName.startsWith(query.q ?? '') && (query.show !== 'unused' || places.length === 0),
    ),
  );
const open = (api = server()) => renderPage('/admin/media', { viewer: moderator, api });

describe('the page of all pictures', () => {
  it('shows size, owner, description and the places that show a picture', async () => {
    open();

    expect(await screen.findByText('2 pictures in total')).toBeVisible();
    const used = await rowNamed('sea.jpg');
    expect(used.getByRole('img', { name: 'Waves at night' })).toHaveAttribute('loading', 'lazy');
    expect(used.getByText('800 × 600')).toBeVisible();
    expect(used.getByText('Ada Lovelace')).toBeVisible();
    expect(hrefOf('A letter', used)).toBe('/create-post?edit=post-1');
    expect(hrefOf('Tea', used)).toBe('/admin/tags');
    expect(used.getByText('2 unsaved texts by others')).toBeVisible();
    const unused = await rowNamed('harbour.png');
    expect(unused.getByText('No alt text')).toBeVisible();
    expect(unused.getByText(/^Not used/)).toBeVisible();
  });

  it('is searched and filtered, in the address', { tags: 'thorough' }, async () => {
    const others = [3, 4, 5, 6, 7, 8].map((n) => ({ ...sea, name: `sea-${n}`, fileName: `sea ${n}.jpg` }));
    const { api, user, router } = open(server([sea, harbour, ...others]));
    await screen.findByText('8 pictures in total');

    await user.type(await screen.findByRole('searchbox', { name: 'File name or description' }), 'har');
    expect(await screen.findByText('1 picture found')).toBeVisible();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'unused');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Whose' }), 'me');

    await waitFor(() =>
      expect(api.calls(pictureLibraryApi.list).at(-1)?.query).toMatchObject({ q: 'har', show: 'unused', of: 'me' }),
    );
    expect(router.state.location.search).toBe('?q=har&show=unused&of=me');
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByText('8 pictures in total')).toBeVisible();
  });

  it('describes a picture, and keeps the text after a failure', async () => {
    const api = server().refuse(pictureLibraryApi.describe, 'bad-request', 'Please say more');
    const { user } = open(api);
    await user.click((await rowNamed('harbour.png')).getByRole('button', { name: 'Describe' }));
    const dialog = await dialogNamed('Describe Picture');
    await user.type(dialog.getByRole('textbox', { name: 'Description' }), 'Boats');
    await user.click(dialog.getByRole('button', { name: 'Save Description' }));
    expect(await dialog.findByText('Please say more')).toBeVisible();
    expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('Boats');

    api.on(pictureLibraryApi.describe, ({ body }) => ({ ...harbour, description: body.description }));
    await user.click(dialog.getByRole('button', { name: 'Save Description' }));
    expect(await screen.findByText('Description saved')).toBeVisible();
    expect(api.calls(pictureLibraryApi.describe).at(-1)).toMatchObject({
      params: { name: harbour.name },
      body: { description: 'Boats' },
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('keeps an unsaved description, and asks before discarding it', { tags: 'thorough' }, async () => {
    const { user, answer } = open();
    await user.click((await rowNamed('harbour.png')).getByRole('button', { name: 'Describe' }));
    await user.type(await screen.findByRole('textbox', { name: 'Description' }), 'Boats');

    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await answer('Discard your text?', 'Keep Writing');
    expect(screen.getByRole('textbox', { name: 'Description' })).toHaveValue('Boats');
  });

  it('uploads several pictures with their descriptions, and keeps the ones that could not be stored', async () => {
    const imageUrl = `https://storage.test/o/images%2F${harbour.name}?alt=media`;
    vi.mocked(uploadFile).mockResolvedValue({ imageUrl, width: 1, height: 1 });
    const api = server().on(pictureLibraryApi.describe, ({ body }) => ({ ...harbour, description: body.description }));
    const { user } = open(api);
    await user.click(await screen.findByRole('button', { name: 'Upload' }));
    const dialog = await dialogNamed('Upload Pictures');
    const files = ['quay.png', 'empty.png'].map(
      (name) => new File(name === 'quay.png' ? ['x'] : [], name, { type: 'image/png' }),
    );

    await user.upload(dialog.getByLabelText('Picture files'), files);
    await user.type(dialog.getByRole('textbox', { name: 'quay.png' }), 'The quay');
    await user.click(dialog.getByRole('button', { name: 'Upload' }));

    expect(await screen.findByText('Picture uploaded')).toBeVisible();
    expect(api.calls(pictureLibraryApi.describe)).toMatchObject([
      { params: { name: harbour.name }, body: { description: 'The quay' } },
    ]);
    expect(dialog.queryByRole('textbox', { name: 'quay.png' })).not.toBeInTheDocument();
    expect(dialog.getByRole('textbox', { name: 'empty.png' })).toHaveAccessibleDescription('This file is empty.');
  });

  it('deletes a picture after a question', async () => {
    const api = server().on(pictureLibraryApi.remove, () => {});
    const { user, answer } = open(api);

    await user.click((await rowNamed('harbour.png')).getByRole('button', { name: 'Delete' }));
    await answer('Delete “harbour.png”?', 'Delete Picture');

    expect(await screen.findByText('Picture harbour.png deleted')).toBeVisible();
    expect(api.calls(pictureLibraryApi.remove).map(({ params }) => params.name)).toEqual([harbour.name]);
  });

  it('names the places of a picture that cannot be deleted', { tags: 'thorough' }, async () => {
    const places = [{ kind: 'post-revision', id: 'post-2', name: 'Earlier' }] as const;
    const api = server().refuse(pictureLibraryApi.remove, 'conflict', JSON.stringify({ places, hasMorePlaces: false }));
    const { user, answer } = open(api);

    await user.click((await rowNamed('harbour.png')).getByRole('button', { name: 'Delete' }));
    await answer('Delete “harbour.png”?', 'Delete Picture');
    const refused = await dialogNamed('Picture in Use');
    expect(hrefOf('Earlier', refused)).toBe('/revisions?post=post-2');
    await user.click(refused.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('shows writers who are not staff their own pictures', async () => {
    const api = createFakeApi(contributor).on(pictureLibraryApi.list, () => [sea]);
    renderPage('/writing/media', { viewer: contributor, api });

    expect((await rowNamed('sea.jpg')).getByText('A letter')).toBeVisible();
    expect(screen.queryByRole('combobox', { name: 'Whose' })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'A letter' })).not.toBeInTheDocument();
  });
});

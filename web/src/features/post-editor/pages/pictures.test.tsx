import { pictureLibraryApi } from '@inkwell/shared/picture-library';
import { postApi } from '@inkwell/shared/posts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../lib/api.ts';
import { uploadFile } from '../../../lib/upload.ts';
import {
  contentField,
  openEditor,
  png,
  staffApi,
  submitButton,
  titleField,
  type,
  write,
  writeMarkdown,
} from '../../../test/editor-page.ts';
import { samplePicture } from '../../../test/samples.ts';
import { settled } from '../../../test/settled.ts';
// Loaded first, so that no test waits for its code.
import '../../text-editor/pictures/library-dialog.tsx';

beforeEach(writeMarkdown);

vi.mock('../../../lib/upload.ts', () => ({ uploadFile: vi.fn() }));

const paste = (files: readonly File[]) => fireEvent.paste(contentField(), { clipboardData: { files } });

/** Uploads that finish on the test's command. */
function heldUploads() {
  const held: { name: string; end: (url: string | null) => void }[] = [];
  vi.mocked(uploadFile).mockReset();
  vi.mocked(uploadFile).mockImplementation((_, file) => {
    return new Promise((resolve, reject) => {
      const end = (imageUrl: string | null) =>
        imageUrl === null ? reject(new ApiError(500, 'no')) : resolve({ imageUrl, width: 1, height: 1 });
      held.push({ name: (file as File).name, end });
    });
  });
  const end = async (name: string, url: string | null) => {
    await waitFor(() => expect(held.map((upload) => upload.name)).toContain(name));
    await settled(() => held.findLast((upload) => upload.name === name)?.end(url));
  };
  return { held, end };
}

/** Opens the editor of a new post; its uploads finish on the test's command. */
async function openWithUploads(text = '') {
  const uploads = heldUploads();
  const app = await openEditor();
  type(contentField(), text);
  contentField().setSelectionRange(text.length, text.length);
  return { ...app, ...uploads };
}

describe('pictures in a text', () => {
  it('are all pasted or dropped, each at its own position', { tags: 'thorough' }, async () => {
    const { end } = await openWithUploads();

    paste([png('one.png'), png('two.png')]);
    await end('one.png', '/1.webp');
    fireEvent.drop(contentField(), { dataTransfer: { types: ['Files'], files: [png('three.png')] } });
    await end('two.png', '/2.webp');
    await end('three.png', '/3.webp');

    expect(contentField()).toHaveValue('![one](/1.webp)\n\n![two](/2.webp)\n\n![three](/3.webp)\n\n');
  });

  it('do not affect typing during their upload', { tags: 'thorough' }, async () => {
    const { end, user } = await openWithUploads('Before');

    paste([png('one.png')]);
    await user.type(contentField(), 'typed on', { skipClick: true });
    contentField().setSelectionRange(2, 4);
    await end('one.png', '/1.webp');
    act(() => titleField().focus());

    expect(contentField()).toHaveValue('Before\n\n![one](/1.webp)\n\ntyped on');
    expect([contentField().selectionStart, contentField().selectionEnd]).toEqual([2, 4]);
  });

  it('do not take the focus from another field', { tags: 'thorough' }, async () => {
    const { end } = await openWithUploads();
    paste([png('one.png')]);
    act(() => titleField().focus());

    await end('one.png', '/1.webp');

    expect(titleField()).toHaveFocus();
    expect(contentField()).toHaveValue('![one](/1.webp)\n\n');
  });

  it('keep their position when they fail, and can be retried', async () => {
    const { end, user } = await openWithUploads('Text');

    paste([png('one.png')]);
    await end('one.png', null);

    expect(await screen.findByText('Failed to upload image')).toBeVisible();
    expect(screen.getByText(/^one was not uploaded/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again: one' }));
    await end('one.png', '/1.webp');
    expect(contentField().value.trim()).toBe('Text\n\n![one](/1.webp)');
    expect(screen.queryByRole('list', { name: 'Uploads' })).toBeNull();
  });

  it('are refused with a reason, while others are accepted', { tags: 'thorough' }, async () => {
    const { end } = await openWithUploads();

    paste([png('one.png'), new File(['x'], 'notes.txt', { type: 'text/plain' })]);

    expect(await screen.findByText('Left out: notes.txt. Please choose a PNG, JPG, WebP or GIF image.')).toBeVisible();
    await end('one.png', '/1.webp');
    expect(contentField()).toHaveValue('![one](/1.webp)\n\n');
  });

  it('are not uploaded if their placeholder was already deleted', { tags: 'thorough' }, async () => {
    const { end, held } = await openWithUploads();
    paste([png('one.png'), png('two.png'), png('three.png')]);
    await waitFor(() => expect(held).toHaveLength(2));

    type(contentField(), 'None');
    await end('one.png', '/1.webp');

    expect(contentField()).toHaveValue('None');
    expect(held).toHaveLength(2);
  });

  it('wait for the end of a composed character', { tags: 'thorough' }, async () => {
    const { end } = await openWithUploads();
    paste([png('one.png')]);

    fireEvent.compositionStart(contentField());
    await end('one.png', '/1.webp');
    expect(contentField().value).toContain('uploading:');
    fireEvent.compositionEnd(contentField());

    expect(contentField()).toHaveValue('![one](/1.webp)\n\n');
  });

  it('delay saving until they are uploaded', async () => {
    const { end, user, api } = await openWithUploads();
    type(titleField(), 'Title');
    paste([png('one.png')]);

    await user.click(submitButton());
    expect(await screen.findByRole('button', { name: 'Publishing...' })).toBeVisible();
    expect(api.calls(postApi.create)).toEqual([]);
    await end('one.png', '/1.webp');

    await waitFor(() => expect(api.calls(postApi.create)[0]?.body).toMatchObject({ content: '![one](/1.webp)' }));
  });

  it('prevent saving if their upload fails', async () => {
    const { end, user, api } = await openWithUploads();
    write('Title', 'Text');
    paste([png('one.png')]);

    await user.click(submitButton());
    await end('one.png', null);

    expect(await screen.findByText('Failed to create post: Failed to upload image')).toBeVisible();
    expect(screen.getByText(/Upload the picture again or remove it from the text/)).toBeVisible();
    expect(api.calls(postApi.create)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Remove: one' }));
    await user.click(submitButton());
    await waitFor(() => expect(api.calls(postApi.create)[0]?.body).toMatchObject({ content: 'Text' }));
  });

  it('leave no placeholder in the draft', { tags: 'thorough' }, async () => {
    heldUploads();
    const first = await openEditor();
    type(contentField(), 'Words');
    paste([png('one.png')]);
    await screen.findByText(/^Draft saved in this browser/);
    first.unmount();

    const { user } = await openEditor();
    await user.click(await screen.findByRole('button', { name: 'Restore Draft' }));

    expect(contentField().value.trim()).toBe('Words');
  });
});

describe('the featured image', () => {
  const place = () => screen.getByTestId('featured-image');
  const drop = (files: readonly File[]) => fireEvent.drop(place(), { dataTransfer: { files, types: ['Files'] } });

  it('can be dropped', async () => {
    await openEditor();

    const wasHandled = !drop([png()]);

    expect(wasHandled).toBe(true);
    expect(screen.getByAltText('Featured image preview')).toHaveAttribute('src', 'blob:preview');
    expect(screen.getByText('harbour.png')).toBeVisible();
  });

  it('is the first valid file of several, which is announced', { tags: 'thorough' }, async () => {
    await openEditor();

    drop([new File(['x'], 'x.svg', { type: 'image/svg+xml' })]);
    expect(screen.getByText('Please choose a PNG, JPG, WebP or GIF image.')).toBeVisible();
    expect(screen.queryByAltText('Featured image preview')).not.toBeInTheDocument();
    drop([png('one.png'), png('two.png')]);

    expect(screen.getByText('A post has one featured image: the first one was taken.')).toBeVisible();
    expect(screen.getByText('one.png')).toBeVisible();
  });

  it('is not lost if a file is dropped next to it', { tags: 'thorough' }, async () => {
    await openEditor();

    const wasHandled = !fireEvent.drop(titleField(), { dataTransfer: { files: [png()], types: ['Files'] } });

    expect(wasHandled).toBe(true);
  });
});

const described = samplePicture({ description: 'Boats at low tide' });
const plain = samplePicture({
  name: '1763700000001-img-2034-1a2b3c4d-800x600.webp',
  fileName: 'IMG_2034.jpg',
  imageUrl: described.imageUrl.replace('harbour', 'img-2034'),
});

const withMedia = () =>
  staffApi().on(pictureLibraryApi.list, ({ query }) =>
    [described, plain].filter(({ fileName }) => fileName.toLowerCase().startsWith(query.q ?? '')),
  );
const media = async () => within(await screen.findByRole('dialog', { name: 'Media' }));

describe('a stored picture', () => {
  it('is found by keyboard and inserted with its description', { tags: 'thorough' }, async () => {
    const { user } = await openEditor(withMedia());
    await user.click(screen.getByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Media' }));

    const dialog = await media();
    await user.type(await dialog.findByRole('searchbox', { name: 'File name or description' }), 'har');
    await waitFor(() => expect(dialog.queryByRole('button', { name: /IMG_2034/ })).not.toBeInTheDocument());
    await user.keyboard('{ArrowDown}{Enter}');

    await waitFor(() => expect(contentField().value).toContain(`![Boats at low tide](${described.imageUrl})`));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('becomes the cover, with its description unless one was typed, and the picture of the card', {
    tags: 'thorough',
  }, async () => {
    const { user } = await openEditor(withMedia());
    const choose = async (name: RegExp, opener = 'Choose from Media') => {
      await user.click(screen.getByRole('button', { name: opener }));
      await user.click(await (await media()).findByRole('button', { name }));
    };
    const description = () => screen.getByRole('textbox', { name: 'Description of the image' });

    await choose(/IMG_2034/);
    expect(description()).toHaveValue('');
    await choose(/Boats/);
    expect(description()).toHaveValue('Boats at low tide');
    type(description(), 'My own words');
    await choose(/Boats/);
    expect(description()).toHaveValue('My own words');
    expect(screen.getByRole('button', { name: 'Choose from Media' })).toHaveFocus();
    await user.click(screen.getByText('Social sharing'));
    await screen.findByRole('button', { name: 'Another Image' });
    await choose(/IMG_2034/, 'Another Image');
    const card = screen.getByRole('figure', { name: 'How a link to this post looks' });
    expect(card.querySelector('img')).toHaveAttribute('src', plain.imageUrl);
  });
});

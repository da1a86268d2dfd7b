import { pictureLibraryApi } from '@inkwell/shared/picture-library';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { contentField, openEditor, staffApi, type, writeMarkdown } from '../../../test/editor-page.ts';
import { samplePicture } from '../../../test/samples.ts';
// Loaded first, so that no test waits for its code.
import '../../text-editor/pictures/library-dialog.tsx';

beforeEach(writeMarkdown);

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

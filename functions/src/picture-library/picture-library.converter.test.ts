import { describe, expect, it } from 'vitest';
import { findablePicture } from '../pictures/pictures.converter.ts';
import { documentOf } from '../testing/documents.ts';
import { decodePicture, toLibraryPicture } from './picture-library.converter.ts';

const at = (day: number) => new Date(Date.UTC(2026, 0, day));
const NAME = '1700000000000-old-boats-0a1b2c3d-800x600.webp';

describe('a picture of the library', () => {
  const document = { isInLibrary: true, uploadedAt: at(1), keepUntil: at(2), ownerId: 'ada', description: 'Two boats' };
  const stored = decodePicture(documentOf(NAME, { ...document, fileName: 'Boats.jpg' }));
  if (!stored) throw new Error('no picture');

  it('is decoded with its file name, or else the name in its address', () => {
    expect(stored).toEqual({
      name: NAME,
      fileName: 'Boats.jpg',
      description: 'Two boats',
      uploadedAt: at(1),
      ownerId: 'ada',
      keepUntil: at(2),
    });
    expect(decodePicture(documentOf(NAME, { ...document, description: null, ownerId: null }))).toMatchObject({
      fileName: 'old boats',
      description: null,
      ownerId: null,
    });
    expect(decodePicture(documentOf(NAME, { ...document, isInLibrary: false }))).toBeNull();
    expect(decodePicture(documentOf(NAME))).toBeNull();
  });

  it('is shown with its uses, or until when it is kept', () => {
    const place = { kind: 'post', id: 'p', name: 'T' } as const;
    const shown = (places: (typeof place)[], width: number | null = 800) =>
      toLibraryPicture(stored, {
        imageUrl: '/a.webp',
        size: { width, height: 600 },
        owner: null,
        use: { places, hasMorePlaces: false },
      });
    expect(shown([place])).toEqual({
      name: NAME,
      fileName: 'Boats.jpg',
      imageUrl: '/a.webp',
      description: 'Two boats',
      owner: null,
      width: 800,
      height: 600,
      uploadedAt: at(1).toISOString(),
      places: [place],
      hasMorePlaces: false,
      keptUntil: null,
    });
    expect(shown([], null)).toMatchObject({ keptUntil: at(2).toISOString(), width: 0 });
  });

  it('is found by the words of its file and its description; a profile picture is not in the library', () => {
    const found = findablePicture({ name: NAME, fileName: null, description: 'Harbour' });
    expect(found).toMatchObject({ isInLibrary: true, fileName: null, description: 'Harbour' });
    for (const word of ['boats', 'harbour']) expect(found.wordPrefixes).toContain(word);
    expect(findablePicture({ name: NAME, fileName: 'ships.jpg', description: null }).wordPrefixes).not.toContain(
      'boats',
    );
    expect(findablePicture({ name: 'ada.webp', fileName: null, description: null }).isInLibrary).toBe(false);
  });
});

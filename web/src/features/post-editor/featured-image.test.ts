import { describe, expect, it } from 'vitest';
import { storedImage, withFile, withoutImage } from './featured-image.ts';

const file = new File(['x'], 'a.png', { type: 'image/png' });

describe('a featured image', () => {
  it('is the stored image again when a selected file is removed', () => {
    const chosen = withFile(withFile(storedImage('/a.png'), file), file);

    expect(withoutImage(chosen)).toEqual({ kind: 'stored', url: '/a.png' });
    expect(withoutImage(withoutImage(chosen))).toEqual({ kind: 'none' });
  });
});

import { describe, expect, it } from 'vitest';
import { imageProblem, storedImage, withFile, withoutImage } from './featured-image.ts';

const file = new File(['x'], 'a.png', { type: 'image/png' });

describe('a featured image', () => {
  it('is an image the server accepts, of at most 10 MB', () => {
    expect(imageProblem({ type: 'image/png', size: 10 * 1024 * 1024 })).toBeNull();
    expect(imageProblem({ type: 'image/png', size: 10 * 1024 * 1024 + 1 })).toMatch('10MB');
    expect(imageProblem({ type: 'image/svg+xml', size: 10 })).toMatch('PNG, JPG');
    expect(imageProblem({ type: 'text/html', size: 10 })).toMatch('PNG, JPG');
    expect(imageProblem({ type: 'image/gif', size: 0 })).toMatch('empty');
  });

  it('goes back to the stored one when a chosen file is removed', () => {
    const chosen = withFile(withFile(storedImage('/a.png'), file), file);

    expect(withoutImage(chosen)).toEqual({ kind: 'stored', url: '/a.png' });
    expect(withoutImage(withoutImage(chosen))).toEqual({ kind: 'none' });
  });
});

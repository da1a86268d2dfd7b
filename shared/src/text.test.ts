import { describe, expect, it } from 'vitest';
import { imageBaseName, imageObjectName, imageSources, variantObjectName, variantWidths } from './images.ts';
import { cut, plainText, previewOf } from './plain-text.ts';
import { postPath, slugify } from './slug.ts';

describe('slugify', () => {
  it.each([
    ['Hello, World!', 'hello-world'],
    ['Crème brûlée & Œufs', 'creme-brulee-œufs'],
    ["Don't panic", 'dont-panic'],
    ['東京の夜', '東京の夜'],
    ['Привет, мир', 'привет-мир'],
    ['مرحبا بالعالم', 'مرحبا-بالعالم'],
    ['हिन्दी में', 'हिन्दी-में'],
    ['🎉 --- !!!', ''],
    ['</script><script>', 'script-script'],
  ])('turns %j into %j', (title, slug) => expect(slugify(title)).toBe(slug));

  it('limits the length without splitting a character', () => {
    expect(Array.from(slugify('𠮷'.repeat(300)))).toHaveLength(80);
  });

  it('gives a post without letters an address that contains only its id', () => {
    expect(postPath({ id: 'p1', title: '!!!' })).toBe('/posts/p1');
    expect(postPath({ id: 'p1', title: 'Tea time' })).toBe('/posts/p1/tea-time');
  });
});

describe('plainText', () => {
  it('removes the syntax and keeps the words', () => {
    const markdown =
      '# Title\n\nSome **bold** and *soft* [link](https://x.test) with `code`.\n\n- one\n- two\n\n> quote';

    expect(plainText(markdown)).toBe('Title Some bold and soft link with code. one two quote');
  });

  it('keeps the text of footnotes but not their numbers', () => {
    expect(plainText('One[^1] and two[^b].\n\n[^1]: First\n[^b]: Second')).toBe('One and two. First Second');
  });

  it('keeps arithmetic and snake_case', () => {
    expect(plainText('2 * 3 * 4 and snake_case_name')).toBe('2 * 3 * 4 and snake_case_name');
  });

  it('is fast on malicious input', () => {
    const started = process.cpuUsage();
    plainText('*'.repeat(50_000) + '['.repeat(50_000) + '_a'.repeat(50_000));

    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(1_000);
  });
});

describe('previewOf', () => {
  it('is the excerpt if there is one', () => {
    expect(previewOf({ excerpt: 'Short', content: 'Long' }, 120)).toBe('Short');
  });

  it('is otherwise the first 120 characters and an ellipsis', () => {
    expect(previewOf({ excerpt: null, content: 'x'.repeat(121) }, 120)).toBe(`${'x'.repeat(120)}...`);
    expect(previewOf({ excerpt: null, content: 'x'.repeat(120) }, 120)).toBe('x'.repeat(120));
  });

  it('never splits a character', () => {
    expect(cut('👩👩👩', 2)).toBe('👩👩...');
  });
});

describe('pictures', () => {
  const name = imageObjectName({ timestampMs: 17, name: 'harbour', width: 1600, height: 900 });
  const url = `https://firebasestorage.googleapis.com/v0/b/b/o/${encodeURIComponent(name)}?alt=media`;

  it('have their size and copies in their name', () => {
    const sources = imageSources(url);

    expect(sources).toMatchObject({ src: url, width: 1600, height: 900 });
    expect(sources.srcSet).toContain('images%2F17-harbour-1600x900.w400.webp?alt=media 400w');
    expect(sources.srcSet).toContain(`${url} 1600w`);
  });

  it('have only copies that are narrower than the picture', () => {
    expect(variantWidths(801)).toEqual([400, 800]);
    expect(variantWidths(300)).toEqual([]);
    expect(variantObjectName('images/1-a-900x2.webp', 400)).toBe('images/1-a-900x2.w400.webp');
  });

  it('from other sites have no known size', () => {
    const foreign = 'https://example.com/a-20x10.webp';

    expect(imageSources(foreign)).toEqual({ src: foreign, srcSet: null, width: null, height: null });
  });
});

describe('the base name of a picture', () => {
  it.each([
    ['Sommer am Meer (2).JPG', 'sommer-am-meer-2'],
    ['Élan vital.PNG', 'elan-vital'],
    ['harbour-1600x900.webp', 'harbour-1600-900'],
    ['../../evil.html', 'evil'],
    ['v1.2 notes', 'v1-2-notes'],
    ['東京.png', 'image'],
    ['', 'image'],
    [`${'long '.repeat(100)}.png`, 'long-long-long-long-long-long-long-long'],
  ])('of %j is %j', (fileName, name) => expect(imageBaseName(fileName)).toBe(name));

  it('is never mistaken for the name of a picture with copies', () => {
    const url = `https://x.test/o/images%2F17-${imageBaseName('holiday-4000x3000.webp')}.webp`;

    expect(imageSources(url).srcSet).toBeNull();
  });
});

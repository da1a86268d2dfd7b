import { slugify } from '@inkwell/shared/slug';
import { USER_LIMITS } from '@inkwell/shared/users';
import { cutTo, emailFrom, handlesFrom, nameFrom, websiteFrom, wholeText } from './fitting.ts';
import { TEXT } from './folder-site.ts';
import { type Fields, isFields, readData, readFrontMatter, valueIn, wordsOf } from './front-matter.ts';
import type { OldAddresses } from './old-addresses.ts';
import type { Imported, ImportFolder } from './records.ts';

/* Authors whom a site describes in separate files: collections of Astro, Hugo's `data/authors`, and pages of authors. */

const FOLDERS =
  /^(?:(?:src\/)?(?:content|data)\/)?(?:[a-z]{2}\/)?(?:_data\/)?authors?(?:\/(.+?))?\.(?:json|ya?ml|toml|md|mdx|markdown)$/i;

/** An author described in a file. */
interface Described {
  readonly id: string;
  readonly fields: Fields;
  /** The path of the file, against which picture addresses are resolved. */
  readonly path: string;
}

export interface FolderAuthors {
  /** Whether a file describes authors and is not a text. */
  has(path: string): boolean;
  /** The authors of a text. Authors that have not been yielded before have a record. */
  of(
    fields: Fields,
    addressesOf: (described: string | null) => OldAddresses,
  ): { key: string; record: Imported | null }[];
}

const keyOf = (name: string): string => slugify(name) || name.toLowerCase();

/** @throws ImportFault with file and line for an invalid file */
export async function folderAuthors(
  folder: ImportFolder,
  paths: readonly string[],
  oldPathOf: (id: string) => string,
): Promise<FolderAuthors> {
  const known = new Map<string, Described>();
  const files = new Set<string>();
  for (const path of paths) {
    const [isOne, below] = FOLDERS.exec(path) ?? [];
    if (isOne === undefined) continue;
    // An author has their own file, or the page of a folder (`ada/_index.md`). Otherwise, one file describes all authors.
    const id = below?.replace(/(?:^|\/)_?index(?:\.[\w-]+)?$/, '') ?? null;
    if (TEXT.test(path) && (!id || id.includes('/'))) continue;
    const source = await wholeText({ name: path, open: () => folder.open(path) });
    const { fields: read, text } = TEXT.test(path)
      ? readFrontMatter(path, source)
      : { fields: readData(path, source), text: '' };
    const list = id === null ? (isFields(read) || Array.isArray(read) ? Object.entries(read) : []) : [[id, read]];
    for (const [name, one] of list) {
      if (!isFields(one)) continue;
      const called = Array.isArray(read) || id !== null ? wordsOf(one, 'id', 'slug') : '';
      const about = { id: called || String(name).split('/').at(-1) || '', fields: { body: text, ...one }, path };
      for (const key of [about.id, wordsOf(one, 'name', 'title')].map(keyOf))
        if (key !== '' && !known.has(key)) known.set(key, about);
    }
    files.add(path);
  }
  const made = new Set<string>();
  return {
    has: (path) => files.has(path),
    of: (fields, addressesOf) =>
      namesIn(fields).flatMap((about) => {
        const given = wordsOf(about, 'name', 'id');
        const found = known.get(keyOf(given));
        const all = { ...found?.fields, ...(found ? {} : about) };
        const name = nameFrom(wordsOf(all, 'name', 'title') || given, USER_LIMITS.name, 'The name', () => {});
        if (name === null) return [];
        const key = keyOf(found?.id ?? name) || name.toLowerCase();
        const isNew = !made.has(key);
        made.add(key);
        const text = wordsOf(all, 'bio', 'text', 'description', 'about', 'body').replace(
          /[*_`#>]|!?\[([^\]]*)\]\([^)]*\)/g,
          '$1',
        );
        const image = wordsOf(all, 'picture', 'image', 'image.src', 'avatar', 'avatar.src', 'photo');
        const handle = (...names: string[]) =>
          wordsOf(all, ...names.flatMap((one) => [one, `social.${one}`, `socials.${one}`, `links.${one}`]));
        const record: Imported = {
          kind: 'author',
          key,
          name,
          email: emailFrom(wordsOf(all, 'email')),
          text: cutTo(text.replace(/\s+/g, ' ').trim(), USER_LIMITS.text) || null,
          website: websiteFrom(wordsOf(all, 'website', 'url', 'link', 'homepage')),
          handles: handlesFrom({
            x: handle('x', 'twitter'),
            github: handle('github'),
            linkedin: handle('linkedin'),
            bluesky: handle('bluesky'),
            fediverse: handle('mastodon', 'fediverse'),
          }),
          picture: image === '' ? null : addressesOf(found?.path ?? null).picture(image, name),
          oldPaths: found ? [oldPathOf(found.id)] : [],
        };
        return [{ key, record: isNew ? record : null }];
      }),
  };
}

/** The authors in front matter: names, or objects with a name, an address and other fields. */
function namesIn(fields: Fields): Fields[] {
  const value = valueIn(fields, 'authors', 'author');
  const list: unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(/,| and /) : [value];
  // Docsy writes `Ada Lovelace ([@ada](https://…))`.
  const bare = (item: string): string =>
    item.replace(/\s*\(\s*\[[^\]]*\]\([^)]*\)\s*\)/g, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  return list.map((item) => (isFields(item) ? item : { name: typeof item === 'string' ? bare(item) : item }));
}

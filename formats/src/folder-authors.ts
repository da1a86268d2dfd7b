import { slugify } from '@inkwell/shared/slug';
import { USER_LIMITS } from '@inkwell/shared/users';
import { cutTo, emailFrom, handlesFrom, nameFrom, websiteFrom, wholeText } from './fitting.ts';
import { TEXT } from './folder-site.ts';
import { type Fields, isFields, readData, readFrontMatter, valueIn, wordsOf } from './front-matter.ts';
import type { OldAddresses } from './old-addresses.ts';
import type { Imported, ImportFolder, RecordOf, ReportLine } from './records.ts';

/* People whom a site describes once, in files of their own: collections of Astro, Hugo's `data/authors` and pages of its authors. */

const FOLDERS =
  /^(?:(?:src\/)?(?:content|data)\/)?(?:[a-z]{2}\/)?(?:_data\/)?authors?(?:\/(.+?))?\.(?:json|ya?ml|toml|md|mdx|markdown)$/i;

/** An author as a file describes them. */
interface Described {
  readonly id: string;
  readonly fields: Fields;
  /** The file, from which addresses of pictures are read. */
  readonly path: string;
}

export interface FolderAuthors {
  /** Whether a file describes authors, and is no text. */
  has(path: string): boolean;
  /** The authors of a text, those that were not named before with their records. */
  of(fields: Fields, addressesOf: (path: string | null) => OldAddresses): { key: string; record: Imported | null }[];
  /** Those whom no text names. */
  rest(): Iterable<ReportLine>;
}

/** @throws ImportFault with file and line for one that cannot be read */
export async function folderAuthors(
  folder: ImportFolder,
  paths: readonly string[],
  oldPathOf: (id: string) => string,
): Promise<FolderAuthors> {
  const known = new Map<string, Described>();
  const described = new Set<string>();
  const note = (id: string, fields: Fields, path: string): void => {
    const one = { id, fields, path };
    for (const name of [id, wordsOf(fields, 'name', 'title')])
      if (keyOf(name) !== '' && !known.has(keyOf(name))) known.set(keyOf(name), one);
    described.add(path);
  };
  for (const path of paths) {
    const [isOne, below] = FOLDERS.exec(path) ?? [];
    if (isOne === undefined) continue;
    const source = await wholeText({ name: path, open: () => folder.open(path) });
    if (TEXT.test(path)) {
      // The file of its own, or the page of a folder (`ada/_index.md`).
      const id = (below ?? '').replace(/(?:^|\/)_?index(?:\.[\w-]+)?$/, '');
      if (id === '' || id.includes('/')) continue;
      const { fields, text } = readFrontMatter(path, source);
      note(id, { ...fields, ...(text.trim() !== '' && { body: plainLine(text) }) }, path);
      continue;
    }
    const read = readData(path, source);
    if (below !== undefined) {
      if (isFields(read)) note(wordsOf(read, 'id', 'slug') || (below.split('/').at(-1) ?? ''), read, path);
      continue;
    }
    const list = Array.isArray(read) ? read.map((one) => ['', one]) : Object.entries(isFields(read) ? read : {});
    for (const [id, one] of list) if (isFields(one)) note(String(id) || wordsOf(one, 'id', 'slug', 'name'), one, path);
  }
  const made = new Set<string>();

  return {
    has: (path) => described.has(path),
    of: (fields, addressesOf) =>
      namesIn(fields).flatMap((about) => {
        const given = wordsOf(about, 'name', 'id');
        const found = known.get(keyOf(given));
        const author = found ? { ...found.fields, ...withoutReference(about) } : about;
        const name = nameFrom(
          found ? wordsOf(found.fields, 'name', 'title') || given : given,
          USER_LIMITS.name,
          'The name',
          () => {},
        );
        if (name === null) return [];
        const key = keyOf(found?.id ?? name) || name.toLowerCase();
        const isNew = !made.has(key);
        made.add(key);
        const oldPaths = found ? [oldPathOf(found.id)] : [];
        const addresses = addressesOf(found?.path ?? null);
        return [{ key, record: isNew ? recordOf(author, { key, name, oldPaths }, addresses) : null }];
      }),
    *rest() {
      for (const { id, path } of new Set(known.values()))
        if (!made.has(keyOf(id)))
          yield {
            ...{ kind: 'report', reason: 'left-out', text: 'An author whom no text names was left out' },
            ...{ about: path.slice(0, 300), record: null, address: null },
          };
    },
  };
}

const keyOf = (name: string): string => slugify(name) || name.toLowerCase();

/** The first words of a text as one line. */
const plainLine = (text: string): string =>
  cutTo(
    text
      .slice(0, 4 * USER_LIMITS.text)
      .replace(/[*_`#>]|!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/\s+/g, ' ')
      .trim(),
    USER_LIMITS.text,
  );

const withoutReference = ({ name: _, id: __, collection: ___, ...rest }: Fields): Fields => rest;

/** Names, or objects with a name, an address and more. */
function namesIn(fields: Fields): Fields[] {
  const value = valueIn(fields, 'authors', 'author');
  const list: unknown[] = Array.isArray(value)
    ? value
    : typeof value === 'string'
      ? value.split(/,| and /)
      : value === undefined
        ? []
        : [value];
  // Docsy writes `Ada Lovelace ([@ada](https://…))`.
  const bare = (item: string): string =>
    item.replace(/\s*\(\s*\[[^\]]*\]\([^)]*\)\s*\)/g, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  return list.map((item) => (isFields(item) ? item : { name: typeof item === 'string' ? bare(item) : item }));
}

function recordOf(
  about: Fields,
  { key, name, oldPaths }: { readonly key: string; readonly name: string; readonly oldPaths: string[] },
  addresses: OldAddresses,
): RecordOf<'author'> {
  const image = wordsOf(
    about,
    'picture',
    'image',
    'image.src',
    'avatar',
    'avatar.src',
    'photo',
    'profile_picture',
    'portrait',
  );
  const text = wordsOf(about, 'bio', 'text', 'description', 'about', 'body');
  return {
    ...{ kind: 'author', key, name, email: emailFrom(wordsOf(about, 'email')), oldPaths },
    text: text === '' ? null : cutTo(plainLine(text), USER_LIMITS.text) || null,
    website: websiteFrom(wordsOf(about, 'website', 'url', 'link', 'homepage')),
    handles: handlesFrom({
      x: handleIn(about, 'x', 'twitter'),
      github: handleIn(about, 'github'),
      linkedin: handleIn(about, 'linkedin'),
      bluesky: handleIn(about, 'bluesky'),
      fediverse: handleIn(about, 'mastodon', 'fediverse'),
    }),
    picture: image === '' ? null : addresses.picture(image, name),
  };
}

/** A handle among the fields, those of `social`, or a list of links. */
function handleIn(about: Fields, ...names: readonly string[]): string {
  const lists = ['social', 'socials', 'links'];
  const own = wordsOf(about, ...names, ...lists.flatMap((list) => names.map((name) => `${list}.${name}`)));
  if (own !== '') return own;
  for (const list of lists.map((name) => valueIn(about, name))) {
    for (const item of Array.isArray(list) ? list.filter(isFields) : []) {
      // A list of one network each (`- twitter: https://…`), or with its name beside it.
      const direct = wordsOf(item, ...names);
      if (direct !== '') return direct;
      const named = wordsOf(item, 'name', 'platform', 'icon', 'label', 'network').toLowerCase();
      if (names.includes(named)) return wordsOf(item, 'url', 'link', 'href');
    }
  }
  return '';
}

import { ImportFault, type ImportSource } from './records.ts';
import { categoryKeyOf, fieldOf, keyOf, metaOf, plain, termsIn } from './wordpress-fields.ts';
import { blockMenuOf, type MenuItem, menuItemOf } from './wordpress-menu-items.ts';
import type { Attachment } from './wordpress-text.ts';
import { type Leaf, type Part, readParts } from './wxr.ts';

/* The data of a WXR file that texts refer to, collected in the first pass. */

interface Person {
  readonly name: string;
  readonly email: string;
  readonly slug: string;
}

interface Term {
  readonly name: string;
  readonly parent: string;
  readonly description: string;
}

/** The target of a menu link. */
interface Target {
  readonly name: string;
  readonly address: string;
}

export interface Library {
  readonly addresses: string[];
  title: string;
  description: string;
  language: string;
  /** By login; guest authors of the plugin have generated keys. */
  readonly authors: Map<string, Person>;
  /** Logins by account number. */
  readonly loginOf: Map<string, string>;
  /** Keys of authors, by the names in posts. */
  readonly coAuthors: Map<string, string>;
  /** By slug. */
  readonly categories: Map<string, Term>;
  readonly tags: Map<string, Term>;
  readonly attachments: Map<string, Attachment>;
  readonly byUrl: Map<string, Attachment>;
  readonly sharedBlocks: Map<string, string>;
  readonly menuItems: MenuItem[];
  /** Posts and pages by number, with their old addresses. */
  readonly texts: Map<string, Target>;
  /** Categories and tags by number, with their old paths. */
  readonly termPaths: Map<string, Target>;
  /** The number of items of each kind that is not imported. */
  readonly otherKinds: Map<string, number>;
  /** The same for terms of other taxonomies, and for custom fields. */
  readonly otherTerms: Map<string, number>;
  readonly otherFields: Map<string, number>;
  /** The address of the full-size picture for the address of a smaller copy. */
  readonly fullSize: (address: string) => string;
}

/** Kinds of items for the design or internals of a site. */
const INSIDE = new Set([
  ...['nav_menu_item', 'revision', 'custom_css', 'customize_changeset', 'oembed_cache', 'user_request', 'wp_block'],
  ...[
    'wp_template',
    'wp_template_part',
    'wp_global_styles',
    'wp_navigation',
    'wp_font_family',
    'wp_font_face',
    'guest-author',
  ],
]);

const MAX_SIDE = 500_000;
const MAX_MENU_ITEMS = 2_000;

/** The kinds among them that are partly imported, with a function that returns the menu links of an item. */
const USED: Readonly<Record<string, (part: Part) => readonly MenuItem[]>> = {
  wp_block: () => [],
  'guest-author': () => [],
  nav_menu_item: (part) => (fieldOf(part, 'wp:status') === 'draft' ? [] : [menuItemOf(part)]),
  wp_navigation: (part) => (fieldOf(part, 'wp:status') === 'publish' ? blockMenuOf(part) : []),
};

export async function readLibrary(source: ImportSource): Promise<Library> {
  const library: Library = {
    addresses: [],
    title: '',
    description: '',
    language: '',
    authors: new Map(),
    loginOf: new Map(),
    coAuthors: new Map(),
    categories: new Map(),
    tags: new Map(),
    attachments: new Map(),
    byUrl: new Map(),
    sharedBlocks: new Map(),
    menuItems: [],
    texts: new Map(),
    termPaths: new Map(),
    otherKinds: new Map(),
    otherTerms: new Map(),
    otherFields: new Map(),
    fullSize: (address) => fullSizeOf(address, library.byUrl),
  };
  for await (const part of readParts(source)) {
    read(part, library);
    const size = library.attachments.size + library.tags.size + library.categories.size + library.authors.size;
    if (size > MAX_SIDE)
      throw new ImportFault('The file has too many files, tags or authors', { file: source.name, line: part.line });
  }
  return library;
}

function read(part: Part, library: Library): void {
  switch (part.name) {
    case 'link':
    case 'wp:base_site_url':
    case 'wp:base_blog_url':
      library.addresses.push((part.leaf?.text ?? '').trim().replace(/\/+$/, ''));
      break;
    case 'title':
    case 'description':
    case 'language':
      library[part.name] = part.leaf?.text.trim() ?? '';
      break;
    case 'wp:author': {
      const login = keyOf(fieldOf(part, 'wp:author_login'));
      const names = `${fieldOf(part, 'wp:author_first_name')} ${fieldOf(part, 'wp:author_last_name')}`.trim();
      const name = fieldOf(part, 'wp:author_display_name') || names || login;
      if (login === '') break;
      library.authors.set(login, { name, email: fieldOf(part, 'wp:author_email'), slug: slugOf(login) });
      library.loginOf.set(fieldOf(part, 'wp:author_id'), login);
      break;
    }
    case 'wp:category':
      addTerm(library.categories, fieldOf(part, 'wp:category_nicename'), {
        name: plain(fieldOf(part, 'wp:cat_name')),
        parent: fieldOf(part, 'wp:category_parent'),
        description: fieldOf(part, 'wp:category_description'),
      });
      library.termPaths.set(fieldOf(part, 'wp:term_id'), {
        name: plain(fieldOf(part, 'wp:cat_name')),
        address: `/category/${fieldOf(part, 'wp:category_nicename')}/`,
      });
      break;
    case 'wp:tag':
      addTerm(library.tags, fieldOf(part, 'wp:tag_slug'), {
        name: plain(fieldOf(part, 'wp:tag_name')),
        parent: '',
        description: fieldOf(part, 'wp:tag_description'),
      });
      library.termPaths.set(fieldOf(part, 'wp:term_id'), {
        name: plain(fieldOf(part, 'wp:tag_name')),
        address: `/tag/${fieldOf(part, 'wp:tag_slug')}/`,
      });
      break;
    case 'item':
      readItem(part, library);
      break;
  }
}

/** The slug that WordPress makes from a login. */
const slugOf = (login: string): string =>
  login
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');

function addTerm(terms: Map<string, Term>, slug: string, term: Term): void {
  const key = keyOf(slug || term.name);
  if (key !== '' && term.name !== '') terms.set(key, term);
}

function readItem(part: Part, library: Library): void {
  const type = fieldOf(part, 'wp:post_type') || 'post';
  if (type === 'attachment') {
    const attachment = {
      id: fieldOf(part, 'wp:post_id'),
      url: fieldOf(part, 'wp:attachment_url') || fieldOf(part, 'guid'),
      alt: plain(metaOf(part, '_wp_attachment_image_alt')).slice(0, 500),
      caption: fieldOf(part, 'excerpt:encoded').slice(0, 2_000),
      parent: fieldOf(part, 'wp:post_parent'),
    };
    library.attachments.set(attachment.id, attachment);
    library.byUrl.set(attachment.url, attachment);
    return;
  }
  if (type === 'wp_block')
    library.sharedBlocks.set(fieldOf(part, 'wp:post_id'), fieldOf(part, 'content:encoded').slice(0, 200_000));
  if (INSIDE.has(type)) {
    const isUsed = type in USED;
    library.otherKinds.set(type, isUsed ? 0 : (library.otherKinds.get(type) ?? 0) + 1);
    if (library.menuItems.length < MAX_MENU_ITEMS) library.menuItems.push(...(USED[type]?.(part) ?? []));
    return;
  }
  library.texts.set(fieldOf(part, 'wp:post_id'), {
    name: plain(fieldOf(part, 'title')).slice(0, 300),
    address: fieldOf(part, 'link').slice(0, 2_048),
  });
  const creator = keyOf(fieldOf(part, 'dc:creator'));
  if (creator !== '' && !library.authors.has(creator))
    library.authors.set(creator, { name: creator, email: '', slug: slugOf(creator) });
  for (const { domain, leaf } of termsIn(part)) readTerm(domain, leaf, library);
  for (const { name, leaves } of part.groups) {
    if (name !== 'wp:postmeta') continue;
    const [key = '', value = ''] = ['wp:meta_key', 'wp:meta_value'].map(
      (field) => leaves.find((leaf) => leaf.name === field)?.text.trim() ?? '',
    );
    // Fields that begin with an underscore are internal.
    if (value !== '' && !/^(?:_|footnotes$|rank_math_)/.test(key)) countIn(library.otherFields, key);
  }
}

const MAX_COUNTED = 200;

/** Counts omitted content by its name, for a limited number of names. */
function countIn(counts: Map<string, number>, given: string): void {
  const name = given.slice(0, 60);
  if (counts.has(name) || counts.size < MAX_COUNTED) counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** Reads terms that the head of the file does not declare, and authors of the plugin. */
function readTerm(domain: string, leaf: Leaf, { authors, coAuthors, categories, tags, otherTerms }: Library): void {
  const { nicename = '' } = leaf.attributes;
  if (!['category', 'post_tag', 'author'].includes(domain)) countIn(otherTerms, domain);
  const term = { name: plain(leaf.text), parent: '', description: '' };
  const key = categoryKeyOf(leaf);
  if (domain === 'category' && !categories.has(key)) addTerm(categories, key, term);
  if (domain === 'post_tag' && !tags.has(key)) addTerm(tags, key, term);
  if (domain !== 'author' || coAuthors.has(nicename)) return;
  const slug = keyOf(nicename.replace(/^cap-/, ''));
  const login = [...authors.keys()].find((known) => slugOf(known) === slug);
  const person = login ?? `guest:${slug}`;
  coAuthors.set(nicename, person);
  if (login === undefined) authors.set(person, { name: term.name || slug, email: '', slug });
}

/** The full size of a copy: `name-300x200.jpg` is a copy of `name.jpg`, or of `name-scaled.jpg` if the file contains that. */
function fullSizeOf(address: string, known: Library['byUrl']): string {
  if (known.has(address)) return address;
  const found = /^(.*?)(?:-\d{1,5}x\d{1,5})(\.[a-z0-9]{3,5})(?:[?#].*)?$/i.exec(address);
  if (!found) return address;
  const [, stem = '', ending = ''] = found;
  return (
    [`${stem}${ending}`, `${stem}-scaled${ending}`]
      .flatMap((one) => [one, one.replace(/^http:/, 'https:'), one.replace(/^https:/, 'http:')])
      .find((one) => known.has(one)) ?? address
  );
}

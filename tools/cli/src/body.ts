import { PLAIN_FIELDS } from '@inkwell/formats/exported-fields';
import { valueIn, wordsOf } from '@inkwell/formats/front-matter';
import { rewriteAddresses } from '@inkwell/formats/rewritten-addresses';
import { OWN_FIELDS } from '@inkwell/shared/own-posts';
import type { PostPatch, StaffPost } from '@inkwell/shared/posts';
import { postPath } from '@inkwell/shared/slug';
import type { LocalFile } from './files.ts';

/** The post fields in a file, without authors and counters. */
export type FileBody = Omit<PostPatch, 'authorIds' | 'tagIds' | 'isPublished' | 'publishAt' | 'source'> & {
  readonly title: string;
  readonly content: string;
};

export interface Context {
  /** The ids of categories and series, by lowercase name. */
  readonly categories: ReadonlyMap<string, number>;
  readonly series: ReadonlyMap<string, string>;
  /** Whether the token's owner is a moderator or admin. Others can set fewer fields. */
  readonly isStaff: boolean;
  /** Where a picture of the repository is stored; null if it is not. */
  readonly pictureUrl: (hash: string) => string | null;
  /** The post of a linked file, if known. */
  readonly linked: (href: string) => Pick<StaffPost, 'id' | 'title' | 'slug'> | null;
}

/** The post fields for a file, and the names in it that do not exist. */
export function bodyOf(file: LocalFile, context: Context): { body: FileBody; warnings: string[] } {
  const { post, fields } = file;
  const warnings: string[] = [];
  const urlOf = (address: string): string | null => {
    const picture = file.pictures.find((one) => one.address === address);
    return picture ? context.pictureUrl(picture.hash) : null;
  };
  const known = <T>(kind: string, name: string | null, ids: ReadonlyMap<string, T>): T | null | undefined => {
    const id = name === null ? null : ids.get(name.toLowerCase());
    if (id === undefined) warnings.push(`The site has no ${kind} "${name}"`);
    return id;
  };
  const pictureOf = (picture: typeof post.cover): string | null =>
    picture === null ? null : (urlOf(picture.address) ?? picture.url);
  const plain = Object.fromEntries(PLAIN_FIELDS.map((field) => [field, post[field]]));
  const categoryId = known('category', file.category, context.categories);
  const seriesId = known('series', file.series, context.series);
  const body = {
    ...plain,
    // Its default is the file name, which would replace the address derived from the title.
    slug: wordsOf(fields, 'slug') === '' ? null : post.slug,
    ...(valueIn(fields, 'featured', 'isFeatured', 'pinned', 'sticky') === undefined && { isFeatured: undefined }),
    // The default for new posts is in the site's settings.
    ...(valueIn(fields, 'math', 'katex', 'mathjax') === undefined && { math: undefined }),
    content: rewritten(file, context, urlOf),
    featuredImage: pictureOf(post.cover),
    cardPicture: pictureOf(post.cardPicture),
    // A future date becomes a schedule.
    ...(file.isDated && isPast(post.publishedAt) && { publishedAt: post.publishedAt }),
    categoryId,
    tags: [...file.tags],
    ...(seriesId !== undefined && { seriesId, ...(seriesId !== null && { seriesPlace: post.seriesPlace }) }),
  };
  const isOwn = (field: string) =>
    context.isStaff || field === 'tags' || field === 'publishedAt' || OWN_FIELDS.some((own) => own === field);
  const given = Object.entries(body).filter(([, value]) => value !== undefined);
  const lost = given.filter(([field, value]) => !isOwn(field) && value !== null && (value as unknown) !== false);
  for (const [field] of lost) warnings.push(`Only moderators and admins set ${field}`);
  return { body: Object.fromEntries(given.filter(([field]) => isOwn(field))) as unknown as FileBody, warnings };
}

const isPast = (instant: string | null): boolean => instant !== null && Date.parse(instant) <= Date.now();

const rewritten = (file: LocalFile, { linked }: Context, urlOf: (address: string) => string | null): string =>
  rewriteAddresses(file.post.content, {
    link(href) {
      const post = linked(href);
      return post && `${postPath(post)}${/#.*$/s.exec(href)?.[0] ?? ''}`;
    },
    picture(src) {
      const [, address = '', notes = ''] = /^([^#]*)(#.*)?$/s.exec(src) ?? [];
      const url = urlOf(src) ?? urlOf(address);
      return url && `${url}${urlOf(src) ? '' : notes}`;
    },
  });

/** The fields that differ between a post and its file. */
export const differences = (body: FileBody, post: StaffPost): (keyof FileBody)[] =>
  (Object.keys(body) as (keyof FileBody)[]).filter((field) => {
    const is: unknown = field === 'tags' ? post.tags.map(({ name }) => name) : post[field as keyof StaffPost];
    // A draft gets its file's date when it is published.
    if (field === 'publishedAt') return is !== null && instantOf(body[field]) !== instantOf(is);
    return comparable(body[field]) !== comparable(is);
  });

const instantOf = (value: unknown): number => Date.parse(String(value));

const comparable = (value: unknown): string =>
  Array.isArray(value)
    ? value.map((one) => String(one).toLowerCase()).join('\n')
    : typeof value === 'string'
      ? value.replace(/\s+$/gm, '').trim()
      : String(value ?? false);

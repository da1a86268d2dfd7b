import { readdir, readFile } from 'node:fs/promises';
import { CategoryInput } from '@inkwell/shared/categories';
import { CATEGORY_CHOICES } from '@inkwell/shared/category-choices';
import { Menu } from '@inkwell/shared/menu';
import { NewsletterEmail } from '@inkwell/shared/newsletter';
import { BroadcastInput } from '@inkwell/shared/notifications';
import { Content, Excerpt, Title } from '@inkwell/shared/post-fields';
import { Role } from '@inkwell/shared/roles';
import { SeriesInput } from '@inkwell/shared/series';
import { BUILT_NAME } from '@inkwell/shared/site';
import { SitePageSlug } from '@inkwell/shared/site-pages';
import { TagNames } from '@inkwell/shared/tags';
import { HandlesAnswer } from '@inkwell/shared/users';
import { Writing } from '@inkwell/shared/writing';
import * as z from 'zod/mini';
import { parseComments, type SeedComment } from './comments-file.ts';
import { parseFrontMatter } from './front-matter.ts';

const FOLDER = new URL('../../content/', import.meta.url);

/** The key by which the seed's files refer to people and posts. */
const Key = z.string().check(z.regex(/^[a-z]+$/));

const count = z.pipe(z.string().check(z.regex(/^\d+$/)), z.transform(Number));

const PostFields = z.strictObject({
  title: Title,
  excerpt: Excerpt,
  category: z.enum(CATEGORY_CHOICES.map(({ label }) => label)),
  /** Names, separated by commas. */
  tags: z._default(z.string(), ''),
  /** The name of a series, and the post's place in it. */
  series: z.optional(z.string()),
  place: z.optional(count),
  author: Key,
  /** A second author, without an account. */
  guest: z.optional(Key),
  daysAgo: count,
  draft: z.optional(z.literal('true')),
  /** Whether its author has submitted it for review. */
  review: z.optional(z.literal('true')),
  views: z._default(count, 0),
  likes: z._default(count, 0),
  /** The name of the file in `content/pictures`, without its extension. Posts of staff have one. */
  picture: z.optional(Key),
  /** The name of a picture on the site itself, which the migration moves. */
  onSite: z.optional(z.string().check(z.regex(/^[a-z-]+$/))),
});

const PageFields = z.strictObject({ title: Title, description: z.string() });

const about = {
  text: z._default(z.nullable(z.string()), null),
  website: z._default(z.nullable(z.string()), null),
  handles: z._default(HandlesAnswer, {}),
};

const Guest = z.object({ key: Key, name: z.string(), ...about });
export type Guest = z.infer<typeof Guest>;

const Person = z.object({
  key: Key,
  email: z.string().check(z.regex(/^[a-z.]+@(inkwell\.test|example\.com)$/)),
  firstName: z.string(),
  lastName: z.string(),
  role: z._default(Role, 'user'),
  writing: z._default(Writing, 'none'),
  ...about,
  joinedDaysAgo: z.number(),
  seenHoursAgo: z.optional(z.number()),
  isBlocked: z._default(z.boolean(), false),
});
export type Person = z.infer<typeof Person>;

const People = z.object({
  authors: z.array(Person),
  writers: z.array(Person),
  guests: z.array(Guest),
  readers: z.array(Person),
});

const Newsletter = z.object({
  subscribers: z.array(
    z.object({ email: NewsletterEmail, daysAgo: z.number(), isPending: z._default(z.boolean(), false) }),
  ),
  /** Oldest first. */
  broadcasts: z.array(z.extend(BroadcastInput, { key: Key, daysAgo: z.number() })),
  /** Keys of the broadcasts that a person has read. */
  readBy: z.record(Key, z.array(Key)),
});

/** A post of the publication; times are relative to the moment of seeding. */
export interface SeedPost extends Omit<Readonly<z.infer<typeof PostFields>>, 'draft' | 'review' | 'onSite' | 'tags'> {
  readonly slug: string;
  readonly tags: readonly string[];
  readonly isDraft: boolean;
  readonly isInReview: boolean;
  readonly onSite: string | null;
  readonly content: string;
}

/** A site page. */
export interface SeedPage extends Readonly<z.infer<typeof PageFields>> {
  readonly slug: string;
  readonly content: string;
}

export interface Publication {
  readonly categories: readonly CategoryInput[];
  /** Staff who write. */
  readonly authors: readonly Person[];
  /** Writers who are not staff. */
  readonly writers: readonly Person[];
  readonly guests: readonly Guest[];
  readonly readers: readonly Person[];
  readonly series: readonly SeriesInput[];
  readonly posts: readonly SeedPost[];
  readonly pages: readonly SeedPage[];
  readonly comments: readonly SeedComment[];
  readonly newsletter: z.infer<typeof Newsletter>;
  readonly menu: Menu;
}

/** Reads the whole publication. @throws Error with the file that breaks a rule of the contract */
export async function readPublication(): Promise<Publication> {
  const [categories, series, people, newsletter, menu, comments, names, pageNames] = await Promise.all([
    readJson('categories.json', z.array(CategoryInput)),
    readJson('series.json', z.array(SeriesInput)),
    readJson('people.json', People),
    readJson('newsletter.json', Newsletter),
    readJson('menu.json', Menu),
    readFile(new URL('comments.md', FOLDER), 'utf8').then(parseComments),
    readdir(new URL('posts/', FOLDER)),
    readdir(new URL('pages/', FOLDER)),
  ]);
  const posts = await Promise.all(names.sort().map(readPost));
  const pages = await Promise.all(pageNames.sort().map(readPage));
  return { categories, series, ...people, posts, pages, comments, newsletter, menu };
}

/** Converts a file's front matter and text. */
async function readText<T>(path: string, made: (front: ReturnType<typeof parseFrontMatter>) => T): Promise<T> {
  try {
    const text = await readFile(new URL(path, FOLDER), 'utf8');
    return made(parseFrontMatter(text.replaceAll('%publication.name%', BUILT_NAME)));
  } catch (cause) {
    throw new Error(`tools/seed/content/${path} cannot be used: ${String(cause)}`, { cause });
  }
}

const readPost = (name: string) =>
  readText(`posts/${name}`, ({ fields, body }): SeedPost => {
    const { draft, review, onSite, tags, ...given } = PostFields.parse(fields);
    return {
      ...given,
      slug: name.replace(/^\d+-|\.md$/g, ''),
      tags: TagNames.parse(tags.split(',').filter(Boolean)),
      isDraft: draft === 'true' || review === 'true',
      isInReview: review === 'true',
      onSite: onSite ?? null,
      content: Content.parse(body),
    };
  });

const readPage = (name: string) =>
  readText(`pages/${name}`, ({ fields, body }): SeedPage => {
    const slug = SitePageSlug.parse(name.replace(/\.md$/, ''));
    return { ...PageFields.parse(fields), slug, content: Content.parse(body) };
  });

async function readJson<T>(name: string, schema: z.ZodMiniType<T>): Promise<T> {
  return schema.parse(JSON.parse(await readFile(new URL(name, FOLDER), 'utf8')));
}

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { promisify } from 'node:util';
import { EXPORTED_FIELDS } from '@inkwell/formats/exported-fields';
import { isBlank, withFrontMatter } from '@inkwell/formats/exported-front-matter';
import { readFrontMatter } from '@inkwell/formats/front-matter';
import { DATES } from '@inkwell/formats/markdown-folder';
import { rewriteAddresses } from '@inkwell/formats/rewritten-addresses';
import { POST_FIELDS } from '@inkwell/shared/post-fields';
import type { StaffPost } from '@inkwell/shared/posts';
import { type Document, isMap, parseDocument } from 'yaml';
import { differences, type FileBody } from './body.ts';
import type { LocalFile } from './files.ts';

/** The location of the repository's files, for addresses on the site. */
export interface Places {
  /** The path of a post's file; null for other addresses. */
  readonly fileOf: (href: string) => string | null;
  /** The path of the picture stored at an address; null for other pictures, which keep their addresses. */
  readonly pictureOf: (url: string) => string | null;
}

const relativeTo = (from: string, to: string): string =>
  encodeURI(posix.relative(posix.dirname(from), to)).replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'));

/** A text of the site with links to files instead of addresses. */
const localText = (content: string, path: string, { fileOf, pictureOf }: Places): string =>
  rewriteAddresses(content, {
    link(href) {
      const file = fileOf(href);
      return file && `${relativeTo(path, file)}${/#.*$/s.exec(href)?.[0] ?? ''}`;
    },
    picture(src) {
      const picture = pictureOf(src) ?? pictureOf(src.replace(/#.*$/s, ''));
      return picture && `${relativeTo(path, picture)}${pictureOf(src) ? '' : (/#.*$/s.exec(src)?.[0] ?? '')}`;
    },
  });

/** The front matter fields of a post in an export (docs/export.md), by name. */
function headerOf(post: StaffPost, path: string, { pictureOf }: Places): Record<string, unknown> {
  const picture = (url: string | null) => {
    const file = url === null ? null : pictureOf(url);
    return file === null ? url : relativeTo(path, file);
  };
  const values: Readonly<Record<string, unknown>> = {
    ...post,
    featuredImage: picture(post.featuredImage),
    cardPicture: picture(post.cardPicture),
    categoryId: post.category?.name,
    tagIds: post.tags.map(({ name }) => name),
    seriesId: post.series?.slug,
    seriesPlace: post.series ? post.seriesPlace : null,
  };
  const exported = EXPORTED_FIELDS.map((field) => [POST_FIELDS[field].exported, values[field]] as const);
  return { date: post.publishedAt, ...Object.fromEntries(exported) };
}

/** The version in the file, which is the base of a push. */
const versionOf = ({ id, updatedAt }: StaffPost) => ({ id, updated: updatedAt });

/** A post in the format of an export. */
export function canonicalFile(post: StaffPost, path: string, places: Places): string {
  const { title, date, ...header } = headerOf(post, path, places);
  const { id, updated } = versionOf(post);
  const state = { status: post.status, date, created: post.createdAt, updated };
  return withFrontMatter({ id, title, ...state, ...header }, localText(post.content, path, places));
}

/** Other front matter names for a field, which would override its own name. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  title: ['linkTitle'],
  // `published` may also be the flag whether a post is public.
  date: DATES.filter((name) => name !== 'date' && name !== 'published'),
  excerpt: ['summary', 'description'],
  cover: ['image', 'images', 'heroImage', 'featured_image', 'featuredImage', 'thumbnail', 'banner'],
  category: ['categories'],
  tags: ['keywords', 'tag'],
  seriesPlace: ['series_order', 'seriesOrder', 'part'],
  language: ['lang', 'locale'],
  featured: ['isFeatured', 'pinned', 'sticky'],
  canonicalUrl: ['canonicalURL', 'canonical', 'canonical_url'],
  math: ['katex', 'mathjax'],
  hiddenFromSearch: ['noindex', 'robotsNoIndex', 'robots'],
  searchTitle: ['seo_title', 'metaTitle', 'meta_title'],
  searchDescription: ['metaDescription', 'meta_description'],
  cardTitle: ['og_title'],
  cardText: ['og_description'],
  cardPicture: ['ogImage', 'og_image'],
  coverDescription: ['imageAlt', 'heroImageAlt', 'heroAlt', 'coverAlt', 'featured_image_alt'],
};

/**
 * The text of a file with the site's changes since the push. If they overlap with converted content (HTML, shortcodes), or without Git, the site's
 * whole text.
 */
async function mergedText(text: string, pushed: string, site: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'inkwell-'));
  try {
    const names = ['file', 'pushed', 'site'].map((name) => join(folder, name));
    const texts = [text, pushed, site].map((one) => `${one.trim()}\n`);
    await Promise.all(names.map((name, n) => writeFile(name, texts[n] ?? '')));
    const { stdout } = await promisify(execFile)('git', ['merge-file', '-p', ...names], {
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout;
  } catch {
    return `${site.trim()}\n`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A file with the site's changes; everything else stays as written. */
export async function mergedFile(
  file: LocalFile,
  post: StaffPost,
  { body, places }: { readonly body: FileBody; readonly places: Places },
): Promise<string> {
  const changed = differences(body, post);
  const header = headerOf(post, file.path, places);
  const nameOf = (field: string): string | null => {
    if (field === 'content') return null;
    return field === 'publishedAt' ? 'date' : POST_FIELDS[(field === 'tags' ? 'tagIds' : field) as 'title'].exported;
  };
  const values = changed.flatMap((field) => nameOf(field) ?? []).map((name) => [name, header[name]] as const);
  const all = [...values, ...Object.entries(versionOf(post))];
  const local = (content: string) => localText(content, file.path, places);
  const merged = async (text: string) =>
    changed.includes('content') ? `\n${await mergedText(text, local(body.content), local(post.content))}` : text;
  const found = /^\ufeff?---[ \t]*\n(.*?)^---[ \t]*$\n?(.*)$/ms.exec(file.source);
  // Further down, two rules with text between them look the same.
  const [, yaml, below] = found?.index === 0 ? found : [];
  const document = yaml === undefined ? null : parseDocument(yaml, { uniqueKeys: false });
  if (below !== undefined && document && (isMap(document.contents) || document.contents === null)) {
    for (const [name, value] of all) setField(document, name, value);
    return `---\n${document.toString({ lineWidth: 0 })}---\n${await merged(below)}`;
  }
  const fields: Record<string, unknown> = { ...file.fields };
  for (const [name, value] of all) {
    for (const other of ALIASES[name] ?? []) delete fields[other];
    fields[name] = value;
  }
  return withFrontMatter(fields, (await merged(readFrontMatter(file.path, file.source).text)).trim());
}

function setField(document: Document, name: string, value: unknown): void {
  for (const other of ALIASES[name] ?? []) document.delete(other);
  if (isBlank(value)) document.delete(name);
  else document.set(name, value);
}

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { instantFrom } from '@inkwell/formats/fitting';
import { isLanguage, placeIn, TEXT } from '@inkwell/formats/folder-site';
import { openFolder } from '@inkwell/formats/folders';
import { type Fields, isSet, readFrontMatter, valueIn, wordsOf } from '@inkwell/formats/front-matter';
import { DATES, readMarkdownFolder } from '@inkwell/formats/markdown-folder';
import { ImportFault, type ImportFolder, type RecordOf } from '@inkwell/formats/records';
import { rewriteAddresses } from '@inkwell/formats/rewritten-addresses';
import { siteFolder } from '@inkwell/formats/site-folder';
import { comparedPath, decodedPath } from '@inkwell/shared/addresses';
import { isPushedPath, PUSH_LIMITS } from '@inkwell/shared/pushed-posts';
import { Fault } from './faults.ts';
import { isInTarget, type Repository } from './repository.ts';

/** A picture in a text that is a file of the repository. */
export interface LocalPicture {
  /** The address in the text. */
  readonly address: string;
  readonly path: string;
  readonly hash: string;
}

/** A Markdown file as a post. */
export interface LocalFile {
  readonly path: string;
  /** A hash of the file and its pictures, whatever their names. */
  readonly hash: string;
  /** With `\n`, whatever the file's line ends. */
  readonly source: string;
  readonly lineEnd: '\n' | '\r\n';
  readonly fields: Fields;
  /** Whether its front matter or name has a date, other than the date of its last change. */
  readonly isDated: boolean;
  readonly post: RecordOf<'post'>;
  /** Names instead of the record's keys. */
  readonly category: string | null;
  readonly tags: readonly string[];
  readonly series: string | null;
  readonly pictures: readonly LocalPicture[];
  /** The paths of files that its text links to. */
  readonly links: readonly string[];
  /** The post that the file was pulled from, and its state then. */
  readonly id: string | null;
  readonly updated: string | null;
  readonly warnings: readonly string[];
}

export interface LocalFiles {
  readonly files: ReadonlyMap<string, LocalFile>;
  /** Files of the target that are not posts, with reasons. */
  readonly others: readonly { readonly path: string; readonly isFault: boolean; readonly reason: string }[];
  /** The path of the file that a link points to; null for other links. */
  fileOf(href: string): string | null;
}

export const sha256 = (...parts: (string | Uint8Array)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

type Parsed = Pick<LocalFile, 'source' | 'lineEnd' | 'fields'>;

/** Reads the texts of the target, and the texts in `also`, which they may link to. @throws Fault */
export async function readFiles(repository: Repository, also: ReadonlySet<string>, now: Date): Promise<LocalFiles> {
  const { root, paths } = repository;
  const others: LocalFiles['others'][number][] = [];
  const parsed = new Map<string, Parsed>();
  for (const path of paths.filter((one) => TEXT.test(one) && (isInTarget(repository, one) || also.has(one)))) {
    const written = await readFile(join(root, path), 'utf8');
    const source = written.replace(/\r\n?/g, '\n');
    const lineEnd = /^[^\n]*\r\n/.test(written) ? '\r\n' : '\n';
    try {
      if (path.length > PUSH_LIMITS.path) throw new ImportFault('The path is too long', { file: path });
      if (!isPushedPath(path)) throw new ImportFault('The path has characters that cannot be pushed', { file: path });
      parsed.set(path, { source, lineEnd, fields: readFrontMatter(path, source).fields });
    } catch (error) {
      if (!(error instanceof ImportFault)) throw error;
      if (isInTarget(repository, path)) others.push({ path, isFault: true, reason: error.message });
    }
  }
  if (parsed.size === 0) return { files: new Map(), others, fileOf: () => null };

  const { posts, names, warnings, tooLong, prefix } = await recordsOf(repository, parsed, now);
  const say = (path: string, text: string) => warnings.set(path, [...(warnings.get(path) ?? []), text]);
  const byOldPath = new Map<string, string>();
  for (const [path, { oldPaths }] of posts) for (const old of oldPaths) byOldPath.set(comparedPath(old), path);
  const fileOf = (href: string): string | null => {
    const bare = decodedPath(href.replace(/[?#].*$/s, ''));
    return href.startsWith('/') && bare !== null ? (byOldPath.get(comparedPath(bare)) ?? null) : null;
  };

  const isThere = new Set(paths);
  const isFile = (href: string): boolean => {
    const name = decodedPath(href.replace(/[?#].*$/s, ''))?.slice(1) ?? '';
    return href.startsWith('/') && (isThere.has(`${prefix}${name}`) || /\.(?:md|mdx|markdown)$/i.test(name));
  };
  const hashes = new Map<string, string>();
  const files = new Map<string, LocalFile>();
  for (const [path, { source, lineEnd, fields }] of parsed) {
    const post = posts.get(path);
    if (!post || tooLong.has(path)) {
      const reason = tooLong.has(path)
        ? 'The text is too long for a post'
        : (warnings.get(path)?.[0] ?? 'It is a page');
      if (isInTarget(repository, path)) others.push({ path, isFault: tooLong.has(path), reason });
      continue;
    }
    const pictures: LocalPicture[] = [];
    for (const picture of [...post.pictures, post.cover, post.cardPicture]) {
      if (!picture || picture.url !== null) continue;
      const file = `${prefix}${picture.path}`;
      if (!isThere.has(file)) {
        say(path, `There is no picture ${picture.address}`);
        continue;
      }
      const hash = hashes.get(file) ?? sha256(await readFile(join(root, file)));
      hashes.set(file, hash);
      pictures.push({ address: picture.address, path: file, hash });
    }
    const links = new Set<string>();
    rewriteAddresses(post.content, {
      picture: () => null,
      link(href) {
        const target = fileOf(href);
        if (target) links.add(target);
        else if (isFile(href)) say(path, `A link leads to a file that is not a post: ${href}`);
        return null;
      },
    });
    const nameIn = (kind: keyof typeof names, key: string | null) =>
      key === null ? null : (names[kind].get(key) ?? null);
    files.set(path, {
      path,
      source,
      lineEnd,
      fields,
      post,
      pictures,
      links: [...links],
      isDated: isDated(path, fields),
      hash: sha256(source, ...pictures.map(({ hash }) => `\n${hash}`)),
      category: nameIn('category', post.category),
      tags: post.tags.flatMap((key) => nameIn('tag', key) ?? []),
      series: nameIn('series', post.series),
      id: /^[\w-]{10,60}$/.exec(wordsOf(fields, 'id'))?.[0] ?? null,
      updated: instantFrom(wordsOf(fields, 'updated')),
      warnings: warnings.get(path) ?? [],
    });
  }
  return { files, others, fileOf };
}

const isDated = (path: string, fields: Fields): boolean =>
  [...DATES.map((name) => wordsOf(fields, name)), placeIn(path, { isLanguage }).date].some((date) => instantFrom(date));

/** The posts of texts, as read by an import. Texts outside the repository's site are read individually. */
async function recordsOf(repository: Repository, parsed: ReadonlyMap<string, Parsed>, now: Date) {
  const { root, paths } = repository;
  const wanted = paths.filter((path) => !TEXT.test(path) || parsed.has(path));
  const whole = await siteOf(folderOf(root, wanted), wanted);
  const isInside = [...parsed.keys()].every((path) => path.startsWith(whole.prefix));
  const plain = {
    folder: folderOf(
      root,
      wanted.filter((path) => TEXT.test(path) || PICTURE.test(path)),
    ),
    prefix: '',
  };
  const read = isInside && (await readSite(whole, parsed, now));
  return read && read.posts.size > 0 ? read : readSite(plain, parsed, now);
}

const PICTURE = /\.(?:png|jpe?g|gif|webp|avif)$/i;

interface Site {
  readonly folder: ImportFolder;
  /** The path of the site in the repository, with a final slash; empty for the root. */
  readonly prefix: string;
}

const folderOf = (root: string, paths: readonly string[]): ImportFolder => ({
  name: root,
  async *paths() {
    yield* paths;
  },
  open: openFolder(root).open,
});

async function siteOf(folder: ImportFolder, paths: readonly string[]): Promise<Site> {
  const site = await siteFolder(folder);
  const inside: string[] = [];
  for await (const path of site.paths()) inside.push(path);
  const [first = ''] = inside;
  const ends = paths.filter((path) => path.endsWith(`/${first}`)).map((path) => path.slice(0, -first.length));
  const prefix = ends.find((one) => paths.filter((path) => path.startsWith(one)).length === inside.length);
  return site === folder || prefix === undefined ? { folder, prefix: '' } : { folder: site, prefix };
}

/** @throws Fault for an unreadable configuration */
async function readSite({ folder, prefix }: Site, parsed: ReadonlyMap<string, Parsed>, now: Date) {
  const names = {
    category: new Map<string, string>(),
    tag: new Map<string, string>(),
    series: new Map<string, string>(),
  };
  const posts = new Map<string, RecordOf<'post'>>();
  const warnings = new Map<string, string[]>();
  const tooLong = new Set<string>();
  try {
    for await (const one of readMarkdownFolder({ folder, now, isOfPosts: true })) {
      if (one.kind === 'category' || one.kind === 'tag' || one.kind === 'series')
        names[one.kind].set(one.key, one.name);
      else if (one.kind === 'post' && parsed.has(`${prefix}${one.key}`)) posts.set(`${prefix}${one.key}`, one);
      else if (one.kind === 'post') tooLong.add(`${prefix}${one.key.replace(/#\d+$/, '')}`);
      else if (one.kind === 'report') {
        const path = `${prefix}${one.record?.key ?? one.about}`;
        const text = [one.text, one.address].filter(Boolean).join(': ');
        warnings.set(path, [...(warnings.get(path) ?? []), text]);
      }
    }
  } catch (error) {
    if (!(error instanceof ImportFault)) throw error;
    if (!error.message.includes('There is no Markdown')) throw new Fault(error.message);
  }
  return { names, posts, warnings, tooLong, prefix };
}

/** Whether the file itself requests publication; null if it does not say. */
export const isPublic = ({ fields }: LocalFile): boolean | null => {
  if (isSet(fields, 'draft') || valueIn(fields, 'published') === false) return false;
  return isSet(fields, 'published') ? true : null;
};

import { IMAGE_FOLDER } from '@inkwell/shared/images';
import { Menu } from '@inkwell/shared/menu';
import { ImportedRedirect } from '@inkwell/shared/redirects';
import { SomeSettings } from '@inkwell/shared/settings';
import { UPLOAD_LIMITS } from '@inkwell/shared/storage';
import * as z from 'zod/mini';
import {
  AddressEntry,
  AuthorEntry,
  CategoryEntry,
  CommentEntry,
  EXPORT_PATHS,
  ExportHead,
  ListEntry,
  PageHeader,
  PictureEntry,
  PostHeader,
  RedirectEntry,
} from '../../exports/export-format.ts';
import { readFrontMatter } from '../../exports/front-matter.ts';
import { type PublicBucket, publicUrl } from '../../uploads/image-url.ts';
import { wholeFile } from '../folders.ts';
import { ImportLine, type ImportLine as Line, type Own } from '../import-lines.ts';
import { IMPORT_LIMITS, ImportFault, type ImportFolder } from '../records.ts';

/** Subscribers as they are exported: documents, of which an import needs these fields. */
const SubscriberEntry = z.object({
  email: z.optional(z.nullable(z.string())),
  isConfirmed: z.boolean(),
  subscribedAt: z.optional(z.nullable(z.string())),
  labels: z._default(z.array(z.string()), []),
});

const SuppressionEntry = z.object({
  email: z.optional(z.nullable(z.string())),
  suppressedAt: z.optional(z.nullable(z.string())),
});

/** Paths of pictures, as the export writes them. */
const IN_FOLDERS = /\.\.\/pictures\/([\w.%~!*-]{1,700})/g;
const IN_ROOT = /(?<![\w./-])pictures\/([\w.%~!*-]{1,700})/g;

/**
 * Reads one of our own exports (docs/export.md). Pictures get their addresses in the bucket at once, because they keep their names.
 * @throws ImportFault for what is no export, and for the first file that is not as an export has it
 */
export async function* readExport(
  folder: ImportFolder,
  {
    publicBucket,
    storePicture,
  }: { publicBucket: PublicBucket; storePicture: (name: string, bytes: Buffer) => Promise<void> },
): AsyncGenerator<Line> {
  const paths: string[] = [];
  for await (const path of folder.paths()) paths.push(path);
  const has = new Set(paths);
  if (!has.has(EXPORT_PATHS.head))
    throw new ImportFault('this is no export: publication.json is missing', { file: folder.name });

  const text = async (path: string): Promise<string> => (await wholeFile(folder, path)).toString('utf8');
  const placed = (words: string, pattern: RegExp): string =>
    words.replace(pattern, (path, encoded: string) => {
      if (!has.has(`${EXPORT_PATHS.pictures}/${encoded}`)) return path;
      return publicUrl(publicBucket, `${IMAGE_FOLDER}/${decodeURIComponent(encoded)}`);
    });
  const inText = <T extends string | undefined>(words: T) => (words === undefined ? null : placed(words, IN_FOLDERS));
  const inRoot = (words: string | null) => words && placed(words, IN_ROOT);

  function checked<T>(path: string, line: number | undefined, read: () => T): T {
    try {
      return read();
    } catch (cause) {
      const reason =
        cause instanceof z.core.$ZodError
          ? `${cause.issues[0]?.path.join('.')}: ${cause.issues[0]?.message}`
          : `${cause instanceof Error ? cause.message : cause}`;
      throw new ImportFault(reason, { file: path, ...(line !== undefined && { line }) }, { cause });
    }
  }
  const read = async <S extends z.ZodMiniType>(path: string, schema: S): Promise<z.output<S> | null> => {
    if (!has.has(path)) return null;
    const words = await text(path);
    return checked(path, undefined, () => schema.parse(JSON.parse(words)));
  };
  async function* lines<S extends z.ZodMiniType>(
    below: string,
    schema: S,
  ): AsyncGenerator<{ value: z.output<S>; path: string; line: number }> {
    for (const path of paths.filter((one) => one.startsWith(`${below}/`) && one.endsWith('.jsonl'))) {
      const rows = (await text(path)).split('\n');
      for (const [n, row] of rows.entries())
        if (row !== '') yield { value: checked(path, n + 1, () => schema.parse(JSON.parse(row))), path, line: n + 1 };
    }
  }
  /** A record with the limits of the contract. */
  const record = (path: string, value: unknown, own?: Own, line?: number): Line =>
    checked(path, line, () => ({ ...ImportLine.parse(value), ...(own && { own }) }));

  await read(EXPORT_PATHS.head, ExportHead);
  yield { kind: 'site', addresses: [] };

  const settings = await read(EXPORT_PATHS.settings, z.record(z.string(), z.unknown()));
  if (settings) {
    const { logo, icon, cardPicture, ...rest } = settings;
    const shown = Object.entries({ logo, icon, cardPicture }).filter(([, value]) => value !== undefined);
    const pictures = Object.fromEntries(
      shown.map(([key, value]) => [key, typeof value === 'string' ? inRoot(value) : value]),
    );
    const all = checked(EXPORT_PATHS.settings, undefined, () => SomeSettings.parse({ ...rest, ...pictures }));
    yield record(EXPORT_PATHS.settings, { kind: 'own-settings', key: 'settings', settings: all });
  }
  const menu = await read(EXPORT_PATHS.menu, Menu);
  if (menu) yield record(EXPORT_PATHS.menu, { kind: 'menu', key: 'menu', menu });

  for (const { key, name, picture, text: about, website, handles } of (await read(
    EXPORT_PATHS.authors,
    z.array(AuthorEntry),
  )) ?? []) {
    const value = {
      kind: 'author',
      key,
      name,
      email: null,
      text: inRoot(about),
      website,
      handles,
      picture: null,
      oldPaths: [],
    };
    yield record(EXPORT_PATHS.authors, value, { picture: inRoot(picture) });
  }
  for (const { id, name, description, icon, color, order } of (await read(
    EXPORT_PATHS.categories,
    z.array(CategoryEntry),
  )) ?? [])
    yield record(
      EXPORT_PATHS.categories,
      { kind: 'category', key: name, name, description, oldPaths: [] },
      { id: String(id), icon, color, order },
    );
  for (const kind of ['tag', 'series'] as const) {
    const path = kind === 'tag' ? EXPORT_PATHS.tags : EXPORT_PATHS.series;
    for (const { id, name, slug, description, picture } of (await read(path, z.array(ListEntry))) ?? []) {
      const key = kind === 'tag' ? name : slug;
      const value = { kind, key, name, slug, description: inRoot(description), picture: null, oldPaths: [] };
      yield record(path, value, { id, picture: inRoot(picture) });
    }
  }

  const isText = (below: string) => (path: string) =>
    path.startsWith(`${below}/`) && /^[^/]+\.md$/.test(path.slice(below.length + 1));
  const file = async <S extends z.ZodMiniType>(
    path: string,
    schema: S,
  ): Promise<{ header: z.output<S>; words: string }> => {
    const whole = await text(path);
    return checked(path, undefined, () => {
      const { fields, text: words } = readFrontMatter(whole);
      return { header: schema.parse(fields), words };
    });
  };
  const written = (header: PageHeader, words: string) => ({
    ...{ key: header.id, title: header.title, content: placed(words, IN_FOLDERS), pictures: [], status: header.status },
    ...{ publishAt: header.scheduled ?? null, publishedAt: header.date ?? null },
    ...{ createdAt: header.created, updatedAt: header.updated, language: header.language ?? null },
    ...{ searchTitle: header.searchTitle ?? null, searchDescription: header.searchDescription ?? null },
    ...{ isHiddenFromSearch: header.hiddenFromSearch ?? false, oldPaths: [] },
  });
  for (const path of paths.filter(isText(EXPORT_PATHS.posts))) {
    const { header, words } = await file(path, PostHeader);
    yield record(
      path,
      {
        ...{ kind: 'post', ...written(header, words), slug: header.slug ?? null, excerpt: header.excerpt ?? null },
        ...{ authors: header.authors ?? [], category: header.category ?? null, tags: header.tags ?? [] },
        ...{
          series: header.series ?? null,
          seriesPlace: header.seriesPlace ?? null,
          isFeatured: header.featured ?? false,
        },
        ...{
          canonicalUrl: header.canonicalUrl ?? null,
          cover: null,
          coverDescription: header.coverDescription ?? null,
        },
        ...{ coverCaption: header.coverCaption ?? null, cardTitle: header.cardTitle ?? null },
        ...{ cardText: header.cardText ?? null, cardPicture: null, isClosed: false },
      },
      {
        ...{ id: header.id, trashedAt: header.trashed ?? null, comments: header.comments ?? null },
        ...{ featuredImage: inText(header.cover), cardPicture: inText(header.cardPicture) },
      },
    );
  }
  for (const path of paths.filter(isText(EXPORT_PATHS.pages))) {
    const { header, words } = await file(path, PageHeader);
    const value = { kind: 'page', ...written(header, words), slug: header.slug ?? '' };
    yield record(path, value, { id: header.id, trashedAt: header.trashed ?? null });
  }

  for await (const { value, path, line } of lines(EXPORT_PATHS.comments, CommentEntry)) {
    const { id, post, parent, answers, author, text: content, created, edited, state, heldBy, reason } = value;
    const comment = {
      kind: 'own-comment',
      key: id,
      post,
      parent,
      answers,
      author,
      content,
      createdAt: created,
      editedAt: edited,
    };
    yield record(path, { ...comment, state, heldBy, reason }, undefined, line);
  }
  for await (const { value, path, line } of lines(EXPORT_PATHS.redirects, RedirectEntry))
    yield record(
      path,
      { kind: 'redirect', key: value.from, ...checked(path, line, () => ImportedRedirect.parse(value)) },
      undefined,
      line,
    );
  for await (const { value, path, line } of lines(EXPORT_PATHS.addresses, AddressEntry))
    yield record(path, { kind: 'own-address', key: value.path, address: value }, undefined, line);
  for await (const { value, path, line } of lines('newsletter/subscribers', SubscriberEntry)) {
    if (!value.email) continue;
    const state = value.isConfirmed ? 'subscribed' : 'unconfirmed';
    const row = { kind: 'subscriber', key: value.email, email: value.email, name: null, state, labels: value.labels };
    yield record(path, { ...row, subscribedAt: value.subscribedAt ?? null }, undefined, line);
  }

  for await (const { value, path, line } of lines('newsletter/suppressions', SuppressionEntry)) {
    // Of a deleted account's address only a salted id is left, which says nothing to another site.
    if (!value.email || !value.suppressedAt) continue;
    const row = {
      kind: 'suppression',
      key: value.email,
      email: value.email,
      reason: 'other',
      since: value.suppressedAt,
    };
    yield record(path, row, undefined, line);
  }

  for (const path of paths.filter((one) => one.startsWith(`${EXPORT_PATHS.pictureList}/`))) {
    const picture = await read(path, PictureEntry);
    if (!picture) continue;
    const stored = `${EXPORT_PATHS.pictures}/${encodeURIComponent(picture.name)}`;
    if (!has.has(stored)) continue;
    await storePicture(
      picture.name,
      await wholeFile(folder, stored, Math.max(UPLOAD_LIMITS.bytes, IMPORT_LIMITS.valueBytes)),
    );
    yield record(path, { kind: 'own-picture', key: picture.name, picture });
  }
}

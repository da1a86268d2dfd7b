import { EXPORTED_PAGE_FIELDS, PLAIN_FIELDS } from '@inkwell/formats/exported-fields';
import { readFrontMatter } from '@inkwell/formats/exported-front-matter';
import { reportLine } from '@inkwell/formats/fitting';
import { wholeFile } from '@inkwell/formats/folders';
import { IMPORT_LIMITS, ImportFault, type ImportFolder, type ReportLine } from '@inkwell/formats/records';
import { decodedPath, isReservedPath } from '@inkwell/shared/addresses';
import { GuestInput } from '@inkwell/shared/authors';
import { personName } from '@inkwell/shared/format';
import { IMAGE_FOLDER } from '@inkwell/shared/images';
import { SuppressionInput } from '@inkwell/shared/mail';
import { NAMED_LIST_KINDS, NAMED_LISTS } from '@inkwell/shared/named-lists';
import { NewsletterEmail } from '@inkwell/shared/newsletter';
import { REDIRECT_TEXTS } from '@inkwell/shared/redirects';
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
  plainValues,
  RedirectEntry,
  SubscriberEntry,
  SuppressionEntry,
} from '../../exports/export-format.ts';
import { addressIdOf } from '../../mail/tokens.ts';
import { type PublicBucket, publicUrl } from '../../uploads/image-url.ts';
import { withinContract } from '../contract.ts';
import { type ImportLine as Line, lineOf, type Own } from '../import-lines.ts';

/** Paths of pictures in the export. */
const IN_FOLDERS = /\.\.\/pictures\/([\w.%~!*-]{1,700})/g;
const IN_ROOT = /(?<![\w./-])pictures\/([\w.%~!*-]{1,700})/g;

/** Whether a path is a regular address of its kind: directly below the root for a page, in its section for a list. */
function isOwnAddress({ path, kind }: AddressEntry): boolean {
  const [first = '', second, ...others] = decodedPath(path)?.slice(1).split('/') ?? [];
  if (others.length > 0) return false;
  return kind === 'page'
    ? second === undefined && !isReservedPath(path)
    : first === NAMED_LISTS[kind].section && !!second;
}

/**
 * Reads one of our own exports (docs/export.md). Pictures get their addresses in the bucket immediately, because they keep their names.
 * @throws ImportFault if it is not an export, and for the first file that is invalid
 */
export async function* readExport(
  folder: ImportFolder,
  {
    publicBucket,
    storePicture,
  }: { publicBucket: PublicBucket; storePicture: (name: string, bytes: Buffer) => Promise<void> },
): AsyncGenerator<Line | ReportLine> {
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
  /** A record as the API would accept it, preceded by report lines for the owner. */
  function* record(path: string, value: object, own?: Own, line?: number): Generator<Line | ReportLine> {
    const { record: fitted, reports } = withinContract({ ...value, ...(own && { own }) } as Line);
    yield* reports;
    if (fitted) yield checked(path, line, () => lineOf(fitted));
  }

  await read(EXPORT_PATHS.head, ExportHead);
  yield { kind: 'site', addresses: [] };

  const settings = await read(EXPORT_PATHS.settings, z.record(z.string(), z.unknown()));
  if (settings) {
    const { logo, icon, cardPicture, ...rest } = settings;
    const shown = Object.entries({ logo, icon, cardPicture }).filter(([, value]) => value !== undefined);
    const pictures = Object.fromEntries(
      shown.map(([key, value]) => [key, typeof value === 'string' ? inRoot(value) : value]),
    );
    const value = { kind: 'own-settings', key: 'settings', settings: { ...rest, ...pictures } };
    yield* record(EXPORT_PATHS.settings, value);
  }
  const menu = await read(EXPORT_PATHS.menu, z.unknown());
  if (menu) yield* record(EXPORT_PATHS.menu, { kind: 'menu', key: 'menu', menu });

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
    yield* record(EXPORT_PATHS.authors, value, { picture: inRoot(picture) });
  }
  const categories = (await read(EXPORT_PATHS.categories, z.array(CategoryEntry))) ?? [];
  for (const { id, name, description, icon, color, order } of categories)
    yield* record(
      EXPORT_PATHS.categories,
      { kind: 'category', key: name, name, description, oldPaths: [] },
      { id: String(id), icon, color, order },
    );
  for (const kind of NAMED_LIST_KINDS) {
    const path = EXPORT_PATHS[NAMED_LISTS[kind].section];
    for (const { id, name, slug, description, picture } of (await read(path, z.array(ListEntry))) ?? []) {
      const value = {
        kind,
        key: { name, slug }[NAMED_LISTS[kind].exportKey],
        name,
        slug,
        description: inRoot(description),
        picture: null,
        oldPaths: [],
      };
      yield* record(path, value, { id, picture: inRoot(picture) });
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
    key: header.id,
    content: placed(words, IN_FOLDERS),
    pictures: [],
    status: header.status,
    publishAt: header.scheduled ?? null,
    publishedAt: header.date ?? null,
    createdAt: header.created,
    updatedAt: header.updated,
    oldPaths: [],
  });
  for (const path of paths.filter(isText(EXPORT_PATHS.posts))) {
    const { header, words } = await file(path, PostHeader);
    yield* record(
      path,
      {
        kind: 'post',
        ...written(header, words),
        ...plainValues(PLAIN_FIELDS, header),
        authors: header.authors ?? [],
        category: header.category ?? null,
        tags: header.tags ?? [],
        series: header.series ?? null,
        seriesPlace: header.seriesPlace ?? null,
        cover: null,
        cardPicture: null,
        isClosed: false,
      },
      {
        id: header.id,
        trashedAt: header.trashed ?? null,
        comments: header.comments ?? null,
        featuredImage: inText(header.cover),
        cardPicture: inText(header.cardPicture),
      },
    );
  }
  for (const path of paths.filter(isText(EXPORT_PATHS.pages))) {
    const { header, words } = await file(path, PageHeader);
    const about = plainValues(EXPORTED_PAGE_FIELDS, header);
    const value = { kind: 'page', ...written(header, words), ...about, slug: header.slug ?? '' };
    yield* record(path, value, { id: header.id, trashedAt: header.trashed ?? null });
  }

  for await (const { value, path, line } of lines(EXPORT_PATHS.comments, CommentEntry)) {
    const { id, post, parent, answers, author, text: content, created, edited, state, heldBy, reason } = value;
    const name = GuestInput.shape.name.safeParse(author.name).data ?? personName({ firstName: null });
    const comment = {
      kind: 'own-comment',
      key: id,
      post,
      parent,
      answers,
      createdAt: created,
      editedAt: edited,
      state,
      author: { key: author.key, name: author.key === '' ? '' : name },
      content: state === 'deleted' ? '' : content,
      heldBy: state === 'held' ? heldBy : null,
      reason: state === 'hidden' ? reason : null,
    };
    yield* record(path, comment, undefined, line);
  }
  for await (const { value, path, line } of lines(EXPORT_PATHS.redirects, RedirectEntry))
    yield* record(path, { kind: 'redirect', key: value.from, ...value }, undefined, line);
  for await (const { value, path, line } of lines(EXPORT_PATHS.addresses, AddressEntry)) {
    if (isOwnAddress(value))
      yield* record(path, { kind: 'own-address', key: value.path, address: value }, undefined, line);
    else yield reportLine('redirect-left-out', REDIRECT_TEXTS.reserved, null, value.path);
  }
  const categoryKeys = new Map(categories.map(({ id, name }) => [id, name]));
  for await (const { value, path, line } of lines(EXPORT_PATHS.subscribers, SubscriberEntry)) {
    if (value.email !== null && !NewsletterEmail.safeParse(value.email).success) {
      yield reportLine('left-out', 'A subscriber whose address is none.', value.email);
      continue;
    }
    const subscriber = {
      ...value,
      id: value.email === null ? value.id : addressIdOf(value.email),
      categories: value.categories?.flatMap((id) => categoryKeys.get(id) ?? []) ?? null,
    };
    yield* record(path, { kind: 'own-subscriber', key: subscriber.id, subscriber }, undefined, line);
  }
  for await (const { value, path, line } of lines(EXPORT_PATHS.suppressions, SuppressionEntry)) {
    if (value.email !== '' && !NewsletterEmail.safeParse(value.email).success) {
      yield reportLine('left-out', 'A suppressed address that is none.', value.email);
      continue;
    }
    const isStopped = value.suppressedAt !== null;
    const suppression = {
      ...value,
      id: value.email === '' ? value.id : addressIdOf(value.email),
      reason: isStopped ? (value.reason ?? 'manual') : null,
      source: isStopped ? value.source : null,
      remark: (isStopped && SuppressionInput.shape.remark.safeParse(value.remark).data) || null,
    };
    yield* record(path, { kind: 'own-suppression', key: suppression.id, suppression }, undefined, line);
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
    yield* record(path, { kind: 'own-picture', key: picture.name, picture });
  }
}

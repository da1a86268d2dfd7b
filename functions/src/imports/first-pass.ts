import type { Imported, ImportedPicture, RecordOf, ReportLine } from '@inkwell/formats/records';
import { comparedPath } from '@inkwell/shared/addresses';
import type { ImportKind } from '@inkwell/shared/imports';
import { SERIES_LIMITS } from '@inkwell/shared/post-series';
import { postPath, sitePagePath } from '@inkwell/shared/slug';
import { withinContract } from './contract.ts';
import { chunkPath, type ImportArea } from './import-area.ts';
import { createImportIds, type ImportIds } from './import-ids.ts';
import type { FoundPicture, ImportLine } from './import-lines.ts';
import { numberIn } from './numbered-posts.repository.ts';

/** The contents of a file: the number of records of each kind. */
export type ImportCounts = Readonly<Record<string, number>>;

export interface FirstPass {
  /** Identifies the source in the ids of imported records (`createImportIds`). */
  readonly source: string;
  readonly counts: ImportCounts;
  /** The number of files with records of each kind. */
  readonly chunks: ImportCounts;
  /** The number of report lines by reason. */
  readonly reports: ImportCounts;
  /** The deepest level of replies to comments; 0 without replies. */
  readonly depth: number;
  /** The key of a post with `#` instead of the number in its old query (`/?p=12`), if all posts have such keys; otherwise null. */
  readonly numbers: string | null;
}

export interface FirstPassOptions {
  /** The kind of export; part of the ids. */
  readonly format: string;
  /** Where the records are stored; null for a dry run, which writes nothing. */
  readonly area: Pick<ImportArea, 'write'> | null;
  /** The bytes of a picture by its path; null if the caller does not have the file. */
  readonly pictureFile: (path: string) => Promise<Buffer | null>;
  /** Whether pictures may be downloaded from their URLs. */
  readonly isFetching: boolean;
  readonly onReport?: (line: ReportLine) => void;
  /** Called from time to time; an error ends the pass. */
  readonly onProgress?: (records: number) => void | Promise<void>;
}

/** The maximum number of records, or of bytes, per file. */
const PER_CHUNK = 300;
const CHUNK_BYTES = 4_000_000;

/** The format name of our own exports, whose ids are kept. */
export const OWN_FORMAT = 'own';

/** The prefix of the ids of imports of this kind. */
export const formatOf = (kind: ImportKind): string => (kind === 'inkwell' ? OWN_FORMAT : kind);

/** The new path of each imported text, by its old paths. */
export type Links = Readonly<Record<string, string>>;
/** The key of the parent of each reply, by the key of the reply. */
export type Parents = Readonly<Record<string, string>>;

/**
 * Reads a whole file before any of it is imported, and splits it into records of each kind. A fault in the file ends the pass. Memory holds one chunk
 * of each kind, the addresses of posts, and the keys of pictures and comments.
 * @throws ImportFault from the reader
 */
export async function readAll(
  records: AsyncIterable<Imported | ImportLine>,
  { format, area, pictureFile, isFetching, onReport, onProgress }: FirstPassOptions,
): Promise<FirstPass> {
  const counts: Record<string, number> = {};
  const chunks: Record<string, number> = {};
  const reports: Record<string, number> = {};
  const waiting = new Map<string, { lines: string[]; bytes: number }>();
  // Objects without a prototype, because imported keys may be names such as `constructor`.
  const links: Record<string, string> = Object.create(null);
  const parents: Record<string, string> = Object.create(null);
  const pictures = new Set<string>();
  const comments = new Set<string>();
  /** The last place in each series, for posts without a place. */
  const lastPlaces = new Map<string, number>();
  let source = format === OWN_FORMAT ? '' : `${format}:`;
  let ids: ImportIds = createImportIds(source);
  let read = 0;
  let numbers: string | null = null;
  const storing = createStoring();

  async function flush(kind: string): Promise<void> {
    const held = waiting.get(kind);
    if (!held || held.lines.length === 0) return;
    waiting.delete(kind);
    const number = chunks[kind] ?? 0;
    await area?.write(chunkPath(kind, number), `${held.lines.join('\n')}\n`);
    chunks[kind] = number + 1;
  }

  async function keep(kind: string, value: unknown): Promise<void> {
    const line = JSON.stringify(value);
    const held = waiting.get(kind) ?? { lines: [], bytes: 0 };
    held.lines.push(line);
    held.bytes += line.length;
    waiting.set(kind, held);
    if (held.lines.length >= PER_CHUNK || held.bytes >= CHUNK_BYTES) await flush(kind);
  }

  async function report(line: ReportLine): Promise<void> {
    reports[line.reason] = (reports[line.reason] ?? 0) + 1;
    onReport?.(line);
    await keep('report', line);
  }

  async function found(picture: ImportedPicture | null | undefined, about: string): Promise<void> {
    if (!picture) return;
    const key = ids.picture(addressOfPicture(picture));
    if (pictures.has(key)) return;
    pictures.add(key);
    const bytes = picture.path === null ? null : await pictureFile(picture.path);
    const file = bytes ? `files/${key}` : null;
    if (bytes && file && area) await storing.add(() => area.write(file, bytes));
    const url = isFetching ? picture.url : null;
    if (file === null && url === null) {
      const text = 'This picture is not among the files; the text still has its old address.';
      await report({ kind: 'report', reason: 'left-out', text, about, record: null, address: picture.address });
      return;
    }
    counts.picture = (counts.picture ?? 0) + 1;
    const fileName = (picture.path ?? picture.url ?? '').split(/[?#]/)[0]?.split('/').at(-1) ?? null;
    const line: FoundPicture = { kind: 'found-picture', key, url, file, fileName, description: picture.description };
    await keep('found-picture', line);
  }

  /** Gives a post its place in its series, and removes the old query if it follows from the post's key. */
  function prepared(post: RecordOf<'post'>): RecordOf<'post'> {
    const oldPaths = post.oldPaths.filter((old) => {
      const number = numberIn(old);
      if (number === null || !post.key.includes(number)) return true;
      numbers ??= post.key.replace(number, '#');
      return numbers.replace('#', number) !== post.key;
    });
    if (post.series === null) return { ...post, oldPaths };
    const last = lastPlaces.get(post.series) ?? 0;
    const place = Math.min(post.seriesPlace ?? last + 1, SERIES_LIMITS.place);
    lastPlaces.set(post.series, Math.max(place, last));
    return { ...post, oldPaths, seriesPlace: place };
  }

  for await (const given of records) {
    read += 1;
    if (read % 100 === 0) await onProgress?.(read);
    if (given.kind === 'report') {
      await report(given);
      continue;
    }
    const { record, reports: refused } = withinContract(given);
    for (const line of refused) await report(line);
    if (!record) continue;
    if (record.kind === 'site') {
      if (format !== OWN_FORMAT) source = `${format}:${record.addresses[0] ?? ''}`;
      ids = createImportIds(source);
      continue;
    }
    if (record.kind !== 'found-picture' && record.kind !== 'own-address' && record.kind !== 'own-settings') {
      const counted = countedAs(record);
      counts[counted] = (counts[counted] ?? 0) + 1;
    }
    if (record.kind === 'post' || record.kind === 'page') {
      const own = 'own' in record ? record.own?.id : undefined;
      const path =
        record.kind === 'post'
          ? postPath({ id: ids.of('post', record.key, own), title: record.title, slug: record.slug })
          : sitePagePath(record.slug);
      for (const old of record.oldPaths) links[comparedPath(old)] = path;
      for (const picture of record.pictures) await found(picture, record.title);
    }
    if (record.kind === 'post')
      for (const picture of [record.cover, record.cardPicture]) await found(picture, record.title);
    if (record.kind === 'author' || record.kind === 'tag' || record.kind === 'series')
      await found(record.picture, record.name);
    if (record.kind === 'comment' || record.kind === 'own-comment') {
      comments.add(record.key);
      const above = record.kind === 'comment' ? record.parent : (record.answers ?? record.parent);
      if (above !== null) parents[record.key] = above;
    }
    await keep(record.kind, record.kind === 'post' ? prepared(record) : record);
  }
  // If nobody in the file is still subscribed, the owner should see a count of 0.
  if (FORMER in counts || UNCONFIRMED in counts) counts.subscriber ??= 0;
  // A reply to a comment that is not in the file begins a thread.
  for (const [key, above] of Object.entries(parents)) if (!comments.has(above)) delete parents[key];
  const depth = flatten(parents);
  await storing.end();
  for (const kind of [...waiting.keys()]) await flush(kind);
  await area?.write('links.json', JSON.stringify(links));
  await area?.write('parents.json', JSON.stringify(parents));
  return { source, counts, chunks, reports, depth, numbers };
}

/** The number of pictures stored concurrently: one at a time would take most of the pass, but each is in memory. */
const STORED_AT_ONCE = 6;

/** Stores some pictures while the next ones are read. The first failure ends the pass. */
function createStoring() {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const check = () => {
    if (failures.length > 0) throw failures[0];
  };
  return {
    /** Waits until the picture can start, not until it is stored. @throws the error of an earlier picture */
    async add(store: () => Promise<void>): Promise<void> {
      if (running.size >= STORED_AT_ONCE) await Promise.race(running);
      check();
      const one: Promise<void> = store()
        .catch((error: unknown) => void failures.push(error))
        .finally(() => running.delete(one));
      running.add(one);
    },
    /** Waits for all pictures. @throws the error of any of them */
    async end(): Promise<void> {
      await Promise.all(running);
      check();
    },
  };
}

/** Identifies a picture by its location. */
export const addressOfPicture = ({ url, path, address }: ImportedPicture): string => url ?? path ?? address;

const [FORMER, UNCONFIRMED] = ['former-subscriber', 'unconfirmed-subscriber'];

/** The kind that a record counts as: records of our own exports count as the general kind, and former subscribers separately. */
function countedAs(record: ImportLine): string {
  if (record.kind === 'subscriber')
    return { subscribed: 'subscriber', left: FORMER, unconfirmed: UNCONFIRMED }[record.state];
  if (record.kind === 'own-subscriber' && !record.subscriber.isConfirmed)
    return record.subscriber.leftAt === null ? UNCONFIRMED : FORMER;
  return record.kind.replace(/^own-/, '');
}

/** The maximum depth of comment threads; deeper replies are attached to the first comment. */
const MAX_DEPTH = 20;

/** The number of ancestors of a comment, in parents that `flatten` has shortened. */
export function levelOf(key: string, parents: Parents): number {
  let level = 0;
  for (let at = parents[key]; at !== undefined && level < MAX_DEPTH; at = parents[at]) level += 1;
  return level;
}

/**
 * Limits the depth of replies and breaks cycles. The time is linear in the number of comments, whatever their depth.
 * @returns the remaining depth
 */
function flatten(parents: Record<string, string>): number {
  const known = new Map<string, { level: number; root: string }>();
  let depth = 0;
  for (const key of Object.keys(parents)) {
    const way: string[] = [];
    const seen = new Set<string>();
    let at = key;
    for (let above = parents[at]; above !== undefined && !known.has(at); above = parents[at]) {
      if (seen.has(at)) {
        delete parents[at];
        break;
      }
      seen.add(at);
      way.push(at);
      at = above;
    }
    let { level, root } = known.get(at) ?? { level: 0, root: at };
    known.set(at, { level, root });
    for (const one of way.reverse()) {
      if (one === at) continue;
      if (level >= MAX_DEPTH) {
        parents[one] = root;
        level = 0;
      }
      level += 1;
      known.set(one, { level, root });
      depth = Math.max(depth, level);
    }
  }
  return depth;
}

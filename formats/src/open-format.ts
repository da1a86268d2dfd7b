import type { ImportKind } from '@inkwell/shared/imports';
import { UPLOAD_LIMITS } from '@inkwell/shared/storage';
import { wholeFile } from './folders.ts';
import { readGhost } from './ghost.ts';
import { readGhostRedirects } from './ghost-redirects.ts';
import { readMarkdownFolder } from './markdown-folder.ts';
import { readMedium } from './medium.ts';
import type { RecordWatch } from './record-watch.ts';
import type { Imported, ImportFolder, ImportSource } from './records.ts';
import { siteFolder } from './site-folder.ts';
import { readSubscribers } from './subscribers.ts';
import { readSubstack } from './substack.ts';
import { readWordPress } from './wordpress.ts';

/** Opens the uploaded files, on disk or in Storage. */
export interface ImportFiles {
  /** @throws ImportFault if it cannot be read as a folder */
  folder(): Promise<ImportFolder>;
  file(): Promise<ImportSource>;
  readonly members: (() => Promise<ImportSource>) | null;
  readonly redirects: (() => Promise<ImportSource>) | null;
  readonly pictures: (() => Promise<ImportFolder>) | null;
}

/** The records of the files, and the pictures among them. */
export interface OpenFormat {
  readonly records: () => AsyncIterable<Imported>;
  readonly pictureFile: (path: string) => Promise<Buffer | null>;
}

export const NO_PICTURES = async () => null;

/**
 * Opens the files of another system.
 * @param now posts scheduled after this time are not public; must be the same whenever the files are read again
 * @throws ImportFault if an archive is damaged or malicious
 */
export async function openFormat(
  kind: Exclude<ImportKind, 'inkwell'>,
  files: ImportFiles,
  { siteUrl, now, watch }: { siteUrl: string | null; now: Date; watch: RecordWatch },
): Promise<OpenFormat> {
  if (kind === 'markdown') {
    const folder = await siteFolder(await files.folder());
    const pictureFile = await picturesIn(folder);
    return { pictureFile, records: () => readMarkdownFolder({ folder, siteUrl, now, watch }) };
  }
  const beside = files.pictures ? await picturesIn(await files.pictures()) : NO_PICTURES;
  if (kind === 'substack' || kind === 'medium') {
    const folder = await files.folder();
    const inside = await picturesIn(folder);
    const read = kind === 'substack' ? readSubstack : readMedium;
    return {
      pictureFile: async (path) => (await inside(path)) ?? beside(path),
      records: () => read({ folder, siteUrl, now, watch }),
    };
  }
  const [source, pictureFile] = [await files.file(), beside];
  if (kind === 'wordpress') return { pictureFile, records: () => readWordPress({ source, watch }) };
  if (kind === 'subscribers') return { pictureFile, records: () => readSubscribers({ source }) };
  const [members, redirects] = await Promise.all([files.members?.(), files.redirects?.()]);
  async function* records() {
    yield* readGhost({ source, siteUrl, watch });
    if (redirects) yield* readGhostRedirects({ source: redirects });
    if (members) yield* readSubscribers({ source: members });
  }
  return { pictureFile, records };
}

/** Finds pictures by path or by the end of a path, because zips may contain enclosing folders. */
async function picturesIn(folder: ImportFolder): Promise<OpenFormat['pictureFile']> {
  const byName = new Map<string, string[]>();
  for await (const path of folder.paths()) {
    const alike = byName.get(nameOf(path));
    if (alike) alike.push(path);
    else byName.set(nameOf(path), [path]);
  }
  return async (path) => {
    const alike = byName.get(nameOf(path)) ?? [];
    const found = alike.includes(path) ? path : alike.findLast((one) => one.endsWith(`/${path}`));
    // A larger file is reported like a missing picture.
    return found === undefined ? null : wholeFile(folder, found, UPLOAD_LIMITS.bytes).catch(() => null);
  };
}

/** The last segment of a path. */
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

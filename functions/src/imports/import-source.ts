import type { ImportKind } from '@inkwell/shared/imports';
import { UPLOAD_LIMITS } from '@inkwell/shared/storage';
import type { PublicBucket } from '../uploads/image-url.ts';
import { wholeFile } from './folders.ts';
import { readGhost } from './formats/ghost.ts';
import { readGhostRedirects } from './formats/ghost-redirects.ts';
import { readMarkdownFolder } from './formats/markdown-folder.ts';
import { siteFolder } from './formats/site-folder.ts';
import { readSubscribers } from './formats/subscribers.ts';
import { readWordPress } from './formats/wordpress.ts';
import type { ImportArea } from './import-area.ts';
import type { ImportLine } from './import-lines.ts';
import { ownPictureFile } from './import-pictures.service.ts';
import { readExport } from './own/read-export.ts';
import type { RecordWatch } from './record-watch.ts';
import type { Imported, ImportFolder, ImportSource } from './records.ts';

/** Opens what an owner has, wherever that is. */
export interface ImportFiles {
  /** @throws ImportFault for what cannot be read as a folder */
  folder(): Promise<ImportFolder>;
  file(): Promise<ImportSource>;
  readonly members: (() => Promise<ImportSource>) | null;
  readonly redirects: (() => Promise<ImportSource>) | null;
  readonly pictures: (() => Promise<ImportFolder>) | null;
}

/** How a kind of export is read in the first pass. */
export interface ReadSource {
  readonly records: (area: Pick<ImportArea, 'write'> | null) => AsyncIterable<Imported | ImportLine>;
  readonly pictureFile: (path: string) => Promise<Buffer | null>;
}

const NO_PICTURES = async () => null;

/**
 * Opens the files of an import of this kind.
 * @param now what is scheduled for later is not public; the same whenever the files are read again
 * @throws ImportFault for an archive that is damaged or hostile
 */
export async function openImport(
  kind: ImportKind,
  files: ImportFiles,
  {
    siteUrl,
    publicBucket,
    now,
    watch,
  }: { siteUrl: string | null; publicBucket: PublicBucket; now: Date; watch: RecordWatch },
): Promise<ReadSource> {
  if (kind === 'inkwell') {
    const folder = await files.folder();
    const records = (area: Pick<ImportArea, 'write'> | null) =>
      readExport(folder, {
        publicBucket,
        storePicture: async (picture, bytes) => area?.write(ownPictureFile(picture), bytes),
      });
    return { records, pictureFile: NO_PICTURES };
  }
  if (kind === 'markdown') {
    const folder = await siteFolder(await files.folder());
    const pictureFile = await picturesIn(folder);
    return { pictureFile, records: () => readMarkdownFolder({ folder, siteUrl, now, watch }) };
  }
  const source = await files.file();
  const pictureFile = files.pictures ? await picturesIn(await files.pictures()) : NO_PICTURES;
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

/** Finds pictures by their paths, or by the ends of their paths: systems zip a folder with one or more around it. */
async function picturesIn(folder: ImportFolder): Promise<ReadSource['pictureFile']> {
  const byName = new Map<string, string[]>();
  for await (const path of folder.paths()) {
    const alike = byName.get(nameOf(path));
    if (alike) alike.push(path);
    else byName.set(nameOf(path), [path]);
  }
  return async (path) => {
    const alike = byName.get(nameOf(path)) ?? [];
    const found = alike.includes(path) ? path : alike.findLast((one) => one.endsWith(`/${path}`));
    // A larger one is reported with the pictures that are not there.
    return found === undefined ? null : wholeFile(folder, found, UPLOAD_LIMITS.bytes).catch(() => null);
  };
}

/** The last segment. */
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

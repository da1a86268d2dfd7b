import { createReadStream } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join, posix } from 'node:path';
import yauzl from 'yauzl';
import { IMPORT_LIMITS, ImportFault, type ImportFolder, type ImportSource } from './records.ts';

/** Whether a path stays inside the zip or folder: relative, with slashes, without dot segments. */
const isPlainPath = (path: string): boolean =>
  path !== '' &&
  path.length <= IMPORT_LIMITS.path &&
  !path.startsWith('/') &&
  !/[\\\0]/.test(path) &&
  !/^[A-Za-z]:/.test(path) &&
  posix.normalize(path) === path &&
  !path.split('/').includes('..');

/** Whether an operating system or Git added the file. */
const isOfSystem = (path: string): boolean => /(?:^|\/)(?:__MACOSX|\.DS_Store|Thumbs\.db|\.git)(?:\/|$)/.test(path);

async function* bounded(path: string, parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const part of parts) {
    bytes += part.length;
    if (bytes > IMPORT_LIMITS.fileBytes) throw new ImportFault('the file is too large', { file: path });
    yield part;
  }
}

/** A local file. */
export const openFile = (path: string, name: string): ImportSource => ({ name, open: () => createReadStream(path) });

/** A local folder. Links are skipped, because they may lead outside. */
export function openFolder(root: string): ImportFolder {
  async function* walk(below: string): AsyncGenerator<string> {
    const entries = await readdir(join(root, below), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (isOfSystem(path)) continue;
      if (entry.isDirectory()) yield* walk(path);
      else if (entry.isFile()) yield path;
    }
  }

  return {
    name: root,

    async *paths() {
      let files = 0;
      for await (const path of walk('')) {
        files += 1;
        if (files > IMPORT_LIMITS.files) throw new ImportFault('there are too many files', { file: root });
        yield path;
      }
    },

    async *open(path) {
      if (!isPlainPath(path)) throw new ImportFault('this path leads out of the folder', { file: path });
      const segments = path.split('/');
      for (const n of segments.keys()) {
        const found = await lstat(join(root, ...segments.slice(0, n + 1))).catch(() => null);
        if (!found || found.isSymbolicLink()) throw new ImportFault('there is no such file', { file: path });
      }
      yield* bounded(path, createReadStream(join(root, path)));
    },
  };
}

/** The highest compression ratio of a zip: pictures do not shrink, and texts shrink to a tenth. */
const MAX_RATIO = 200;
/** Smaller files may have any ratio. */
const SMALL_BYTES = 1_000_000;

export interface ImportZip extends ImportFolder {
  close(): Promise<void>;
}

/** Opens a zip. */
export type OpenZip = () => Promise<yauzl.ZipFile>;

export const openZipFile = (file: string): Promise<ImportZip> =>
  openZip(file, () => yauzl.openPromise(file, { autoClose: false, strictFileNames: true, validateEntrySizes: true }));

/**
 * Opens a zip. Its directory is read and checked first: no paths that lead outside, no duplicate paths, no links, no encrypted files. The limits of
 * an import for files and bytes apply to the declared and the actual sizes.
 * @throws ImportFault
 */
export async function openZip(name: string, open: OpenZip): Promise<ImportZip> {
  const fault = (reason: string, file = name) => new ImportFault(reason, { file });
  const zip = await open().catch((cause: unknown) => {
    throw new ImportFault('it is no zip that can be read', { file: name }, { cause });
  });
  const entries = new Map<string, yauzl.Entry>();
  let declared = 0;
  let unpacked = 0;
  try {
    if (zip.entryCount > IMPORT_LIMITS.files) throw fault('there are too many files in it');
    for await (const entry of zip.eachEntry()) {
      const path = entry.fileName;
      if (path.endsWith('/') || isOfSystem(path)) continue;
      if (!isPlainPath(path)) throw fault('a path in it leads out of it', path);
      if (entries.has(path)) throw fault('two files in it have the same path', path);
      if (entry.isEncrypted()) throw fault('a file in it is encrypted', path);
      if (((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000) throw fault('a file in it is a link', path);
      const isBomb = entry.uncompressedSize > SMALL_BYTES && entry.uncompressedSize > entry.compressedSize * MAX_RATIO;
      if (isBomb || entry.uncompressedSize > IMPORT_LIMITS.fileBytes) throw fault('a file in it is too large', path);
      declared += entry.uncompressedSize;
      if (declared > IMPORT_LIMITS.unpackedBytes) throw fault('its files are too large together');
      entries.set(path, entry);
    }
  } catch (cause) {
    zip.close();
    throw cause instanceof ImportFault ? cause : new ImportFault('it is damaged', { file: name }, { cause });
  }

  const isCommon = commonFolder([...entries.keys()]);
  const inside = (path: string) => `${isCommon}${path}`;

  return {
    name,

    async *paths() {
      for (const path of [...entries.keys()].sort()) yield path.slice(isCommon.length);
    },

    async *open(path) {
      const entry = entries.get(inside(path));
      if (!entry) throw fault('there is no such file', path);
      try {
        for await (const part of bounded(path, await zip.openReadStreamPromise(entry))) {
          unpacked += part.length;
          // A file may be read several times, but not endlessly.
          if (unpacked > 4 * IMPORT_LIMITS.unpackedBytes) throw fault('its files are too large together');
          yield part;
        }
      } catch (cause) {
        throw cause instanceof ImportFault ? cause : new ImportFault('the file is damaged', { file: path }, { cause });
      }
    },

    async close() {
      zip.close();
    },
  };
}

/** The folder that contains all files, with its slash, because systems zip a folder as a whole. Empty if there is none. */
function commonFolder(paths: readonly string[]): string {
  const [first = ''] = paths;
  const folder = first.includes('/') ? first.slice(0, first.indexOf('/') + 1) : '';
  const known = ['posts/', 'pages/', 'pictures/', 'content/'];
  return folder !== '' && !known.includes(folder) && paths.every((path) => path.startsWith(folder)) ? folder : '';
}

/** The bytes of a small file. @throws ImportFault if it is larger than `maxBytes` */
export async function wholeFile(
  folder: ImportFolder,
  path: string,
  maxBytes: number = IMPORT_LIMITS.valueBytes,
): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of folder.open(path)) {
    bytes += part.length;
    if (bytes > maxBytes) throw new ImportFault('the file is too large', { file: path });
    parts.push(part);
  }
  return Buffer.concat(parts);
}

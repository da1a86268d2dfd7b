import { readFile, writeFile } from 'node:fs/promises';

/** `/assets.json` of a site: names of files below `/assets`. */
interface AssetList {
  /** Files of the current build. */
  readonly files: readonly string[];
  /** Files of the previous build, kept for pages that were open when the current one was deployed. */
  readonly older: readonly string[];
}

/** Limits for the files that a deployment downloads from a live site. A real build has about 120 files and 3 MB. */
export const LIMITS = { listBytes: 200_000, files: 1_000, fileBytes: 5_000_000, totalBytes: 50_000_000 };
const ANSWER_MS = 30_000;
const AT_ONCE = 8;
/** A plain file name with an extension of the build: no path, no host, no hidden file. */
const ASSET_NAME = /^\w[\w-]*(?:\.[\w-]+)*\.(?:js|css|woff2|svg|png|jpe?g|webp|avif)$/;

const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string' && ASSET_NAME.test(name) && name.length < 200);

/** @throws Error if the text is not such a list, or contains a name that the build never produces */
export function readAssetList(text: string): AssetList {
  const value: unknown = JSON.parse(text);
  if (!(value instanceof Object && 'files' in value && 'older' in value)) throw new Error('it is no list of files');
  const { files, older } = value;
  if (!isNames(files) || !isNames(older)) throw new Error('it has a name that no build gives to a file');
  if (files.length + older.length > LIMITS.files) throw new Error(`it names more than ${LIMITS.files} files`);
  return { files, older };
}

/** Null if the site does not have the file. Redirects are not followed, so every kept file comes from this site. */
async function fetchFile(address: string, maxBytes: number): Promise<Buffer | null> {
  const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(ANSWER_MS) });
  if (response.status === 404) {
    await response.body?.cancel();
    return null;
  }
  if (!response.ok || !response.body) throw new Error(`${address} answered ${response.status}`);
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body) {
    bytes += part.byteLength;
    if (bytes > maxBytes) throw new Error(`${address} is larger than ${maxBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** The files of the previous build. If the same build is deployed again, these are the files that are already kept. */
const olderOf = (own: AssetList, live: AssetList): string[] => {
  const names = new Set(own.files);
  const isSame = live.files.length === names.size && live.files.every((name) => names.has(name));
  return (isSame ? live.older : live.files).filter((name) => !names.has(name));
};

/**
 * Copies the files of the live build into the new build, and lists them in its `assets.json`. Only one generation is kept: files that the live site
 * kept from an older build are dropped.
 * @param site address of the live site, without a trailing slash
 * @param folder of the built app
 * @returns the names of the kept files, and of files that the live site lists but no longer has; both are empty before the first deployment
 * @throws Error if the site cannot be reached, or lists names that the build never produces
 */
export async function keepOlderFiles(site: string, folder: string): Promise<{ kept: string[]; gone: string[] }> {
  const ownText = await readFile(`${folder}/assets.json`, 'utf8');
  const own = readAssetList(ownText);
  const text = await fetchFile(`${site}/assets.json`, LIMITS.listBytes);
  const kept: string[] = [];
  const gone: string[] = [];
  if (text === null) return { kept, gone };

  const names = olderOf(own, readAssetList(text.toString('utf8')));
  let bytes = 0;
  for (let index = 0; index < names.length; index += AT_ONCE) {
    await Promise.all(
      names.slice(index, index + AT_ONCE).map(async (name) => {
        const file = await fetchFile(`${site}/assets/${name}`, LIMITS.fileBytes);
        if (file === null) {
          gone.push(name);
          return;
        }
        bytes += file.byteLength;
        if (bytes > LIMITS.totalBytes) throw new Error(`the older files are larger than ${LIMITS.totalBytes} bytes`);
        await writeFile(`${folder}/assets/${name}`, file);
        kept.push(name);
      }),
    );
  }
  kept.sort();
  await writeFile(`${folder}/assets.json`, `${JSON.stringify({ ...JSON.parse(ownText), older: kept })}\n`);
  return { kept, gone };
}

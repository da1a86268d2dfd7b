import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The folder of firebase.json. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The text of a file in the repository; null if it does not exist. */
export async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(`${ROOT}/${path}`, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

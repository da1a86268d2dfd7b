import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The folder that holds firebase.json. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Text of a file of the repository; null if it does not exist. */
export async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(`${ROOT}/${path}`, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

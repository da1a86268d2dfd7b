import { createHash, type Hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'lib', 'coverage', 'test-results', 'playwright-report']);
const SKIPPED_FILES = /(\.test\.tsx?|\.log|\.tsbuildinfo)$/;

/**
 * A hash of the names and contents of the files below `paths` (relative to `root`). Dates are ignored, so a fresh clone
 * counts as unchanged. Build output, installed packages, hidden files and tests are ignored. A missing path affects the
 * hash.
 */
export function hashContents(root: string, paths: readonly string[], extra = ''): string {
  const hash = createHash('sha256').update(extra);
  for (const path of [...paths].sort()) add(hash, root, join(root, path));
  return hash.digest('hex');
}

function add(hash: Hash, root: string, path: string): void {
  if (!existsSync(path)) {
    hash.update(`missing ${relative(root, path)}\0`);
  } else if (statSync(path).isDirectory()) {
    for (const name of readdirSync(path).sort()) if (isSource(name)) add(hash, root, join(path, name));
  } else {
    const content = readFileSync(path);
    hash.update(`${relative(root, path)}\0${content.length}\0`).update(content);
  }
}

/** Whether a file or folder with this name is a source. */
export function isSource(name: string): boolean {
  // Settings such as .env.production are hidden files, but affect a build.
  if (name.startsWith('.')) return name.startsWith('.env');
  return !SKIPPED_FOLDERS.has(name) && !SKIPPED_FILES.test(name);
}

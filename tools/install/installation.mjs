/** Whether what `package-lock.json` names is installed. Plain JavaScript, because it runs before anything is there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The packages that npm has to put here, from the lock file: those for other systems are left out. */
export function packagesFor(root, system = thisSystem()) {
  const { packages = {} } = readJson(join(root, 'package-lock.json'));
  return Object.entries(packages).filter(
    ([path, entry]) => path.includes('node_modules/') && isMeantFor(entry, system),
  );
}

/**
 * What is wrong with the installation, as the rest of a sentence; undefined when nothing is. npm writes
 * `node_modules/.package-lock.json` when it is done, so after an install that was broken off it is missing, or of before.
 */
export function findFault(root, system = thisSystem()) {
  const record = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return 'Nothing is installed yet';
  const { packages: installed = {} } = readJson(record) ?? {};
  for (const [path, wanted] of packagesFor(root, system)) {
    const found = installed[path];
    if (!found) return `${nameOf(path)} is not installed`;
    const isOther = wanted.link ? found.resolved !== wanted.resolved : found.integrity !== wanted.integrity;
    if (isOther || found.version !== wanted.version) {
      return `${nameOf(path)} is not the version that package-lock.json names`;
    }
    if (!isThere(root, path)) return `${nameOf(path)} is missing`;
  }
  return undefined;
}

/** How many of the packages have been unpacked. */
export function countInstalled(root, packages) {
  return packages.filter(([path]) => isThere(root, path)).length;
}

/** npm makes all folders before it fills them. */
const isThere = (root, path) => existsSync(join(root, path, 'package.json'));

/** Packages of other systems, and what only those need, are optional: npm leaves them out. */
function isMeantFor({ optional, devOptional, os, cpu, libc }, system) {
  if (!optional && !devOptional) return true;
  if (!os && !cpu) return false;
  return allows(os, system.os) && allows(cpu, system.cpu) && allows(libc, system.libc);
}

/** npm's lists hold what is meant, or `!` before what is not. */
function allows(list, value) {
  if (!list) return true;
  if (list.includes(`!${value}`)) return false;
  return list.includes(value) || list.every((entry) => entry.startsWith('!'));
}

export function thisSystem() {
  const isMusl = process.platform === 'linux' && readdirSync('/lib').some((name) => name.startsWith('ld-musl-'));
  return { os: process.platform, cpu: process.arch, libc: isMusl ? 'musl' : 'glibc' };
}

const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Undefined for a file that a kill cut off. */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

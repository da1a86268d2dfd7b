import { execFile } from 'node:child_process';
import { lstat, readdir, realpath } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { PUSH_LIMITS } from '@inkwell/shared/pushed-posts';
import { Fault } from './faults.ts';

/** A repository, or a plain folder. Paths have slashes and start at its root. */
export interface Repository {
  readonly root: string;
  /** For example `github.com/ada/notes`. */
  readonly name: string;
  /** All files except ignored ones and links, in order. */
  readonly paths: readonly string[];
  /** The path of the pushed folder or file; empty for the root. */
  readonly target: string;
  readonly isFile: boolean;
}

interface Place {
  readonly cwd: string;
  readonly target: string;
  /** The name, if it differs from the remote repository's. */
  readonly name?: string | undefined;
}

const git = (cwd: string, ...args: string[]): Promise<string | null> =>
  promisify(execFile)('git', args, { cwd, maxBuffer: 256 * 1024 * 1024 }).then(
    ({ stdout }) => stdout,
    () => null,
  );

/** @throws Fault if the target is missing, or the repository has no name */
export async function openRepository({ cwd, target, name }: Place): Promise<Repository> {
  const given = resolve(cwd, target);
  const found = await lstat(given).catch(() => null);
  if (!found || !(found.isDirectory() || found.isFile())) throw new Fault(`There is no folder or file ${target}`);
  const isFile = found.isFile();
  const path = await realpath(given);
  const folder = isFile ? resolve(path, '..') : path;
  const top = (await git(folder, 'rev-parse', '--show-toplevel'))?.trim();
  const root = top ? await realpath(top) : folder;
  const remote = name ?? nameOf((await git(folder, 'remote', 'get-url', 'origin'))?.trim() ?? '');
  if (!remote || remote.length > PUSH_LIMITS.repository)
    throw new Fault('This folder has no remote repository "origin". Name it: --repository github.com/OWNER/NAME');
  const listed = top && (await git(root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard'));
  const paths = typeof listed === 'string' ? await existing(root, listed.split('\0')) : await filesIn(root);
  return { root, name: remote, paths, target: relative(root, path).split(sep).join('/'), isFile };
}

/** `github.com/ada/notes` for any address of that repository; null for none. */
export function nameOf(remote: string): string | null {
  const [, host, path] = /^(?:\w+:\/\/)?(?:[^@/]*@)?([\w.-]+)(?::\d+)?[:/]+(.+?)(?:\.git)?\/*$/.exec(remote) ?? [];
  return host && path ? `${host}/${path}`.toLowerCase() : null;
}

async function existing(root: string, paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of new Set(paths))
    if (path !== '' && (await lstat(join(root, path)).catch(() => null))?.isFile()) found.push(path);
  return found.sort();
}

async function filesIn(root: string, below = ''): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(join(root, below), { withFileTypes: true })) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.name === '.git' || entry.name === 'node_modules') continue;
    if (entry.isDirectory()) found.push(...(await filesIn(root, path)));
    else if (entry.isFile()) found.push(path);
  }
  return found.sort();
}

/** Whether a path is the target or inside it. */
export const isInTarget = ({ target }: Repository, path: string): boolean =>
  target === '' || path === target || path.startsWith(`${target}/`);

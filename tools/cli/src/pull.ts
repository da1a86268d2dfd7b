import { lstat, mkdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, posix, sep } from 'node:path';
import { ownPostApi } from '@inkwell/shared/own-posts';
import { postApi, type StaffPost } from '@inkwell/shared/posts';
import { isPushedPath, type PushedPost } from '@inkwell/shared/pushed-posts';
import { postPath, slugOf } from '@inkwell/shared/slug';
import { bodyOf } from './body.ts';
import type { LocalFile } from './files.ts';
import { matched } from './plan.ts';
import { isInTarget, type Repository } from './repository.ts';
import type { Entry, Session } from './session.ts';
import { canonicalFile, mergedFile, type Places } from './written-file.ts';

export interface PullOptions {
  /** Overwrites files even if they were changed too, and writes removed ones. */
  readonly isForced?: boolean | undefined;
  /** Also writes the owner's posts that were not pushed from a repository. */
  readonly pullsAll?: boolean | undefined;
}

/** Writes changes made on the site into files. Other files do not change. */
export async function pull(session: Session, { isForced = false, pullsAll = false }: PullOptions): Promise<Entry[]> {
  const { api, repository, pushed, local, context } = session;
  const { target, root } = repository;
  const paths = new Set(repository.paths);
  const fileOfPost = new Map<string, LocalFile>();
  for (const [file, post] of matched([...local.files.values()], pushed, (path) => !paths.has(path)))
    fileOfPost.set(post.id, file);
  const isEmpty = ![...local.files.keys()].some((path) => isInTarget(repository, path)) && local.others.length === 0;
  const entries: Entry[] = [];

  const wanted: { post: Pick<PushedPost, 'id'>; path: string }[] = [];
  for (const post of pushed.filter(({ status }) => status !== 'trash')) {
    const file = fileOfPost.get(post.id);
    const path = file?.path ?? post.path;
    if (!isInTarget(repository, path)) continue;
    const isPulled = file && (!post.isChanged || (file.updated === post.updatedAt && !isForced));
    if (isPulled) entries.push({ path, result: 'unchanged', id: post.id });
    else if (file && file.hash !== post.hash && !isForced)
      entries.push({
        path,
        result: 'conflict',
        id: post.id,
        message: 'File and post were both changed. Commit the file and pull it with --force, then compare.',
      });
    else if (!file && paths.has(path)) entries.push({ path, result: 'failed', message: 'The file cannot be read' });
    else if (!file && !isEmpty && !isForced) entries.push({ path, result: 'removed', id: post.id });
    else wanted.push({ post, path });
  }
  if (pullsAll) {
    const known = new Set([...pushed.map(({ id }) => id), ...[...local.files.values()].map(({ id }) => id)]);
    const taken = new Set([...paths, ...wanted.map(({ path }) => path)]);
    for (const post of await api.all(ownPostApi.list, { limit: '100' })) {
      if (known.has(post.id)) continue;
      const path = [slugOf(post), post.id]
        .map((name) => posix.join(target, `${name}.md`))
        .find((one) => !taken.has(one) && !one.endsWith('/.md') && isPushedPath(one) && isInTarget(repository, one));
      if (path === undefined) continue;
      taken.add(path);
      wanted.push({ post, path });
    }
  }

  const pathOf = new Map([
    ...pushed.map((post) => [post.id, fileOfPost.get(post.id)?.path ?? post.path] as const),
    ...wanted.map(({ post, path }) => [post.id, path] as const),
  ]);
  const places = placesOf(session, pathOf);
  for (const {
    post: { id },
    path,
  } of wanted) {
    const reason = await obstacle(repository, path, paths);
    if (reason !== null) {
      entries.push({ path, result: 'failed', id, message: reason });
      continue;
    }
    const post = (await api.call(postApi.byId, { params: { id } })) as StaffPost;
    const file = fileOfPost.get(id);
    const text = file
      ? await mergedFile(file, post, { body: bodyOf(file, context).body, places })
      : canonicalFile(post, path, places);
    const isChanged = text !== file?.source;
    if (isChanged) await write(join(root, path), text.replace(/\r?\n/g, file?.lineEnd ?? '\n'));
    entries.push({ path, result: isChanged ? 'written' : 'unchanged', id, url: `${api.site}${postPath(post)}` });
  }
  return entries.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function placesOf({ api, local, context }: Session, pathOf: ReadonlyMap<string, string>): Places {
  const pictures = new Map<string, string>();
  for (const file of local.files.values())
    for (const { path, hash } of file.pictures) pictures.set(context.pictureUrl(hash) ?? '', path);
  return {
    pictureOf: (url) => (url === '' ? null : (pictures.get(url) ?? null)),
    fileOf(href) {
      const address = URL.canParse(href, api.site) ? new URL(href, api.site) : null;
      const id = address?.origin === api.site ? /^\/posts\/([\w-]+)/.exec(address.pathname)?.[1] : undefined;
      return (id !== undefined && pathOf.get(id)) || null;
    },
  };
}

/** Why a pull may not write a file; null if it may. A pull never replaces files that are not part of the repository, and never writes outside it. */
async function obstacle({ root }: Repository, path: string, paths: ReadonlySet<string>): Promise<string | null> {
  const isThere = (file: string) =>
    lstat(file).then(
      () => true,
      () => false,
    );
  const file = join(root, path);
  if (!paths.has(path) && (await isThere(file))) return 'A file that Git ignores, or a link, has this path';
  if (await isThere(partOf(file))) return `${path}.part is in the way. Delete or rename it.`;
  let folder = dirname(file);
  while (!(await isThere(folder))) folder = dirname(folder);
  const real = await realpath(folder).catch(() => null);
  return real === root || real?.startsWith(`${root}${sep}`) ? null : 'A link leads out of the repository';
}

const partOf = (file: string): string => `${file}.part`;

/** Replaces the file atomically, so that an interruption leaves the old or the new one. */
async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(partOf(file), text, { flag: 'wx' });
  try {
    await rename(partOf(file), file);
  } catch (error) {
    await rm(partOf(file), { force: true });
    throw error;
  }
}

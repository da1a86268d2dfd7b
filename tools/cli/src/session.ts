import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { categoryApi } from '@inkwell/shared/categories';
import { isPushedPath, type PostSource, type PushedPost, pushedPostApi } from '@inkwell/shared/pushed-posts';
import { seriesApi } from '@inkwell/shared/series';
import type { Api } from './api.ts';
import type { Context } from './body.ts';
import { EXIT, Fault, Refusal } from './faults.ts';
import type { LocalFile, LocalFiles } from './files.ts';
import type { Repository } from './repository.ts';

/** The result for one file or post. */
export interface Entry {
  readonly path: string;
  readonly result: string;
  readonly id?: string;
  readonly url?: string;
  readonly message?: string;
  readonly warnings?: readonly string[];
}

/** The state of the site and of the repository for a command. */
export interface Session {
  readonly api: Api;
  readonly repository: Repository;
  readonly pushed: readonly PushedPost[];
  readonly local: LocalFiles;
  /** The posts of files, by path, including those created during a push. */
  readonly posts: Map<string, Pick<PushedPost, 'id' | 'title' | 'slug'>>;
  readonly context: Context;
  /** Stores the missing pictures of a file, each once. @returns those that the site refused */
  storePictures(file: LocalFile): Promise<string[]>;
  sourceOf(file: LocalFile): PostSource;
}

/** @throws Fault for a path that no push creates, because a pull writes there */
export async function pushedPosts(api: Api, { name }: Pick<Repository, 'name'>): Promise<PushedPost[]> {
  const found = (await api.all(pushedPostApi.list, { repository: name, limit: '100' })) as PushedPost[];
  const strange = found.find(({ path }) => !isPushedPath(path));
  if (strange) throw new Fault(`The site answered an invalid path: ${JSON.stringify(strange.path)}`, EXIT.refused);
  return found;
}

export async function openSession(
  api: Api,
  repository: Repository,
  { pushed, local }: Pick<Session, 'pushed' | 'local'>,
): Promise<Session> {
  const { categories, series, isStaff } = await listsOf(api);
  const posts: Session['posts'] = new Map(
    pushed.filter(({ status }) => status !== 'trash').map((post) => [post.path, post]),
  );
  const urls = new Map(pushed.flatMap(({ pictures }) => pictures.map(({ hash, url }) => [hash, url] as const)));
  const storing = new Map<string, Promise<string | null>>();

  /** Pictures that no post uses any more may have been deleted. */
  async function store(path: string, hash: string): Promise<string | null> {
    const known = urls.get(hash);
    if (known !== undefined && (await api.isThere(known))) return null;
    urls.delete(hash);
    try {
      const bytes = new Uint8Array(await readFile(join(repository.root, path)));
      urls.set(hash, await api.upload(bytes, basename(path)));
      return null;
    } catch (error) {
      if (error instanceof Refusal && [400, 413, 415].includes(error.status)) return `${path}: ${error.message}`;
      throw error;
    }
  }

  return {
    api,
    repository,
    pushed,
    local,
    posts,
    context: {
      categories,
      series,
      isStaff,
      pictureUrl: (hash) => urls.get(hash) ?? null,
      linked: (href) => posts.get(local.fileOf(href) ?? '') ?? null,
    },

    async storePictures({ pictures }) {
      const lost: string[] = [];
      for (const { path, hash } of pictures) {
        const stored = storing.get(hash) ?? store(path, hash);
        storing.set(hash, stored);
        const fault = await stored;
        if (fault !== null) lost.push(fault);
      }
      return lost;
    },

    sourceOf: ({ path, hash, pictures }) => {
      const stored = new Map(
        pictures.flatMap((one) => (urls.has(one.hash) ? [[one.hash, urls.get(one.hash)]] : [])) as [string, string][],
      );
      return { repository: repository.name, path, hash, pictures: [...stored].map(([hash, url]) => ({ hash, url })) };
    },
  };
}

/** Categories and, for staff, series, which only staff can set. */
async function listsOf(api: Api): Promise<Pick<Context, 'categories' | 'series' | 'isStaff'>> {
  const found = await api.call(categoryApi.list);
  const categories = new Map(found.map(({ id, name }) => [name.toLowerCase(), id]));
  try {
    const all = await api.all(seriesApi.adminList, { limit: '100' });
    const series = new Map(
      all.flatMap(
        ({ id, name, slug }) =>
          [
            [name.toLowerCase(), id],
            [slug, id],
          ] as const,
      ),
    );
    return { categories, series, isStaff: true };
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 403) throw error;
    return { categories, series: new Map(), isStaff: false };
  }
}

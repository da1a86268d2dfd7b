import type { PushedPost } from '@inkwell/shared/pushed-posts';
import { isPublic, type LocalFile } from './files.ts';

interface NewStep {
  /** `adopt`: the front matter names a post that the file must be linked to. */
  readonly kind: 'create' | 'adopt';
  readonly file: LocalFile;
}

export interface KnownStep {
  /**
   * `move`: only the path changed. `publish`: only its publication is requested. `conflict`: file and post changed. `changed-on-site`: only the post
   * changed. `deleted-on-site`: the post is in the trash.
   */
  readonly kind: 'update' | 'move' | 'publish' | 'unchanged' | 'conflict' | 'changed-on-site' | 'deleted-on-site';
  readonly file: LocalFile;
  readonly post: PushedPost;
}

/** A post whose file is missing. */
export interface RemovedStep {
  readonly kind: 'removed';
  readonly post: PushedPost;
}

/** A push's action for a file or a pushed post. */
export type Step = NewStep | KnownStep | RemovedStep;

export const isNewStep = (step: Step): step is NewStep => step.kind === 'create' || step.kind === 'adopt';

export interface PlanOptions {
  readonly isForced?: boolean | undefined;
  /** Publishes everything that is not marked as a draft. */
  readonly publishesAll?: boolean | undefined;
}

/**
 * The post of each file. If a file has new text and its old text is in another file, it was renamed, unless it kept its title. A post whose file is
 * missing can also be found by the id in front matter or by its title.
 */
export function matched(
  files: readonly LocalFile[],
  posts: readonly PushedPost[],
  isGone: (path: string) => boolean,
): ReadonlyMap<LocalFile, PushedPost> {
  const free = new Map(posts.map((post) => [post.id, post]));
  const found = new Map<LocalFile, PushedPost>();
  const roads: ((file: LocalFile, post: PushedPost) => boolean)[] = [
    (file, post) => file.path === post.path && file.hash === post.hash,
    (file, post) => file.path === post.path && file.post.title === post.title && post.status !== 'trash',
    (file, post) => file.id === post.id && isGone(post.path),
    (file, post) => file.hash === post.hash,
    (file, post) => file.path === post.path && post.status !== 'trash',
    (file, post) => file.path === post.path,
    (file, post) => file.post.title === post.title && isGone(post.path) && post.status !== 'trash',
  ];
  for (const isSame of roads)
    for (const file of files) {
      if (found.has(file)) continue;
      const post = [...free.values()].find((one) => isSame(file, one));
      if (!post) continue;
      found.set(file, post);
      free.delete(post.id);
    }
  return found;
}

/** Whether a push should publish a file's post. A text that an import would not publish stays a draft. */
export const isToPublish = (file: LocalFile, { publishesAll = false }: PlanOptions): boolean =>
  (isPublic(file) ?? publishesAll) && (file.post.status === 'published' || file.post.status === 'scheduled');

/** Whether somebody unpublished the post on the site, which a push does not undo. */
export const wasTakenDown = ({ status, wasPublic, hash }: PushedPost): boolean =>
  status === 'draft' && wasPublic && hash !== null;

export function planPush(
  files: readonly LocalFile[],
  posts: readonly PushedPost[],
  {
    isGone,
    isIn,
    ...options
  }: PlanOptions & {
    readonly isGone: (path: string) => boolean;
    /** Whether a path is part of the push. */
    readonly isIn: (path: string) => boolean;
  },
): Step[] {
  const found = matched(files, posts, isGone);
  const kept = new Set([...found.values()].map(({ id }) => id));
  const steps = files
    .filter(({ path }) => isIn(path))
    .map((file): Step => {
      const post = found.get(file);
      return post
        ? { kind: kindOf(file, post, options), file, post }
        : { kind: file.id === null ? 'create' : 'adopt', file };
    });
  const removed = posts.filter(
    ({ id, path, status, hash }) =>
      !kept.has(id) && isIn(path) && isGone(path) && status !== 'trash' && (hash !== null || status !== 'draft'),
  );
  return [...steps, ...removed.map((post): Step => ({ kind: 'removed', post }))];
}

function kindOf(file: LocalFile, post: PushedPost, options: PlanOptions): KnownStep['kind'] {
  const { isForced = false } = options;
  const isBased = file.updated === post.updatedAt;
  const isChanged = post.isChanged && !isBased && !isForced;
  if (post.status === 'trash') return isForced ? 'update' : 'deleted-on-site';
  if (file.hash !== post.hash) return isChanged ? 'conflict' : 'update';
  if (post.isChanged && !isBased) return isForced ? 'update' : 'changed-on-site';
  if (file.path !== post.path) return 'move';
  const isWaiting = post.status === 'draft' && isToPublish(file, options) && (!wasTakenDown(post) || isForced);
  return isWaiting ? 'publish' : 'unchanged';
}

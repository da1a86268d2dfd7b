import type { PostPatch, StaffPost } from '@inkwell/shared/posts';
import { postApi } from '@inkwell/shared/posts';
import type { PushedPost } from '@inkwell/shared/pushed-posts';
import { postPath } from '@inkwell/shared/slug';
import { bodyOf, differences, type FileBody } from './body.ts';
import { Refusal } from './faults.ts';
import { isPublic, type LocalFile } from './files.ts';
import {
  isNewStep,
  isToPublish,
  type KnownStep,
  type PlanOptions,
  planPush,
  type RemovedStep,
  type Step,
  wasTakenDown,
} from './plan.ts';
import { isInTarget } from './repository.ts';
import { type Entry, pushedPosts, type Session } from './session.ts';

export interface PushOptions extends PlanOptions {
  readonly prunes?: boolean | undefined;
}

/** The number of concurrent calls. The site writes posts one after another anyway. */
const AT_ONCE = 3;

/** The actions of a push, without running them. */
export function planOf(session: Session, options: PlanOptions): Step[] {
  const { repository, pushed, local } = session;
  const paths = new Set(repository.paths);
  return planPush([...local.files.values()], pushed, {
    ...options,
    isGone: (path) => !paths.has(path),
    isIn: (path) => isInTarget(repository, path),
  });
}

/** Files that are left out or cannot be read. */
export const othersOf = ({ others }: Session['local']): Entry[] =>
  others.map(({ path, isFault, reason }) => ({ path, result: isFault ? 'failed' : 'left-out', message: reason }));

/** Pushes files. Safe to repeat and to interrupt, because a post has no hash until its links are complete. */
export async function push(session: Session, options: PushOptions): Promise<Entry[]> {
  const { api, local, posts, repository } = session;
  const steps = planOf(session, options);
  const entries = othersOf(local);

  const prepare = async (file: LocalFile) => {
    const lost = await session.storePictures(file);
    const { body, warnings } = bodyOf(file, session.context);
    return { body, warnings: [...file.warnings, ...warnings, ...lost] };
  };
  const entryOf = (
    path: string,
    result: string,
    more: Partial<Entry> & { post?: Pick<StaffPost, 'id' | 'title' | 'slug'> },
  ) => {
    const { post, warnings = [], ...rest } = more;
    const address = post && { id: post.id, url: `${api.site}${postPath(post)}` };
    entries.push({ path, result, ...address, ...rest, ...(warnings.length > 0 && { warnings }) });
  };

  type Publication = Pick<PostPatch, 'isPublished' | 'publishAt'>;

  /** The publication requested by the file. A post that somebody unpublished on the site stays unpublished. */
  function publication(file: LocalFile, post?: Pick<StaffPost, 'isPublished'> | null): Publication {
    if (post?.isPublished) return isPublic(file) === false ? { isPublished: false } : {};
    if (!isToPublish(file, options)) return {};
    return file.post.status === 'scheduled' ? { publishAt: file.post.publishAt } : { isPublished: true };
  }

  /** A date is part of the publication. Setting one needs the right to publish, which drafts do not need. */
  const withState = ({ publishedAt, ...body }: FileBody, state: Publication, isPublished: boolean) => ({
    ...body,
    ...state,
    ...((state.isPublished ?? isPublished) && publishedAt !== undefined && { publishedAt }),
  });

  /** @returns whether the post exists. Its publication and hash are only set if `isWhole` */
  async function create(file: LocalFile, isWhole: boolean): Promise<boolean> {
    try {
      const { body, warnings } = await prepare(file);
      const source = session.sourceOf(file);
      const { tags = [], ...fields } = body;
      const post = await api.call(postApi.create, {
        body: {
          ...withState(withoutNothing(fields as FileBody), isWhole ? publication(file) : {}, false),
          ...(tags.length > 0 && { tags }),
          source: isWhole ? source : { ...source, hash: null },
        },
      });
      posts.set(file.path, post);
      if (isWhole) entryOf(file.path, 'created', { post, warnings });
    } catch (error) {
      await failed(file, error);
      return false;
    }
    return true;
  }

  async function update(
    file: LocalFile,
    {
      id,
      base,
      isPublished,
      isTakenDown = false,
      result = 'updated',
    }: {
      readonly id: string;
      readonly base: string | null;
      readonly isPublished: boolean;
      readonly isTakenDown?: boolean;
      readonly result?: string;
    },
  ): Promise<void> {
    try {
      const { body, warnings } = await prepare(file);
      const isStill = isTakenDown && isToPublish(file, options) && !options.isForced;
      if (isStill) warnings.push('It was unpublished on the site, and stays a draft');
      const post = await api.call(postApi.update, {
        params: { id },
        body: {
          ...withState(body, isStill ? {} : publication(file, { isPublished }), isPublished),
          ...(base !== null && { baseUpdatedAt: base }),
          source: session.sourceOf(file),
        },
      });
      posts.set(file.path, post);
      entryOf(file.path, result, { post, warnings });
    } catch (error) {
      await failed(file, error);
    }
  }

  /** Another push of the same file may have been first. */
  async function failed(
    { path, hash }: { readonly path: string; readonly hash: string | null },
    error: unknown,
  ): Promise<void> {
    if (!(error instanceof Refusal)) throw error;
    const now =
      error.status === 409 ? (await pushedPosts(api, repository)).find((post) => post.path === path) : undefined;
    if (now && now.hash === hash) entryOf(path, 'unchanged', { post: now });
    else entryOf(path, error.status === 409 ? 'conflict' : 'failed', { message: error.message });
  }

  /** Links a file to the post named in its front matter. */
  async function adopt(file: LocalFile, post: StaffPost): Promise<void> {
    const { id, updatedAt, isPublished } = post;
    const { body } = bodyOf(file, session.context);
    const isBased = file.updated === updatedAt || options.isForced || differences(body, post).length === 0;
    if (!isBased) return entryOf(file.path, 'conflict', { post, message: CONFLICT });
    await update(file, { id, base: updatedAt, isPublished });
  }

  async function found(id: string) {
    try {
      return await api.call(postApi.byId, { params: { id } });
    } catch (error) {
      if (error instanceof Refusal && error.status === 404) return null;
      throw error;
    }
  }

  async function change(step: KnownStep | RemovedStep): Promise<void> {
    const { kind, post } = step;
    if (kind === 'removed') return remove(post);
    const { file } = step;
    const [id, base] = [post.id, post.updatedAt];
    if (kind === 'unchanged' || kind === 'deleted-on-site' || kind === 'changed-on-site')
      return entryOf(file.path, kind, { post });
    if (kind === 'conflict') {
      const now = (await found(id)) as StaffPost | null;
      const isSame = now && differences(bodyOf(file, session.context).body, now).length === 0;
      if (!isSame) return entryOf(file.path, kind, { post, message: CONFLICT });
      return update(file, { id, base: now.updatedAt, isPublished: now.isPublished, result: 'unchanged' });
    }
    if (kind === 'update') {
      const isPublished = post.status === 'published';
      if (post.status !== 'trash') return update(file, { id, base, isPublished, isTakenDown: wasTakenDown(post) });
      const restored = await api.call(postApi.undelete, { params: { id } });
      return update(file, { id, base: restored.updatedAt, isPublished: false });
    }
    const { publishedAt } = bodyOf(file, session.context).body;
    const state = publication(file);
    const date = state.isPublished && publishedAt ? { publishedAt } : {};
    await api.call(postApi.update, {
      params: { id },
      body: { ...state, ...date, source: session.sourceOf(file), baseUpdatedAt: base },
    });
    entryOf(file.path, 'published', { post });
  }

  /** A renamed file, whose path another file may use. Its other changes follow later. */
  async function move({ kind, file, post }: KnownStep): Promise<void> {
    const source = { ...session.sourceOf(file), hash: post.hash };
    const pictures = kind === 'move' ? source.pictures : [...post.pictures];
    await api.call(postApi.update, { params: { id: post.id }, body: { source: { ...source, pictures } } });
    posts.set(file.path, post);
    if (kind === 'move') entryOf(file.path, 'moved', { post, message: `from ${post.path}` });
  }

  async function remove(post: PushedPost): Promise<void> {
    const { id, path, status, pictures } = post;
    if (!options.prunes) return entryOf(path, 'removed', { post });
    const source = { repository: repository.name, path, hash: null, pictures: [...pictures] };
    const state = status === 'scheduled' ? { publishAt: null } : status === 'published' ? { isPublished: false } : {};
    await api.call(postApi.update, { params: { id }, body: { ...state, source } });
    entryOf(path, 'unpublished', { post });
  }

  const failing = (step: KnownStep | RemovedStep) => (error: unknown) =>
    failed(step.kind === 'removed' ? step.post : step.file, error);
  const known = steps.flatMap((step) => (isNewStep(step) ? [] : [step]));
  const moved = known.flatMap((step) =>
    step.kind !== 'removed' && step.file.path !== step.post.path && step.post.status !== 'trash' ? [step] : [],
  );
  for (const { post } of moved) posts.delete(post.path);
  await each(moved, (step) => move(step).catch(failing(step)));
  const fresh = await each(steps.filter(isNewStep), async ({ kind, file }) => {
    const post = kind === 'adopt' ? ((await found(String(file.id))) as StaffPost | null) : null;
    if (post) posts.set(file.path, post);
    return { file, post };
  });
  const created = fresh.flatMap(({ file, post }) => (post ? [] : [file]));
  // New files come after those that they link to. The remaining ones link in circles, so they are created without their links first.
  for (let waiting = created; waiting.length > 0; ) {
    const isWaiting = new Set(waiting.map(({ path }) => path));
    const ready = waiting.filter(({ links }) => !links.some((path) => isWaiting.has(path)));
    const isWhole = ready.length > 0;
    const next = isWhole ? ready : waiting;
    const made = await each(next, (file) => create(file, isWhole));
    const unfinished = isWhole ? [] : next.filter((_, n) => made[n]);
    await each(unfinished, (file) => {
      const id = String(posts.get(file.path)?.id);
      return update(file, { id, base: null, isPublished: false, result: 'created' });
    });
    waiting = waiting.filter((file) => !next.includes(file));
  }
  await each(fresh, ({ file, post }) => (post ? adopt(file, post) : Promise.resolve()));
  await each(
    known.filter(({ kind }) => kind !== 'move'),
    (step) => change(step).catch(failing(step)),
  );
  return entries.sort((a, b) => (a.path < b.path ? -1 : 1));
}

const CONFLICT = 'File and post were both changed. Pull it, or push it with --force.';

/** New posts have these values anyway, and not all writers may send them. */
const withoutNothing = (body: FileBody): FileBody =>
  Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== null && value !== false),
  ) as unknown as FileBody;

async function each<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const at = next++;
      results[at] = await work(items[at] as T);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}

import { AppError } from '@inkwell/shared/errors';
import { canManagePosts, type Viewer } from '@inkwell/shared/permissions';
import type { StaffPost } from '@inkwell/shared/posts';
import { RESTORED_FIELDS, type Revision, type RevisionCard } from '@inkwell/shared/revisions';
import { type Page, type PageRequest, toPage } from '../common/paging.ts';
import type { PostRepository } from '../posts/posts.repository.ts';
import type { PostService } from '../posts/posts.service.ts';
import type { AuthorCache } from '../users/authors.ts';
import { type StoredRevision, type StoredRevisionCard, toRevision, toRevisionCard } from './revisions.converter.ts';
import type { RevisionRepository } from './revisions.repository.ts';

type Actor = NonNullable<Viewer>;

interface Dependencies {
  readonly revisions: RevisionRepository;
  readonly posts: Pick<PostService, 'update'>;
  readonly stored: Pick<PostRepository, 'findCard'>;
  readonly authors: AuthorCache;
}

/** Revisions, for those who may edit posts. @throws AppError `forbidden`; `not-found`, also for a deleted post */
export interface RevisionService {
  /** Without the texts, newest first. */
  list(actor: Actor, postId: string, page: PageRequest): Promise<Page<RevisionCard>>;
  byId(actor: Actor, postId: string, id: string): Promise<Revision>;
  /**
   * Gives the post the fields of a revision, as an update. The author, the counters and whether the post is published stay. A repeat
   * changes nothing more.
   * @throws AppError `conflict` with the stored post as its body when it was edited since `baseUpdatedAt`
   */
  restore(actor: Actor, postId: string, id: string, by: { baseUpdatedAt?: string | undefined }): Promise<StaffPost>;
}

export function createRevisionService({ revisions, posts, stored, authors }: Dependencies): RevisionService {
  async function checkPost(actor: Actor, postId: string): Promise<void> {
    if (!canManagePosts(actor)) throw new AppError('forbidden');
    if (!(await stored.findCard(postId))) throw new AppError('not-found');
  }

  async function find(postId: string, id: string): Promise<StoredRevision> {
    const revision = await revisions.find(postId, id);
    if (!revision) throw new AppError('not-found');
    return revision;
  }

  async function presentingOf(found: readonly StoredRevisionCard[], viewer: Viewer) {
    const names = await authors.getAll(found.flatMap(({ editorId }) => editorId ?? []));
    return ({ editorId }: StoredRevisionCard) => ({ editor: names.get(editorId ?? ''), viewer });
  }

  return {
    async list(actor, postId, page) {
      await checkPost(actor, postId);
      const { items, total } = await revisions.list(postId, page);
      const presenting = await presentingOf(items, actor);
      return toPage(
        items.map((revision) => toRevisionCard(revision, presenting(revision))),
        total,
        page,
      );
    },

    async byId(actor, postId, id) {
      await checkPost(actor, postId);
      const revision = await find(postId, id);
      return toRevision(revision, (await presentingOf([revision], actor))(revision));
    },

    async restore(actor, postId, id, { baseUpdatedAt }) {
      if (!canManagePosts(actor)) throw new AppError('forbidden');
      const revision = await find(postId, id);
      const fields = Object.fromEntries(RESTORED_FIELDS.map((field) => [field, revision[field]]));
      return posts.update(actor, postId, { ...fields, ...(baseUpdatedAt !== undefined && { baseUpdatedAt }) }, id);
    },
  };
}

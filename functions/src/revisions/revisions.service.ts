import { AppError } from '@inkwell/shared/errors';
import { canManagePosts, type Viewer } from '@inkwell/shared/permissions';
import type { StaffPost } from '@inkwell/shared/posts';
import { RESTORED_FIELDS, type Revision, type RevisionCard } from '@inkwell/shared/revisions';
import type { CategoryCache } from '../categories/category-names.ts';
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
  readonly categories: CategoryCache;
}

/** Revisions, for staff. @throws AppError `forbidden`; `not-found`, also for a deleted post */
export interface RevisionService {
  /** Without the texts, newest first. */
  list(actor: Actor, postId: string, page: PageRequest): Promise<Page<RevisionCard>>;
  byId(actor: Actor, postId: string, id: string): Promise<Revision>;
  /**
   * Restores the fields of a revision by an update. Author, counters and publication state stay. Safe to repeat.
   * @throws AppError `conflict` with the stored post if it was saved since `baseUpdatedAt`
   */
  restore(actor: Actor, postId: string, id: string, by: { baseUpdatedAt?: string | undefined }): Promise<StaffPost>;
}

export function createRevisionService({
  revisions,
  posts,
  stored,
  authors,
  categories,
}: Dependencies): RevisionService {
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
    const [names, byCategory] = await Promise.all([
      authors.getAll(found.flatMap(({ editorId }) => editorId ?? [])),
      categories.getAll(found.flatMap(({ categoryId }) => (categoryId ? [String(categoryId)] : []))),
    ]);
    return ({ editorId, categoryId }: StoredRevisionCard) => ({
      editor: names.get(editorId ?? ''),
      categoryId: byCategory.get(String(categoryId))?.id ?? null,
      viewer,
    });
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

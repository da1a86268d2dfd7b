import { AppError } from '@inkwell/shared/errors';
import { type Actor, canWrite, type Viewer } from '@inkwell/shared/permissions';
import type { WrittenField } from '@inkwell/shared/post-fields';
import type { StaffPost } from '@inkwell/shared/posts';
import type { Revision, RevisionCard } from '@inkwell/shared/revisions';
import type { CategoryCache } from '../categories/category-names.ts';
import { type Page, type PageRequest, toPage } from '../common/paging.ts';
import type { AuthorCache } from '../users/authors.ts';
import { type StoredRevision, type StoredRevisionCard, toRevision, toRevisionCard } from './revisions.converter.ts';
import type { RevisionRepository } from './revisions.repository.ts';

interface Dependencies<Saved> {
  readonly revisions: RevisionRepository;
  /** @throws AppError `forbidden`; `not-found`, also for a post or page in the trash */
  readonly check: (actor: Actor, id: string) => Promise<unknown>;
  /** The fields that a restore changes. */
  readonly restored: readonly WrittenField[];
  readonly update: (
    actor: Actor,
    id: string,
    patch: Readonly<Record<string, unknown>>,
    restoredId: string,
  ) => Promise<Saved>;
  readonly authors: AuthorCache;
  readonly categories: CategoryCache;
}

/** Revisions of posts, for staff and authors, or of pages, for staff. @throws AppError `forbidden`; `not-found`, also for a deleted post */
export interface RevisionService<Saved = StaffPost> {
  /** Without the texts, newest first. */
  list(actor: Actor, postId: string, page: PageRequest): Promise<Page<RevisionCard>>;
  byId(actor: Actor, postId: string, id: string): Promise<Revision>;
  /**
   * Restores a revision through an update, which checks permissions. Author, counters and publication state do not change. Safe to repeat.
   * @throws AppError `conflict` with the stored post if it was saved since `baseUpdatedAt`
   */
  restore(actor: Actor, postId: string, id: string, by: { baseUpdatedAt?: string | undefined }): Promise<Saved>;
}

export function createRevisionService<Saved>({
  revisions,
  check,
  restored,
  update,
  authors,
  categories,
}: Dependencies<Saved>): RevisionService<Saved> {
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
      await check(actor, postId);
      const { items, total } = await revisions.list(postId, page);
      const presenting = await presentingOf(items, actor);
      return toPage(
        items.map((revision) => toRevisionCard(revision, presenting(revision))),
        total,
        page,
      );
    },

    async byId(actor, postId, id) {
      await check(actor, postId);
      const revision = await find(postId, id);
      return toRevision(revision, (await presentingOf([revision], actor))(revision));
    },

    async restore(actor, postId, id, { baseUpdatedAt }) {
      if (!canWrite(actor)) throw new AppError('forbidden');
      const revision = await find(postId, id);
      const fields = Object.fromEntries(restored.map((field) => [field, revision[field]]));
      return update(actor, postId, { ...fields, ...(baseUpdatedAt !== undefined && { baseUpdatedAt }) }, id);
    },
  };
}

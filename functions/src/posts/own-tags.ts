import { AppError } from '@inkwell/shared/errors';
import { OWN_POST_TEXTS } from '@inkwell/shared/own-posts';
import { isStaff, type Viewer } from '@inkwell/shared/permissions';
import { isSameValue } from '@inkwell/shared/post-fields';
import { canCreateTags } from '@inkwell/shared/post-permissions';
import { isInternalTag } from '@inkwell/shared/tag-names';
import type { TagCache } from '../tags/tag-names.ts';
import type { TagService } from '../tags/tags.service.ts';
import type { StoredPost } from './posts.converter.ts';

interface Chosen {
  /** Names instead of ids. */
  readonly named: readonly string[] | undefined;
  readonly tagIds?: readonly string[] | undefined;
  /** Null for a new post. */
  readonly before: StoredPost | null;
  /** Whether the ids are from a revision. */
  readonly isRestored?: boolean;
}

/** The tags that a save gives a post. Writers without staff rights see no internal tags, and contributors cannot create tags. */
export interface OwnTags {
  /**
   * The ids of the tags. Creates new tags if the caller may. Omitted if the tags that the caller sees do not change.
   * @throws AppError `forbidden`, without creating any tag
   */
  chosen(actor: NonNullable<Viewer>, choice: Chosen): Promise<{ readonly tagIds?: string[] }>;
  /** The ids of a post's tags that its authors see. */
  seen(post: StoredPost): Promise<string[]>;
}

interface Dependencies {
  readonly tags: Pick<TagService, 'idsOf' | 'known'>;
  readonly names: TagCache;
}

export function createOwnTags({ tags, names }: Dependencies): OwnTags {
  const internalAmong = async (ids: readonly string[]): Promise<readonly string[]> => {
    const found = await names.getAll(ids);
    return ids.filter((id) => found.get(id)?.isInternal);
  };

  const seen: OwnTags['seen'] = async ({ tagIds }) => {
    const internal = await internalAmong(tagIds);
    return tagIds.filter((id) => !internal.includes(id));
  };

  async function checkNames(actor: NonNullable<Viewer>, wanted: readonly string[]): Promise<void> {
    if (wanted.some(isInternalTag)) throw new AppError('forbidden', OWN_POST_TEXTS.internalTag);
    if (canCreateTags(actor)) return;
    const known = await tags.known(wanted);
    if (wanted.some((name) => !known.has(name))) throw new AppError('forbidden', OWN_POST_TEXTS.newTag);
  }

  /** @throws AppError `forbidden` for an internal tag that the post does not have; revisions are restored without it */
  async function allowedIds(wanted: readonly string[], { before, isRestored }: Chosen): Promise<string[]> {
    const internal = (await internalAmong(wanted)).filter((id) => !before?.tagIds.includes(id));
    if (internal.length > 0 && !isRestored) throw new AppError('forbidden', OWN_POST_TEXTS.internalTag);
    return wanted.filter((id) => !internal.includes(id));
  }

  return {
    seen,

    async chosen(actor, choice) {
      const { named, tagIds, before } = choice;
      if (isStaff(actor))
        return named ? { tagIds: await tags.idsOf(actor, named) } : tagIds ? { tagIds: [...tagIds] } : {};
      if (named) await checkNames(actor, named);
      const wanted = named ? await tags.idsOf(actor, named) : tagIds && (await allowedIds(tagIds, choice));
      if (!wanted || (before && isSameValue(wanted, await seen(before)))) return {};
      return { tagIds: wanted };
    },
  };
}

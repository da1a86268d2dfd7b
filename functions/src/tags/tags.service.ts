import { AppError } from '@inkwell/shared/errors';
import { type Actor, canManageTags, canMergeTags, canWrite } from '@inkwell/shared/permissions';
import { canCreateTags } from '@inkwell/shared/post-permissions';
import { isInternalTag } from '@inkwell/shared/tag-names';
import { type NamedTag, type StaffTag, TAG_NAME_TAKEN } from '@inkwell/shared/tags';
import type { Clock } from '../common/clock.ts';
import { newId } from '../common/ids.ts';
import { staffList } from '../named-lists/named-lists.converter.ts';
import { createNamedLists, type NamedListService } from '../named-lists/named-lists.service.ts';
import { tagJob, tagNameJob } from './tag.job.ts';
import type { TagCache } from './tag-names.ts';
import type { StoredTag } from './tags.converter.ts';
import type { TagRepository } from './tags.repository.ts';

/** Readers never see internal tags. */
export interface TagService extends NamedListService<StoredTag> {
  /** @throws AppError `forbidden`; the same in the following methods */
  byIds(actor: Actor, ids: readonly string[]): Promise<NamedTag[]>;
  /** Merges a tag into another. A job moves its posts later. Safe to repeat. @throws AppError `not-found`; `bad-request` for the tag itself */
  merge(actor: Actor, id: string, into: string): Promise<StaffTag>;
  /** The existing ones among these names. */
  known(names: readonly string[]): Promise<ReadonlyMap<string, StoredTag>>;
  /** The ids of tags with these names, each once, in order. Creates unknown ones. */
  idsOf(actor: Actor, names: readonly string[]): Promise<string[]>;
}

interface Dependencies {
  readonly tags: TagRepository;
  readonly names: TagCache;
  readonly clock: Clock;
  readonly beginJob: (id: string) => Promise<void>;
}

export function createTagService({ tags, names, clock, beginJob }: Dependencies): TagService {
  const { check, end, createNamed, ...lists } = createNamedLists<StoredTag>(
    { lists: tags, names, clock, beginJob },
    {
      canManage: canManageTags,
      canChoose: canWrite,
      canCreate: (actor, { name, ...details }) =>
        canManageTags(actor) || (canCreateTags(actor) && !isInternalTag(name) && Object.keys(details).length === 0),
      isForReaders: ({ isInternal }) => !isInternal,
      nameTaken: TAG_NAME_TAKEN,
      jobOf: tagJob,
      renameJobOf: tagNameJob,
    },
  );

  return {
    ...lists,

    async byIds(actor, ids) {
      check(canWrite(actor));
      const found = [...(await tags.byIds(ids))].filter(([, tag]) => !tag.isInternal || canManageTags(actor));
      return found.map(([askedId, tag]) => ({ ...staffList(tag), askedId }));
    },

    async merge(actor, id, into) {
      check(canMergeTags(actor));
      if (id === into) throw new AppError('bad-request', 'A tag cannot be merged into itself');
      return staffList(await end(actor, id, into));
    },

    known: (wanted) => tags.byNames(wanted),

    async idsOf(actor, wanted) {
      check(canWrite(actor));
      const known = await tags.byNames(wanted);
      const ids: string[] = [];
      for (const name of wanted)
        ids.push((known.get(name) ?? (await createNamed(actor, newId('tag', actor.id, null), name))).id);
      return [...new Set(ids)];
    },
  };
}

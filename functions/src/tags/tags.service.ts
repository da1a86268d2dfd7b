import { AppError } from '@inkwell/shared/errors';
import { canManageTags, canMergeTags, type Viewer } from '@inkwell/shared/permissions';
import {
  type NamedTag,
  SLUG_TAKEN,
  type StaffTag,
  TAG_NAME_TAKEN,
  type Tag,
  type TagInput,
  type TagPatch,
} from '@inkwell/shared/tags';
import type { Clock } from '../common/clock.ts';
import { createDocumentCache } from '../common/document-cache.ts';
import { newId } from '../common/ids.ts';
import type { PageOfMany, PageRequest } from '../common/paging.ts';
import { tagJob } from './tag.job.ts';
import type { TagCache } from './tag-names.ts';
import { type StoredTag, toStaffTag, toTag } from './tags.converter.ts';
import type { TagChange, TagRepository } from './tags.repository.ts';

type Actor = NonNullable<Viewer>;

export interface TagService {
  /** Tags with published posts, those with the most first; never internal ones. */
  list(page: PageRequest): Promise<PageOfMany<Tag>>;
  /** The tag that has or had this slug, with or without posts; null for none and for internal ones. At most 30 s old. */
  named(slug: string): Promise<StoredTag | null>;
  /** The tag that has or had this slug. @throws AppError `not-found`, also for a tag without published posts */
  bySlug(slug: string): Promise<Tag>;
  /** All tags, or those in whose names each word of `q` begins a word. @throws AppError `forbidden`; the same in the following methods */
  listAll(actor: Actor, q: string | undefined, page: PageRequest): Promise<PageOfMany<StaffTag>>;
  byIds(actor: Actor, ids: readonly string[]): Promise<NamedTag[]>;
  /** @throws AppError `conflict` with the tag that has the name */
  create(actor: Actor, id: string, input: TagInput): Promise<StaffTag>;
  /** @throws AppError `not-found`; `conflict` for a name or slug that is taken */
  update(actor: Actor, id: string, patch: TagPatch): Promise<StaffTag>;
  /** Deletes a tag; its posts lose it within a while. Safe to repeat. @throws AppError `not-found` */
  remove(actor: Actor, id: string): Promise<void>;
  /** Merges a tag into another; its posts follow within a while. Safe to repeat. @throws AppError `not-found`; `bad-request` for the tag itself */
  merge(actor: Actor, id: string, into: string): Promise<StaffTag>;
  /** The ids of tags with these names, each once, in their order; unknown ones are created. */
  idsOf(actor: Actor, names: readonly string[]): Promise<string[]>;
}

interface Dependencies {
  readonly tags: TagRepository;
  readonly names: TagCache;
  readonly clock: Clock;
  readonly beginJob: (id: string) => Promise<void>;
}

export function createTagService({ tags, names, clock, beginJob }: Dependencies): TagService {
  const slugs = createDocumentCache<string>({ clock, load: (wanted) => tags.idsOfSlugs(wanted) });

  const act = ({ id }: Actor) => ({ actorId: id, at: clock.now() });

  function check(isAllowed: boolean): void {
    if (!isAllowed) throw new AppError('forbidden');
  }

  function changed(outcome: TagChange): StoredTag {
    if (outcome.kind === 'not-found') throw new AppError('not-found');
    if (outcome.kind === 'slug-taken') throw new AppError('conflict', SLUG_TAKEN);
    if (outcome.kind === 'name-taken') throw new AppError('conflict', TAG_NAME_TAKEN);
    names.forget(outcome.tag.id);
    slugs.forget(outcome.tag.slug);
    return outcome.tag;
  }

  async function end(actor: Actor, id: string, into: string | null): Promise<StoredTag> {
    const job = tagJob(id, actor.id);
    const tag = await tags.end(id, into, job, act(actor));
    if (!tag) throw new AppError('not-found');
    names.forget(id);
    names.forget(tag.id);
    await beginJob(job.id);
    return tag;
  }

  async function createNamed(actor: Actor, name: string): Promise<StoredTag> {
    const outcome = await tags.create(newId('tag', actor.id, null), { name }, act(actor));
    return outcome.kind === 'name-taken' ? outcome.tag : changed(outcome);
  }

  const named: TagService['named'] = async (asked) => {
    const slug = asked.normalize('NFKC').toLowerCase();
    const id = (await slugs.getAll([slug])).get(slug);
    const tag = id ? (await names.getAll([id])).get(id) : null;
    return tag && !tag.isInternal ? tag : null;
  };

  return {
    async list(page) {
      const found = await tags.listPublished(page);
      return { ...found, items: found.items.map(toTag) };
    },

    named,

    async bySlug(slug) {
      const id = (await named(slug))?.id;
      const tag = id ? (await tags.byIds([id])).get(id) : null;
      if (!tag || tag.isInternal || tag.postCount < 1) throw new AppError('not-found');
      return toTag(tag);
    },

    async listAll(actor, q, page) {
      check(canManageTags(actor));
      const found = await tags.listAll(q, page);
      return { ...found, items: found.items.map(toStaffTag) };
    },

    async byIds(actor, ids) {
      check(canManageTags(actor));
      const found = await tags.byIds(ids);
      return [...found].map(([askedId, tag]) => ({ ...toStaffTag(tag), askedId }));
    },

    async create(actor, id, input) {
      check(canManageTags(actor));
      const outcome = await tags.create(id, input, act(actor));
      if (outcome.kind === 'name-taken')
        throw new AppError('conflict', TAG_NAME_TAKEN, { body: toStaffTag(outcome.tag) });
      return toStaffTag(changed(outcome));
    },

    async update(actor, id, patch) {
      check(canManageTags(actor));
      return toStaffTag(changed(await tags.update(id, patch, act(actor))));
    },

    async remove(actor, id) {
      check(canManageTags(actor));
      await end(actor, id, null);
    },

    async merge(actor, id, into) {
      check(canMergeTags(actor));
      if (id === into) throw new AppError('bad-request', 'A tag cannot be merged into itself');
      return toStaffTag(await end(actor, id, into));
    },

    async idsOf(actor, wanted) {
      check(canManageTags(actor));
      const known = await tags.byNames(wanted);
      const ids: string[] = [];
      for (const name of wanted) ids.push((known.get(name) ?? (await createNamed(actor, name))).id);
      return [...new Set(ids)];
    },
  };
}

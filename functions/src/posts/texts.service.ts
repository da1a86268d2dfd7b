import { CONFLICT_MARKERS_LEFT, hasConflictMarkers } from '@inkwell/shared/conflict-markers';
import { AppError } from '@inkwell/shared/errors';
import type { Actor } from '@inkwell/shared/permissions';
import type { PostInput, PostPatch } from '@inkwell/shared/posts';
import { PUSHED_TWICE } from '@inkwell/shared/pushed-posts';
import { dateFault, scheduleFault } from '@inkwell/shared/schedule';
import { MAX_PICTURES } from '@inkwell/shared/storage';
import type { Author } from '@inkwell/shared/users';
import type { Clock } from '../common/clock.ts';
import { picturesIn } from '../pictures/picture-names.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import { type AuthorCache, toAuthor } from '../users/authors.ts';
import { newPost, type StoredPost } from './posts.converter.ts';
import type { PostRemover, Removing } from './removal/post-removal.repository.ts';
import type { CreateOptions, Edit, PostFields, PostWriter } from './saving/post-writes.repository.ts';

interface Dependencies {
  /** The word for a text in messages. */
  readonly noun: 'post' | 'page';
  readonly writer: PostWriter;
  readonly remover: PostRemover;
  readonly authors: AuthorCache;
  /** A stored text in the form for its editors. */
  readonly present: (text: StoredPost, actor: Actor) => Promise<object> | object;
  readonly clock: Clock;
  readonly settings: Pick<SettingsService, 'site'>;
}

type NewText = Omit<PostInput, 'tags'>;
type TextPatch = Omit<PostPatch, 'tags'>;

/** A change without the conditions of its edit. */
interface Change {
  readonly fields: Omit<TextPatch, 'draft' | 'source' | 'undo' | 'baseUpdatedAt' | 'basePublishAt'>;
  readonly edit: Pick<Edit, 'base' | 'basePlan' | 'isUndo' | 'draft' | 'source'>;
}

/** Saves texts of one kind: posts or site pages. That kind's service checks the caller's permission first. */
export interface TextService {
  /** @throws AppError `bad-request` for a text that nobody may create */
  checkNew(input: NewText): void;
  /** Stores a validated text under `id`; a repeated id returns the stored text. @throws AppError `conflict` */
  create(actor: Actor, id: string, input: NewText, options?: Pick<CreateOptions, 'decide'>): Promise<StoredPost>;
  /** Parses a change. Undoing a schedule whose time has passed leaves the schedule unchanged. */
  changeOf(actor: Actor, patch: TextPatch): Change;
  /** @throws AppError `bad-request` for a change that nobody may make */
  check(fields: Pick<TextPatch, 'content' | 'isPublished' | 'publishAt'>): void;
  /** Writes a validated change. @throws AppError `not-found`; `bad-request`; `conflict` with the stored text and its last editor as the body */
  update(
    actor: Actor,
    id: string,
    change: Change,
    options?: Pick<Edit, 'keptIn' | 'runId' | 'tagChange' | 'decide' | 'seenTagIds'> & {
      readonly restoredId?: string | undefined;
    },
  ): Promise<{ readonly post: StoredPost; readonly before: StoredPost }>;
  /** Moves a text to the trash. Safe to repeat. @throws AppError `not-found`; `conflict` if it was edited since `base` */
  remove(actor: Actor, id: string, options?: Removing & { readonly base?: Date }): Promise<void>;
  /** Restores a text from the trash, unpublished. Safe to repeat. @throws AppError `not-found` */
  undelete(actor: Actor, id: string, options?: Removing): Promise<StoredPost>;
}

export function createTextService({
  noun,
  writer,
  remover,
  authors,
  present,
  clock,
  settings,
}: Dependencies): TextService {
  const check: TextService['check'] = ({ content, ...schedule }) => {
    // Each added or removed picture is a document in the same transaction.
    if (picturesIn(content).length > MAX_PICTURES)
      throw new AppError('bad-request', `Too many pictures (at most ${MAX_PICTURES})`);
    const fault = scheduleFault(schedule, clock.now());
    if (fault) throw new AppError('bad-request', fault);
  };

  async function lastEditorOf({ lastEditedBy }: StoredPost, actor: Actor): Promise<Author | null> {
    if (lastEditedBy === null) return null;
    return toAuthor(lastEditedBy, (await authors.getAll([lastEditedBy])).get(lastEditedBy), actor);
  }

  return {
    check,

    checkNew(input) {
      check(input);
      const fault =
        input.publishedAt && dateFault(new Date(input.publishedAt), { isPublished: false, now: clock.now() });
      if (fault) throw new AppError('bad-request', fault);
      const isForReaders = input.isPublished || Boolean(input.publishAt);
      if (isForReaders && hasConflictMarkers(input.content)) throw new AppError('bad-request', CONFLICT_MARKERS_LEFT);
    },

    async create(actor, id, { draft, source, ...input }, options) {
      const math = input.math ?? (await settings.site()).math;
      const text = newPost({ ...input, math }, { id, authorId: actor.id, at: clock.now() });
      const stored = await writer.create(text, {
        draft: draft && { ...draft, ownerId: actor.id },
        source,
        ...options,
      });
      if (!stored)
        throw new AppError('conflict', source ? PUSHED_TWICE : `The ${noun} made by this request was deleted since`);
      return stored;
    },

    changeOf(actor, { baseUpdatedAt, basePublishAt, undo: isUndo = false, publishAt, draft, source, ...fields }) {
      const isTooLate = isUndo && scheduleFault({ publishAt }, clock.now()) !== null;
      return {
        fields: { ...fields, ...(publishAt !== undefined && !isTooLate && { publishAt }) },
        edit: {
          base: dateOf(baseUpdatedAt ?? null),
          ...(basePublishAt !== undefined && { basePlan: dateOf(basePublishAt) }),
          isUndo,
          draft: draft && { ...draft, ownerId: actor.id },
          source,
        },
      };
    },

    async update(
      actor,
      id,
      { fields: { publishAt, publishedAt, ...written }, edit },
      { restoredId = null, ...options } = {},
    ) {
      const fields: PostFields = {
        ...written,
        ...(publishAt !== undefined && { publishAt: dateOf(publishAt) }),
        ...(publishedAt !== undefined && { publishedAt: dateOf(publishedAt) }),
      };
      const by = { actorId: actor.id, restoredId, at: clock.now() };
      const outcome = await writer.update(id, fields, { ...by, ...edit, ...options });
      if (outcome.kind === 'not-found') throw new AppError('not-found');
      if (outcome.kind === 'conflict-markers') throw new AppError('bad-request', CONFLICT_MARKERS_LEFT);
      if (outcome.kind === 'updated') return outcome;
      const [shown, lastEditedBy] = [await present(outcome.post, actor), await lastEditorOf(outcome.post, actor)];
      throw new AppError('conflict', undefined, { body: { ...shown, lastEditedBy } });
    },

    async remove(actor, id, options) {
      const outcome = await remover.trash(id, actor.id, clock.now(), options);
      if (outcome !== 'trashed') throw new AppError(outcome === 'not-found' ? 'not-found' : 'conflict');
    },

    async undelete(actor, id, options) {
      const text = await remover.undelete(id, actor.id, clock.now(), options);
      if (!text) throw new AppError('not-found');
      return text;
    },
  };
}

const dateOf = (time: string | null): Date | null => (time === null ? null : new Date(time));

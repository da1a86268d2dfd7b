import { AppError } from '@inkwell/shared/errors';
import { NOTE_TEXTS, type Note, type NoteInput, type NotePatch } from '@inkwell/shared/notes';
import { type Actor, canDeleteNote, canEditNote, canSeeNotes, canSeePost, isStaff } from '@inkwell/shared/permissions';
import type { Clock } from '../common/clock.ts';
import { authorIdsOf } from '../posts/posts.converter.ts';
import type { PostRepository } from '../posts/posts.repository.ts';
import type { AuthorCache } from '../users/authors.ts';
import type { NoteNotifications } from './note-notifications.service.ts';
import { newNote, opened, resolved, type StoredNote, toNote } from './notes.converter.ts';
import type { NoteRepository, PostOfNote } from './notes.repository.ts';

type OfNote = { readonly postId: string; readonly id: string };

interface Dependencies {
  readonly notes: NoteRepository;
  readonly posts: Pick<PostRepository, 'findCard'>;
  readonly authors: AuthorCache;
  readonly notifications: Pick<NoteNotifications, 'follow' | 'takeBack'>;
  readonly clock: Clock;
}

/** Notes on posts, for staff and the post's authors. @throws AppError `not-found`, `forbidden` */
export interface NoteService {
  /** Oldest first, with answers. */
  list(actor: Actor, postId: string): Promise<Note[]>;
  /** @throws AppError also `conflict` for too many notes */
  create(actor: Actor, of: OfNote, input: NoteInput): Promise<Note>;
  /** @throws AppError `forbidden` for the text of somebody else's note; `bad-request` for resolving an answer */
  change(actor: Actor, of: OfNote, patch: NotePatch): Promise<Note>;
  /** Safe to repeat. @throws AppError `conflict` for the caller's own note if others have answered it */
  remove(actor: Actor, of: OfNote): Promise<void>;
}

export function createNoteService({ notes, posts, authors, notifications, clock }: Dependencies): NoteService {
  async function present(stored: readonly StoredNote[], viewer: Actor): Promise<Note[]> {
    const people = stored.flatMap(({ authorId, resolvedBy }) => [authorId, resolvedBy]).filter((id) => id !== null);
    const names = await authors.getAll(people);
    return stored.map((note) => toNote(note, names, viewer));
  }

  async function presentOne(note: StoredNote, viewer: Actor): Promise<Note> {
    const [shown] = await present([note], viewer);
    if (!shown) throw new AppError('not-found');
    return shown;
  }

  const check = (actor: Actor) => (post: Pick<PostOfNote, 'isPublished' | 'authorId' | 'authorIds'>) => {
    const governed = { ...post, authorIds: authorIdsOf(post) };
    if (!canSeePost(actor, governed)) throw new AppError('not-found');
    if (!canSeeNotes(actor, governed)) throw new AppError('forbidden');
  };

  return {
    async list(actor, postId) {
      const post = await posts.findCard(postId);
      if (!post) throw new AppError('not-found');
      check(actor)(post);
      return present(await notes.list(postId), actor);
    },

    async create(actor, { postId, id }, { text, quote = null, parentId = null }) {
      const input = { id, postId, text, quote: parentId === null ? quote : null, parentId, authorId: actor.id };
      const outcome = await notes.create(newNote(input, clock.now()), check(actor));
      if (outcome === 'missing') throw new AppError('not-found');
      if (outcome === 'too-many') throw new AppError('conflict', NOTE_TEXTS.tooMany);
      notifications.follow(outcome);
      return presentOne(outcome, actor);
    },

    async change(actor, of, { text, isResolved }) {
      const at = clock.now();
      const changes = (note: StoredNote): Partial<StoredNote> => ({
        ...(text !== undefined && text !== note.text && { text, editedAt: at }),
        ...(isResolved === true && note.resolvedAt === null && resolved(note, { by: actor.id, at })),
        ...(isResolved === false && note.resolvedAt !== null && opened(note)),
      });
      const changed = await notes.change(of, changes, (post, note) => {
        check(actor)(post);
        if (note && text !== undefined && !canEditNote(actor, note)) throw new AppError('forbidden');
        if (note?.parentId && isResolved !== undefined) throw new AppError('bad-request', NOTE_TEXTS.answerResolved);
      });
      if (changed === 'missing') throw new AppError('not-found');
      notifications.follow(changed);
      return presentOne(changed, actor);
    },

    async remove(actor, of) {
      const removed = await notes.remove(of, (post, note, answers) => {
        check(actor)(post);
        if (note && !canDeleteNote(actor, note)) throw new AppError('forbidden');
        const isAnswered = answers.some(({ authorId }) => authorId !== actor.id);
        if (isAnswered && !isStaff(actor)) throw new AppError('conflict', NOTE_TEXTS.answered);
      });
      if (removed === 'missing') throw new AppError('not-found');
      if (removed) notifications.takeBack(removed);
    },
  };
}

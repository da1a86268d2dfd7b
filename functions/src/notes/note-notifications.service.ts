import { withoutMeter } from '../common/meter.ts';
import { underWay } from '../common/under-way.ts';
import type { StudioNotifier } from '../personal-notifications/studio-notifications.service.ts';
import type { PostRepository } from '../posts/posts.repository.ts';
import type { StoredNote } from './notes.converter.ts';
import type { NoteRepository } from './notes.repository.ts';

/** Notifies people of notes, answers and resolutions. */
export interface NoteNotifications {
  /** Starts notifying people of a note. The caller does not wait; `catchUp` repeats what fails or is interrupted. */
  follow(note: StoredNote): void;
  /** Starts withdrawing notifications. */
  takeBack(note: StoredNote): void;
  /** Safe to repeat. @returns the number of notes */
  catchUp(): Promise<number>;
}

interface Dependencies {
  readonly notes: Pick<NoteRepository, 'find' | 'due' | 'settle'>;
  readonly posts: Pick<PostRepository, 'findCard'>;
  readonly studio: StudioNotifier;
  readonly onError: (message: string, error: unknown) => void;
}

const PER_RUN = 100;
const FAILED = 'people were not notified of a note';

export function createNoteNotifications({ notes, posts, studio, onError }: Dependencies): NoteNotifications {
  /** The post's authors, its reviewer, and everybody who wrote in the same thread. */
  async function concerned(note: StoredNote) {
    const post = await posts.findCard(note.postId);
    if (!post) return null;
    const first = note.parentId === null ? note : await notes.find(note.parentId);
    const reviewer = post.reviewTakenBy === null ? [] : [post.reviewTakenBy];
    return { post, people: [...(await studio.authorsOf(post)), ...reviewer, ...(first?.people ?? [])] };
  }

  async function notify(note: StoredNote): Promise<void> {
    if (note.due.length === 0) return;
    const about = await concerned(note);
    for (const kind of about ? note.due : []) {
      if (!about) continue;
      const { id, authorId, createdAt, resolvedBy, resolvedAt } = note;
      const event = kind === 'note' ? { id, actorId: authorId, at: createdAt } : null;
      const resolution = resolvedBy && resolvedAt && { id: `${id}-${kind}`, actorId: resolvedBy, at: resolvedAt };
      const happened = event ?? resolution;
      if (happened) await studio.tell(about.people, about.post, { ...happened, kind });
    }
    await notes.settle(note.id, note.due);
  }

  const attempt = (work: Promise<void>): Promise<void> => work.catch((error: unknown) => onError(FAILED, error));

  return {
    follow: (note) => void underWay(withoutMeter(() => attempt(notify(note)))),

    takeBack(note) {
      const withdraw = async () => {
        const about = await concerned(note);
        for (const id of about ? [note.id, `${note.id}-resolved`] : []) await studio.takeBack(about?.people ?? [], id);
      };
      void underWay(withoutMeter(() => attempt(withdraw())));
    },

    async catchUp() {
      const due = await notes.due(PER_RUN);
      // A failing note must not block the others.
      await Promise.all(due.map((note) => attempt(notify(note))));
      return due.length;
    },
  };
}

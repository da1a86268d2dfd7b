import { personName } from '@inkwell/shared/format';
import type { Note } from '@inkwell/shared/notes';
import { canDeleteNote, canEditNote } from '@inkwell/shared/permissions';
import type { Quote } from '@inkwell/shared/quotes';
import type { User } from '@inkwell/shared/users';
import { useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ConfirmButton } from '../../../components/confirm-button.tsx';
import { useNow } from '../../../hooks/use-now.ts';
import { ageInSentence } from '../../../lib/time.ts';
import { useChangeNote, useDeleteNote, useWriteNote } from '../api/changes.ts';
import { NoteForm } from './note-form.tsx';
import styles from './notes-panel.module.css';

interface OneProps {
  readonly postId: string;
  readonly note: Note;
  readonly viewer: User;
  /** Called after the note was deleted, which removed the focused element. */
  readonly onGone: () => void;
}

/** A note or a reply: its text, and its author's actions. */
function One({ postId, note, viewer, onGone }: OneProps) {
  const nowMs = useNow();
  const change = useChangeNote(postId);
  const remove = useDeleteNote(postId);
  const [isEditing, setEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const name = personName(note.author);
  const close = () => {
    setEditing(false);
    requestAnimationFrame(() => editButton.current?.focus());
  };
  return (
    <div>
      <p className={styles.by}>
        <strong>{name}</strong> <time dateTime={note.createdAt}>{ageInSentence(note.createdAt, nowMs)}</time>
        {note.editedAt !== null && ' (edited)'}
      </p>
      {isEditing ? (
        <NoteForm
          place={`note-edit:${note.id}`}
          label="Your note"
          submitLabel="Save Note"
          unchanged={note.text}
          isFocused
          isPending={change.isPending}
          onSubmit={(text, attempt) =>
            change.mutate(
              { noteId: note.id, body: { text } },
              {
                onSuccess() {
                  attempt.sent();
                  close();
                },
                onSettled: () => attempt.release(),
              },
            )
          }
          onClose={close}
        />
      ) : (
        <p className={styles.text} dir="auto">
          {note.text}
        </p>
      )}
      {!isEditing && (canEditNote(viewer, note) || canDeleteNote(viewer, note)) && (
        <div className={styles.acts}>
          {canEditNote(viewer, note) && (
            <Button
              ref={editButton}
              size="small"
              variant="quiet"
              aria-label={`Edit the note by ${name}`}
              onClick={() => setEditing(true)}
            >
              Edit
            </Button>
          )}
          {canDeleteNote(viewer, note) && (
            <ConfirmButton
              size="small"
              variant="quiet"
              data-danger
              aria-label={`Delete the note by ${name}`}
              label="Delete"
              pendingLabel="Deleting..."
              title="Delete Note"
              question={note.parentId === null ? 'Delete this note with its answers?' : 'Delete this answer?'}
              isPending={remove.isPending}
              onConfirm={(done) => remove.mutate(note.id, { onSuccess: onGone, onError: done })}
            />
          )}
        </div>
      )}
    </div>
  );
}

interface NoteThreadProps extends OneProps {
  readonly answers: readonly Note[];
  /** Whether the text no longer contains the passage. */
  readonly isGone: boolean;
  readonly onShow: (quote: Quote) => void;
}

/** A note with its passage and replies. */
export function NoteThread({ answers, isGone, onShow, ...one }: NoteThreadProps) {
  const { postId, note, onGone } = one;
  const write = useWriteNote(postId);
  const change = useChangeNote(postId);
  const [isAnswering, setAnswering] = useState(false);
  const answerButton = useRef<HTMLButtonElement>(null);
  const isResolved = note.resolvedAt !== null;
  const name = personName(note.author);
  const close = () => {
    setAnswering(false);
    requestAnimationFrame(() => answerButton.current?.focus());
  };
  const { quote } = note;
  return (
    <li className={styles.thread} aria-label={`Note by ${name}`}>
      {quote && isGone && (
        <p className={styles.gone}>
          This passage was removed: <q dir="auto">{quote.text}</q>
        </p>
      )}
      {quote && !isGone && (
        <button type="button" className={styles.quote} title="Show the passage" onClick={() => onShow(quote)}>
          <q dir="auto">{quote.text}</q>
        </button>
      )}
      <One {...one} />
      {answers.length > 0 && (
        <ul className={styles.answers} aria-label="Answers">
          {answers.map((answer) => (
            <li key={answer.id}>
              <One {...one} note={answer} />
            </li>
          ))}
        </ul>
      )}
      {isAnswering && (
        <NoteForm
          place={`note-answer:${note.id}`}
          label="Your answer"
          submitLabel="Answer"
          isFocused
          isPending={write.isPending}
          onSubmit={(text, attempt) =>
            write.mutate({ body: { text, parentId: note.id }, attempt }, { onSuccess: close })
          }
          onClose={close}
        />
      )}
      <div className={styles.acts}>
        {!isAnswering && (
          <Button
            ref={answerButton}
            size="small"
            variant="quiet"
            aria-label={`Answer the note by ${name}`}
            onClick={() => setAnswering(true)}
          >
            Answer
          </Button>
        )}
        <Button
          size="small"
          variant="quiet"
          isPending={change.isPending}
          aria-label={`${isResolved ? 'Open again' : 'Resolve'} the note by ${name}`}
          onClick={() => change.mutate({ noteId: note.id, body: { isResolved: !isResolved } }, { onSuccess: onGone })}
        >
          {isResolved ? 'Open Again' : 'Resolve'}
        </Button>
      </div>
      {note.resolvedBy && <p className={styles.by}>Resolved by {personName(note.resolvedBy)}</p>}
    </li>
  );
}

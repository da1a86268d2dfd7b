import { canDeleteComment, canEditComment, canReportComment } from '@inkwell/shared/comment-permissions';
import type { Answer } from '@inkwell/shared/comments';
import { personName, relativeTime } from '@inkwell/shared/format';
import { lineTrash } from '@inkwell/shared/reading-icons';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { Avatar } from '../../../components/avatar.tsx';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { CommentText } from '../../../components/markdown/comment-text.tsx';
import { takeLostFocus } from '../../../hooks/take-lost-focus.ts';
import { useHasAutosaved } from '../../../hooks/use-autosaved-fields.ts';
import { useViewer } from '../../../lib/session.tsx';
import { useDeleteComment, useEditComment, useForgetComment, useRestoreComment } from '../api/mutations.ts';
import styles from '../comments.module.css';
import { useSection } from '../section-context.ts';
import { anchorOf, type Removed } from '../threads.ts';
import { places, useCommentText } from '../use-comment-text.ts';
import { WritingBox } from './writing-box.tsx';

interface CommentItemProps {
  readonly comment: Answer;
  /** Replies to this comment; absent if nobody can. */
  readonly onAnswer?: (() => void) | undefined;
  /** Additional actions after the standard ones. */
  readonly actions?: ReactNode;
  /** Content below the comment. */
  readonly children?: ReactNode;
}

/** A comment or reply, with the reader's actions. */
export function CommentItem({ comment, onAnswer, actions, children }: CommentItemProps) {
  const { markedId, removed } = useSection();
  const item = useRef<HTMLLIElement>(null);
  const taken = removed.get(comment.id);
  const noun = comment.parentId === null ? 'Comment' : 'Reply';
  return (
    <li
      ref={item}
      id={anchorOf(comment.id)}
      aria-label={comment.state === 'deleted' ? `${noun} that was deleted` : `${noun} by ${personName(comment.author)}`}
      tabIndex={-1}
      data-focus-target
      className={styles.entry}
    >
      <div className={styles.comment} data-marked={markedId === comment.id || undefined}>
        {taken ? (
          <RemovedPlace removed={taken} focusItem={() => item.current?.focus()} />
        ) : comment.state === 'deleted' ? (
          <p className={styles.gone}>Comment deleted</p>
        ) : (
          <Words comment={comment} onAnswer={onAnswer} actions={actions} />
        )}
      </div>
      {children}
    </li>
  );
}

/** Replaces a recently deleted comment. */
function RemovedPlace({ removed, focusItem }: { readonly removed: Removed; readonly focusItem: () => void }) {
  const { comments, onSettled, focusTitle } = useSection();
  const { comment, untilMs } = removed;
  const restore = useRestoreComment(comments);
  const forget = useForgetComment(comments);
  const place = useRef<HTMLDivElement>(null);

  const end = useEffectEvent(() => {
    if (restore.isPending) return;
    if (place.current?.contains(document.activeElement)) focusTitle();
    onSettled(comment.id);
    forget(comment);
  });
  useEffect(() => {
    const timer = setTimeout(end, Math.max(0, untilMs - Date.now()));
    return () => clearTimeout(timer);
  }, [untilMs]);

  const undo = () =>
    restore.mutate(comment, {
      onSuccess: focusItem,
      onError: () => {
        focusTitle();
        forget(comment);
      },
      onSettled: () => onSettled(comment.id),
    });

  return (
    <div ref={place} className={styles.gone}>
      Comment deleted
      <Button ref={takeLostFocus} size="small" variant="secondary" isPending={restore.isPending} onClick={undo}>
        Undo
      </Button>
    </div>
  );
}

function Words({ comment, onAnswer, actions }: Omit<CommentItemProps, 'children'>) {
  const { authorId, comments, reported, onReport, onRemoved } = useSection();
  const viewer = useViewer();
  const remove = useDeleteComment({ ...comments, onRemoved });
  const hasEditLeft = useHasAutosaved(places.edit(comment.id));
  /** Null before it was first opened or closed. */
  const [isEditOpen, setEditOpen] = useState<boolean | null>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  const canEdit = canEditComment(viewer, comment);
  const isEditing = (isEditOpen ?? hasEditLeft) && (canEdit || viewer === null);
  const name = personName(comment.author);

  const endEdit = () => {
    flushSync(() => setEditOpen(false));
    editButton.current?.focus();
  };
  const deleteComment = () => {
    if (!remove.isPending) remove.mutate(comment);
  };

  return (
    <>
      <Avatar person={comment.author} size={comment.parentId === null ? 36 : 28} />
      <div className={styles.who}>
        <span className={styles.name}>{name}</span>
        {comment.authorId === authorId && <Badge>Author</Badge>}
        <Link className="note" to={`#${anchorOf(comment.id)}`} preventScrollReset>
          <time dateTime={comment.createdAt}>{relativeTime(comment.createdAt)}</time>
          <span className="visually-hidden">: link to this comment</span>
        </Link>
        {comment.editedAt !== null && (
          <span className="note">
            <time dateTime={comment.editedAt}>edited</time>
          </span>
        )}
        {comment.state === 'held' && <Badge tone="warning">Waiting for review</Badge>}
        {comment.state === 'hidden' && <Badge tone="danger">Hidden</Badge>}
      </div>
      <div className={styles.text} style={remove.isPending ? { opacity: 0.5 } : undefined}>
        {comment.replyTo && (
          <p className={styles.replyTo}>
            In reply to{' '}
            <Link to={`#${anchorOf(comment.replyTo.id)}`} preventScrollReset>
              {comment.replyTo.name ?? 'somebody'}
            </Link>
          </p>
        )}
        {isEditing ? (
          <EditForm comment={comment} isWanted={isEditOpen === true} onEnd={endEdit} />
        ) : (
          <CommentText source={comment.content} />
        )}
        <Withheld comment={comment} />
        {!isEditing && (
          <div className={styles.acts}>
            {onAnswer && (
              <button type="button" className={styles.act} onClick={onAnswer} aria-label={`Reply to ${name}`}>
                Reply
              </button>
            )}
            {canEdit && (
              <button
                ref={editButton}
                type="button"
                className={styles.act}
                onClick={() => setEditOpen(true)}
                aria-label="Edit comment"
              >
                Edit
              </button>
            )}
            {actions}
            {canDeleteComment(viewer, comment) && (
              <button
                type="button"
                className={styles.act}
                aria-disabled={remove.isPending}
                onClick={deleteComment}
                aria-label="Delete comment"
              >
                <Icon icon={lineTrash} /> Delete
              </button>
            )}
            {canReportComment(viewer, comment) && (
              <button
                type="button"
                className={styles.act}
                onClick={() => onReport(comment)}
                aria-label={`${reported.has(comment.id) ? 'Reported' : 'Report'}: comment by ${name}`}
              >
                {reported.has(comment.id) ? 'Reported' : 'Report'}
              </button>
            )}
          </div>
        )}
      </div>
    </>
  );
}

/** Says why only its author sees it. */
function Withheld({ comment }: { readonly comment: Answer }) {
  if (comment.state === 'held') {
    return <p className={styles.note}>A moderator will review it first. Until then, only you can see it.</p>;
  }
  if (comment.state !== 'hidden') return null;
  return (
    <p className={styles.note}>
      The moderators have hidden this comment{comment.reason ? ': ' : '. Only you see it.'}
      {comment.reason && <q dir="auto">{comment.reason}</q>}
    </p>
  );
}

interface EditFormProps {
  readonly comment: Answer;
  /** Whether it was just opened; if not, it is shown because of unsent text. */
  readonly isWanted: boolean;
  readonly onEnd: () => void;
}

/** Edits a comment in place. The typed text stays until the server has stored it. */
function EditForm({ comment, isWanted, onEnd }: EditFormProps) {
  const { comments } = useSection();
  const written = useCommentText(places.edit(comment.id), comment.content);
  const input = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    const box = input.current;
    box?.focus();
    box?.setSelectionRange(box.value.length, box.value.length);
  }, [isWanted]);

  const cancel = () => {
    written.clear();
    onEnd();
  };
  const edit = useEditComment({
    ...comments,
    attempt: written.attempt,
    onStored(content, attempt) {
      attempt.sent((fields) => (fields.text?.trim() === content ? null : fields));
      // Text typed since is not stored yet.
      if (written.text.trim() === content) onEnd();
    },
  });
  const save = (content: string) => (content === comment.content ? cancel() : edit.mutate({ comment, content }));
  return (
    <WritingBox
      label="Edit your comment"
      input={input}
      text={written.text}
      onWrite={(text) => written.write(text)}
      submitLabel="Save"
      pendingLabel="Saving..."
      isPending={edit.isPending}
      error={edit.error}
      onSubmit={save}
      isTyped={written.text !== comment.content}
      onCancel={cancel}
      onClose={onEnd}
    />
  );
}

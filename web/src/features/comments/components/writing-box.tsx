import { COMMENT_LIMITS, CommentInput } from '@inkwell/shared/comments';
import { counted } from '@inkwell/shared/format';
import { type FormEvent, type KeyboardEvent, type ReactNode, type RefObject, useId } from 'react';
import { Button } from '../../../components/button.tsx';
import { failureText } from '../../../lib/failure.ts';
import { useSession } from '../../../lib/session.tsx';
import { toastError } from '../../../lib/toast.ts';
import styles from '../comments.module.css';

/** Remaining characters at which the counter appears. */
const COUNTER_FROM = 200;

interface WritingBoxProps {
  readonly label: string;
  readonly text: string;
  readonly onWrite: (text: string) => void;
  /** Labels of the button; the second one is shown while sending. */
  readonly submitLabel: string;
  readonly pendingLabel: string;
  readonly submitIcon?: ReactNode;
  readonly isPending: boolean;
  readonly error: unknown;
  /** Called with a trimmed text that the schema accepts. */
  readonly onSubmit: (content: string) => void;
  /** Discards the text. */
  readonly onCancel?: () => void;
  /** Called by Escape: closes the field but keeps the text. */
  readonly onClose?: () => void;
  /** Whether Cancel would discard typed text. */
  readonly isTyped?: boolean;
  readonly input: RefObject<HTMLTextAreaElement | null>;
}

/** The field in which a comment is written. The caller keeps the text. Product §5 and §8. */
export function WritingBox(props: WritingBoxProps) {
  const { label, text, onWrite, isPending, error, onSubmit, onCancel, onClose, input } = props;
  const session = useSession();
  const id = useId();
  const left = COMMENT_LIMITS.content - text.trim().length;
  const isBlank = text.trim() === '';

  const submit = () => {
    if (isPending) return;
    if (session.status !== 'signed-in') {
      toastError('Login Required', 'Please log in to comment');
      return;
    }
    const comment = CommentInput.safeParse({ content: text });
    if (!comment.success) {
      toastError('Error', comment.error.issues[0]?.message);
      return;
    }
    onSubmit(comment.data.content);
  };

  const submitForm = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && onClose && !isPending && !event.nativeEvent.isComposing) {
      event.stopPropagation();
      onClose();
    }
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    // The first key press has already sent it; a repeat may have newer text.
    if (!event.repeat) submit();
  };

  return (
    <form className={styles.composer} onSubmit={submitForm}>
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <textarea
        ref={input}
        id={id}
        className={styles.input}
        placeholder="Share your thoughts..."
        value={text}
        dir="auto"
        aria-invalid={left < 0}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onWrite(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {error !== null && (
        <p role="alert" className={styles.over}>
          {failureText(error)}
        </p>
      )}
      <div className={styles.composerFoot}>
        <span id={`${id}-hint`} className={left < 0 ? styles.over : undefined} aria-live="polite">
          {left < 0 && `${counted(-left, 'character', 'characters')} too many`}
          {left >= 0 && left <= COUNTER_FROM && `${counted(left, 'character', 'characters')} left`}
        </span>
        <span className={styles.composerButtons}>
          {onCancel && (
            <Button variant="quiet" onClick={onCancel}>
              {props.isTyped ? 'Discard' : 'Cancel'}
            </Button>
          )}
          <Button type="submit" disabled={isBlank || left < 0} isPending={isPending} icon={props.submitIcon}>
            {isPending ? props.pendingLabel : props.submitLabel}
          </Button>
        </span>
      </div>
    </form>
  );
}

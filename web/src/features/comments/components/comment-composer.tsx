import { faPaperPlane } from '@fortawesome/free-solid-svg-icons';
import { COMMENT_LIMITS, CommentInput } from '@inkwell/shared/comments';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { useSignInState } from '../../../hooks/use-return-place.ts';
import { failureText } from '../../../lib/failure.ts';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session.tsx';
import { toastError } from '../../../lib/toast.ts';
import { type CountChange, useAddComment } from '../api/mutations.ts';
import styles from '../comments.module.css';
import { dropSent, keepUnsent, unsentText } from '../unsent.ts';

/** Characters left at which the counter appears. */
const COUNTER_FROM = 200;

interface CommentComposerProps {
  readonly postId: string;
  readonly onCountChange: CountChange;
}

/** Writes a comment. What was typed stays until the server has stored it. Product §5 and §8. */
export function CommentComposer({ postId, onCountChange }: CommentComposerProps) {
  const session = useSession();
  const readerId = session.status === 'signed-in' ? session.user.id : null;
  const [text, setText] = useState(() => unsentText(postId, readerId));
  const input = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const add = useAddComment({
    postId,
    onCountChange,
    onStored: (content) => {
      // The button is about to be disabled, which would drop the focus.
      if (input.current?.form?.contains(document.activeElement)) input.current.focus();
      setText(dropSent(postId, readerId, content));
    },
  });
  const left = COMMENT_LIMITS.content - text.trim().length;
  const isBlank = text.trim() === '';

  // Somebody else may have signed in meanwhile.
  useEffect(() => setText(unsentText(postId, readerId)), [postId, readerId]);

  const write = (next: string) => {
    setText(next);
    keepUnsent(postId, readerId, next);
  };

  // A session that ends while somebody writes must not take the text along.
  if (session.status !== 'signed-in' && isBlank) return session.status === 'visitor' ? <Invitation /> : null;

  const submit = () => {
    if (add.isPending) return;
    if (session.status !== 'signed-in') {
      toastError('Login Required', 'Please log in to comment');
      return;
    }
    const comment = CommentInput.safeParse({ content: text });
    if (!comment.success) {
      toastError('Error', comment.error.issues[0]?.message);
      return;
    }
    add.mutate(comment.data.content);
  };

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit();
  };

  return (
    <form className={styles.composer} onSubmit={onSubmit}>
      <label className="visually-hidden" htmlFor={id}>
        Your comment
      </label>
      <textarea
        ref={input}
        id={id}
        className={styles.input}
        placeholder="Share your thoughts..."
        value={text}
        aria-invalid={left < 0}
        aria-describedby={`${id}-hint`}
        onChange={(event) => write(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {add.isError && (
        <p role="alert" className={styles.over}>
          {failureText(add.error)}
        </p>
      )}
      <div className={styles.composerFoot}>
        <span id={`${id}-hint`} className={left < 0 ? styles.over : undefined} aria-live="polite">
          {left <= COUNTER_FROM ? `${left} characters left` : ''}
        </span>
        <Button
          type="submit"
          disabled={isBlank || left < 0}
          isPending={add.isPending}
          icon={<Icon icon={faPaperPlane} />}
        >
          {add.isPending ? 'Posting...' : 'Post Comment'}
        </Button>
      </div>
    </form>
  );
}

function Invitation() {
  const state = useSignInState('sign-in');
  return (
    <div className={styles.invitation}>
      <p>Please log in to leave a comment</p>
      <ButtonLink size="small" to={paths.home} state={state}>
        Sign In
      </ButtonLink>
    </div>
  );
}

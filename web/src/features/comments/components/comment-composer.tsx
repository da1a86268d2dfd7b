import { COMMENTS_CLOSED_TEXT, type CommentsClosed } from '@inkwell/shared/comments';
import { lineSend } from '@inkwell/shared/reading-icons';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { useEmailConfirmation } from '../../../lib/email-confirmation.ts';
import { useSession } from '../../../lib/session.tsx';
import { toastError } from '../../../lib/toast.ts';
import type { CommentsOfPost } from '../api/cache.ts';
import { useAddComment } from '../api/mutations.ts';
import styles from '../comments.module.css';
import { useSection } from '../section-context.ts';
import { places, useCommentText, withoutSent } from '../use-comment-text.ts';
import { LogInFirst } from './log-in-first.tsx';
import { QuotePassage } from './quote-passage.tsx';
import { WritingBox } from './writing-box.tsx';

interface CommentComposerProps {
  readonly comments: CommentsOfPost;
  /** Why the reader cannot comment here; null if they can. */
  readonly refusal: CommentsClosed | null;
}

/** Starts a thread. The typed text stays until the server has stored it. */
export function CommentComposer({ comments, refusal }: CommentComposerProps) {
  const session = useSession();
  const { focusTitle } = useSection();
  const input = useRef<HTMLTextAreaElement>(null);
  const written = useCommentText(places.comment(comments.postId));
  const add = useAddComment({
    ...comments,
    parentId: null,
    onStored: (content, _comment, attempt) => {
      // The button is about to be disabled, which would lose the focus.
      if (input.current?.form?.contains(document.activeElement)) input.current.focus();
      attempt.sent((fields) => withoutSent(fields, content));
    },
  });

  const quote = (passage: string) => {
    if (session.status !== 'signed-in') {
      toastError('Login Required', 'Please log in to comment');
      focusTitle();
      return;
    }
    const before = written.text.trimEnd();
    const text = `${before}${before && '\n\n'}${passage}\n\n`;
    flushSync(() => written.write(text));
    input.current?.focus();
    input.current?.setSelectionRange(text.length, text.length);
  };

  // The text must survive if the session ends meanwhile.
  const isBlank = written.text.trim() === '';
  if (isBlank && session.status !== 'signed-in' && session.status !== 'visitor') return null;
  return (
    <>
      {refusal === null && <QuotePassage onQuote={quote} />}
      {session.status === 'visitor' && <LogInFirst />}
      {refusal !== null && <Closed refusal={refusal} />}
      {(!isBlank || (session.status === 'signed-in' && refusal === null)) && (
        <WritingBox
          label="Your comment"
          input={input}
          text={written.text}
          onWrite={(text) => written.write(text)}
          submitLabel="Post Comment"
          pendingLabel="Posting..."
          submitIcon={<Icon icon={lineSend} />}
          isPending={add.isPending}
          error={add.error}
          onSubmit={(content) => add.mutate({ content, attempt: written.attempt() })}
        />
      )}
    </>
  );
}

/** Says why the reader cannot comment, and what they can do about it. */
function Closed({ refusal }: { readonly refusal: CommentsClosed }) {
  const confirm = useEmailConfirmation();
  return (
    <div className={styles.invitation}>
      <p>{COMMENTS_CLOSED_TEXT[refusal]}</p>
      {refusal === 'verified' && (
        <Button size="small" isPending={confirm.isPending} onClick={() => confirm.mutate()}>
          {confirm.isPending ? 'Sending...' : 'Send the Link'}
        </Button>
      )}
    </div>
  );
}

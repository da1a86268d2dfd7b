import type { Answer, Comment } from '@inkwell/shared/comments';
import { counted, personName } from '@inkwell/shared/format';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../../components/button.tsx';
import { useHasAutosaved } from '../../../hooks/use-autosaved-fields.ts';
import { failureText } from '../../../lib/failure.ts';
import { useSession, useViewer } from '../../../lib/session.tsx';
import { notificationQueries } from '../../notifications/api/queries.ts';
import { useAddComment, useMute } from '../api/mutations.ts';
import { commentQueries } from '../api/queries.ts';
import styles from '../comments.module.css';
import { useSection } from '../section-context.ts';
import { anchorOf, inOrder } from '../threads.ts';
import { places, useCommentText, withoutSent } from '../use-comment-text.ts';
import { CommentItem } from './comment-item.tsx';
import { LogInFirst } from './log-in-first.tsx';
import { WritingBox } from './writing-box.tsx';

/** A comment with its replies, and the reply field. */
export function Thread({ thread }: { readonly thread: Comment }) {
  const { refusal } = useSection();
  const viewer = useViewer();
  const { answers, hidden, query, showMore, list } = useAnswers(thread);
  const hasAnswerLeft = useHasAutosaved(places.answer(thread.id));
  /** Null before it was first opened or closed. */
  const [isAnswering, setAnswering] = useState<boolean | null>(null);
  /** The parent of the reply; null to take it from the unsent text. */
  const [targetId, setTarget] = useState<string | null>(null);
  const opener = useRef<Element>(null);
  /** The reply that was just sent, which gets the focus once it is in the list. */
  const landing = useRef<string | null>(null);

  const answer = (comment: Answer) => () => {
    opener.current = document.activeElement;
    flushSync(() => {
      setTarget(comment.id);
      setAnswering(true);
    });
  };
  const end = (sentId: string | null) => {
    setTarget(null);
    setAnswering(false);
    landing.current = sentId;
    if (sentId === null && opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
  };

  useEffect(() => {
    const sent = landing.current === null ? null : document.getElementById(anchorOf(landing.current));
    if (!sent) return;
    landing.current = null;
    const here = document.getElementById(anchorOf(thread.id));
    // A reader who has moved on keeps the focus.
    if (document.activeElement === document.body || here?.contains(document.activeElement)) sent.focus();
  });

  const onAnswer = (comment: Answer) =>
    viewer && refusal === null && (comment.state === 'visible' || comment === thread) ? answer(comment) : undefined;
  const known = [thread, ...answers];
  const isMine = viewer !== null && known.some(({ authorId }) => authorId === viewer.id);

  return (
    <CommentItem comment={thread} onAnswer={onAnswer(thread)} actions={isMine && <MuteButton threadId={thread.id} />}>
      {answers.length > 0 && (
        <ul ref={list} className={styles.answers} aria-label="Replies">
          {answers.map((one) => (
            <CommentItem key={one.id} comment={one} onAnswer={onAnswer(one)} />
          ))}
        </ul>
      )}
      {(hidden > 0 || query.hasNextPage) && (
        <div className={styles.moreAnswers}>
          {query.isError && <p role="alert">More replies could not be loaded. {failureText(query.error)}</p>}
          <Button size="small" variant="quiet" isPending={query.isFetching} onClick={showMore}>
            {query.isFetching ? 'Loading...' : `Show ${counted(Math.max(hidden, 1), 'More Reply', 'More Replies')}`}
          </Button>
        </div>
      )}
      {(isAnswering ?? hasAnswerLeft) && (
        <AnswerComposer thread={thread} known={known} targetId={targetId} isWanted={isAnswering === true} onEnd={end} />
      )}
    </CommentItem>
  );
}

/** The displayed replies: the first ones and the ones since then, or all loaded ones. */
function useAnswers(thread: Comment) {
  const [isOpen, setOpen] = useState(false);
  const query = useInfiniteQuery({ ...commentQueries.answers(thread.id), enabled: isOpen });
  const all = query.data?.pages.flatMap(({ items }) => items);
  const answers = inOrder([...thread.answers, ...(all ?? [])]);
  const hidden = Math.max(0, thread.answersCount - answers.filter(({ state }) => state === 'visible').length);
  const list = useRef<HTMLUListElement>(null);
  /** The replies that were loaded when more were requested; null if no request is pending. */
  const before = useRef<ReadonlySet<string> | null>(null);

  useEffect(() => {
    const first = before.current && answers.find(({ id }) => !before.current?.has(id));
    if (!first) return;
    before.current = null;
    // Focuses the first new reply; the pressed button may be gone.
    document.getElementById(anchorOf(first.id))?.focus();
  });

  const showMore = () => {
    before.current = new Set(answers.map(({ id }) => id));
    if (!isOpen) setOpen(true);
    else if (query.hasNextPage) void query.fetchNextPage();
    else void query.refetch();
  };
  return { answers, hidden, query, showMore, list };
}

interface AnswerComposerProps {
  readonly thread: Comment;
  /** The loaded comments of the thread. */
  readonly known: readonly Answer[];
  /** The current parent of the reply; null to take it from the unsent text. */
  readonly targetId: string | null;
  /** Whether it was just opened; if not, it is shown because of unsent text. */
  readonly isWanted: boolean;
  /** Called with the id of the sent reply; null if none was sent. */
  readonly onEnd: (sentId: string | null) => void;
}

/** Writes a reply in a thread. The typed text stays until the server has stored it. */
function AnswerComposer({ thread, known, targetId, isWanted, onEnd }: AnswerComposerProps) {
  const { comments, refusal } = useSection();
  const session = useSession();
  const written = useCommentText(places.answer(thread.id));
  const input = useRef<HTMLTextAreaElement>(null);
  const answeredId = targetId ?? written.target;
  const answered = known.find(({ id }) => id === answeredId) ?? thread;
  const name = personName(answered.author);
  const write = (text: string) => written.write(text, answeredId ?? thread.id);
  const add = useAddComment({
    ...comments,
    parentId: answered.id,
    chosenId: answeredId ?? thread.id,
    onStored(content, comment, attempt) {
      attempt.sent((fields) => withoutSent(fields, content));
      if (written.text.trim() === content) onEnd(comment.id);
    },
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the parent of the reply has changed
  useEffect(() => {
    if (isWanted) input.current?.focus();
  }, [isWanted, answered.id]);

  const keepTarget = useEffectEvent(() => {
    if (written.text !== '' && written.target !== targetId) write(written.text);
  });
  useEffect(() => {
    if (targetId !== null) keepTarget();
  }, [targetId]);

  const cancel = () => {
    written.clear();
    onEnd(null);
  };
  if (session.status === 'visitor' && written.text.trim() === '') return null;
  return (
    <div className={styles.answerComposer}>
      <p className={styles.replyTo}>Replying to {name}</p>
      {session.status === 'visitor' && <LogInFirst />}
      {refusal !== null && <p role="alert">Your reply cannot be sent at the moment.</p>}
      <WritingBox
        label={`Your reply to ${name}`}
        input={input}
        text={written.text}
        onWrite={write}
        submitLabel="Post Reply"
        pendingLabel="Posting..."
        isPending={add.isPending}
        error={add.error}
        onSubmit={(content) => add.mutate({ content, attempt: written.attempt() })}
        isTyped={written.text.trim() !== ''}
        onCancel={cancel}
        onClose={() => onEnd(null)}
      />
    </div>
  );
}

/** For readers who wrote in a thread and are subscribed to it. */
function MuteButton({ threadId }: { readonly threadId: string }) {
  const choices = useQuery(notificationQueries.choices());
  const mute = useMute(threadId);
  if (!choices.data?.replies) return null;
  const isMuted = choices.data.mutedThreads.includes(threadId);
  return (
    <button
      type="button"
      className={styles.act}
      aria-pressed={isMuted}
      aria-disabled={mute.isPending}
      onClick={() => {
        if (!mute.isPending) mute.mutate(!isMuted);
      }}
    >
      Mute thread
    </button>
  );
}

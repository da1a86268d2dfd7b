import { longDate, personName } from '@inkwell/shared/format';
import { canPublish, isOwnPost, isStaff } from '@inkwell/shared/permissions';
import { REVIEW_LIMITS, type Review, type ReviewStep } from '@inkwell/shared/reviews';
import type { User } from '@inkwell/shared/users';
import { Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { FormDialog, type FormDialogProps } from '../../../components/form-dialog.tsx';
import { useAutosavedText } from '../../../hooks/use-autosaved-text.ts';
import { useNow } from '../../../hooks/use-now.ts';
import { failureText } from '../../../lib/failure.ts';
import { useViewer } from '../../../lib/session.tsx';
import { ageInSentence } from '../../../lib/time.ts';
import { reviewQueries } from '../api/queries.ts';
import { type AskedStep, STEP_TEXTS, useReviewStep } from '../api/steps.ts';
import styles from './review-strip.module.css';

interface StripProps {
  /** Null for a post that is not stored yet. */
  readonly post: { readonly id: string; readonly authorIds: readonly string[] } | null;
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  /** Saves the text on screen. @returns the id of the post; null if it cannot be saved, which the editor has reported */
  readonly saveAll: () => Promise<string | null>;
  /** Saves and publishes. */
  readonly publish: () => void;
}

const NO_REVIEW: Review = { state: 'draft', since: null, submittedBy: null, takenBy: null, history: [] };

/** Describes the state for this viewer, in one or two sentences. */
function sentences({ state, since, submittedBy, takenBy }: Review, viewer: User, nowMs: number): string {
  const age = since === null ? '' : ageInSentence(since, nowMs);
  if (state === 'returned') return `Returned to its authors ${age}.`;
  if (state !== 'in-review') return 'Only its authors and staff see this post.';
  const by = submittedBy ? ` by ${submittedBy.id === viewer.id ? 'you' : personName(submittedBy)}` : '';
  const taken = takenBy
    ? `${takenBy.id === viewer.id ? 'You review' : `${personName(takenBy)} reviews`} it.`
    : 'No reviewer yet.';
  const waits = isStaff(viewer)
    ? ''
    : ' Until the review ends, only staff can change the post. What you write here is kept as a draft.';
  return `Submitted${by} ${age}. ${taken}${waits}`;
}

/** The state of a post's review, with the viewer's actions. */
export function ReviewStrip({ post, ...editing }: StripProps) {
  const viewer = useViewer();
  const query = useQuery({ ...reviewQueries.ofPost(post?.id ?? ''), enabled: post !== null });
  // The submission of a new post still runs here when the post is stored, so the strip must stay mounted while its review is read.
  const [beganNew] = useState(post === null);
  if (!viewer) return null;
  const isOwn = post === null || isOwnPost(viewer, post);
  const review = query.data ?? (beganNew ? NO_REVIEW : null);
  if (!review) {
    return query.isError && !isStaff(viewer) ? (
      <p className={styles.strip} role="alert">
        The review of this post could not be loaded. {failureText(query.error)}
      </p>
    ) : null;
  }
  const isOver = review.state === 'published' || review.state === 'scheduled';
  // People who can publish see nothing until a review exists.
  const isQuiet = (isOver || canPublish(viewer)) && review.history.length === 0;
  const canAsk = isOwn && !isOver && viewer.writing === 'author' && !isStaff(viewer);
  if (isQuiet && !canAsk) return null;
  return <Strip {...{ post, review, viewer, isOwn, ...editing }} />;
}

interface OpenProps extends StripProps {
  readonly review: Review;
  readonly viewer: User;
  readonly isOwn: boolean;
}

const DEEDS: Readonly<Record<ReviewStep, string>> = {
  submit: 'submitted it for review',
  take: 'took it',
  return: 'returned it',
  withdraw: 'withdrew it',
  publish: 'published it',
  schedule: 'scheduled it',
  end: 'ended the review',
};

/** The steps of a review with their notes, newest first. */
function ReviewHistory({ history }: Pick<Review, 'history'>) {
  const nowMs = useNow();
  if (history.length === 0) return null;
  return (
    <details className={styles.history}>
      <summary>History of the review</summary>
      <ol reversed>
        {history.toReversed().map(({ id, step, by, at, note }) => (
          <li key={id}>
            {personName(by)} {DEEDS[step]}{' '}
            <time dateTime={at} title={longDate(at)}>
              {ageInSentence(at, nowMs)}
            </time>
            {note !== null && <p dir="auto">{note}</p>}
          </li>
        ))}
      </ol>
    </details>
  );
}

interface StepDialogProps extends Omit<FormDialogProps, 'onSubmit' | 'children'> {
  /** The key under which the note is autosaved. */
  readonly place: string;
  readonly label: string;
  /** Null without a note. `sent` clears the typed note. */
  readonly onConfirm: (note: string | null, sent: () => void) => void;
}

/** Asks for a note before a step of a review. The note stays until the step is made, also if the dialog is closed. */
function StepDialog({ place, label, onConfirm, ...dialog }: StepDialogProps) {
  const note = useAutosavedText(place);
  return (
    <FormDialog className="" {...dialog} onSubmit={() => onConfirm(note.text.trim() || null, note.clear)}>
      <Textarea
        label={label}
        data-autofocus
        rows={4}
        dir="auto"
        maxLength={REVIEW_LIMITS.note}
        value={note.text}
        onChange={(event) => note.write(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

function Strip({ post, review, viewer, isOwn, isDirty, isSaving, saveAll, publish }: OpenProps) {
  const nowMs = useNow();
  const step = useReviewStep();
  const [asked, setAsked] = useState<Extract<AskedStep, 'submit' | 'return'> | null>(null);
  const [isSavingFirst, setSavingFirst] = useState(false);
  const [notePlace] = useState(`review:submit:${post?.id ?? 'new'}`);
  const staff = isStaff(viewer);
  const { state, takenBy, history } = review;
  const isInReview = state === 'in-review';
  const canSubmit = isOwn && (state === 'draft' || state === 'returned') && (!staff || history.length > 0);

  const make = (name: AskedStep, note: string | null, sent: () => void = () => undefined, postId = post?.id) => {
    if (postId === undefined) return;
    const onSuccess = () => {
      sent();
      setAsked(null);
    };
    step.mutate({ postId, step: name, note }, { onSuccess });
  };
  const submit = async (note: string | null, sent: () => void) => {
    setSavingFirst(true);
    const postId = await saveAll().finally(() => setSavingFirst(false));
    // A failed save has said why, and the note stays.
    if (postId === null) setAsked(null);
    else make('submit', note, sent, postId);
  };

  const isPending = (name: AskedStep) => (step.isPending && step.variables.step === name) || false;
  const button = (name: 'take' | 'withdraw') => (
    <Button size="small" variant="secondary" isPending={isPending(name)} onClick={() => make(name, null)}>
      {isPending(name) ? STEP_TEXTS[name].pending : STEP_TEXTS[name].label}
    </Button>
  );
  const last = history.at(-1);
  const isSubmitting = isSavingFirst || isPending('submit');
  return (
    <section className={styles.strip} aria-label="Review">
      <div className={styles.line}>
        {isInReview && <Badge tone="accent">In review</Badge>}
        {state === 'returned' && <Badge tone="warning">Returned</Badge>}
        <p role="status">{sentences(review, viewer, nowMs)}</p>
        {staff && isInReview && takenBy === null && button('take')}
        {staff && isInReview && (
          <Button size="small" variant="secondary" onClick={() => setAsked('return')}>
            Return...
          </Button>
        )}
        {staff && isInReview && (
          <Button size="small" isPending={isSaving} onClick={publish}>
            Publish
          </Button>
        )}
        {isOwn && isInReview && button('withdraw')}
        {canSubmit && (
          <Button size="small" onClick={() => setAsked('submit')}>
            {state === 'returned' ? 'Submit Again...' : 'Submit for Review...'}
          </Button>
        )}
      </div>
      {last && last.note !== null && (isInReview || state === 'returned') && (
        <p className={styles.note} dir="auto">
          {personName(last.by)}: {last.note}
        </p>
      )}
      <ReviewHistory history={history} />
      {asked === 'submit' && (
        <StepDialog
          place={notePlace}
          title="Submit for Review"
          label="Note for staff (optional)"
          confirmLabel={isDirty ? 'Save and Submit' : 'Submit'}
          pendingLabel={STEP_TEXTS.submit.pending}
          isPending={isSubmitting}
          onConfirm={(note, sent) => void submit(note, sent)}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'return' && (
        <StepDialog
          place={`review:return:${post?.id}`}
          title="Return to Its Authors"
          label="What should they do? (optional)"
          confirmLabel={STEP_TEXTS.return.label}
          pendingLabel={STEP_TEXTS.return.pending}
          isPending={isPending('return')}
          onConfirm={(note, sent) => make('return', note, sent)}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  );
}

import { counted, wholeNumber } from '@inkwell/shared/format';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { moderationQueries, useDecideAllOf } from '../api/moderation.ts';
import styles from './comment-list.module.css';
import { HideAllDialog } from './hide-comments.tsx';

interface PersonBarProps {
  readonly userId: string;
  /** Null if none of their comments is loaded. */
  readonly name: string | null;
}

/** Hides or shows all comments of a person, and shows the progress. */
export function PersonBar({ userId, name }: PersonBarProps) {
  const decide = useDecideAllOf(userId);
  const [question, setQuestion] = useState<'hide' | 'show' | null>(null);
  const who = name ?? 'this person';
  const confirm = (reason: string | null) =>
    decide.mutate({ isHiding: question === 'hide', reason }, { onSuccess: () => setQuestion(null) });
  return (
    <section className={styles.about} aria-label={`All comments by ${who}`}>
      <p>
        Comments by <strong dir="auto">{who}</strong>
      </p>
      <div>
        <Button size="small" variant="secondary" onClick={() => setQuestion('show')}>
          Show all hidden...
        </Button>
        <Button size="small" variant="danger" onClick={() => setQuestion('hide')}>
          Hide all...
        </Button>
      </div>
      <div role="status" className={styles.progress}>
        {decide.data && <Progress userId={userId} isHiding={decide.variables.isHiding} {...decide.data} />}
      </div>
      {question === 'hide' && (
        <HideAllDialog who={who} isPending={decide.isPending} onConfirm={confirm} onClose={() => setQuestion(null)} />
      )}
      <ConfirmDialog
        isOpen={question === 'show'}
        title={`Show all hidden comments by ${who}?`}
        confirmLabel="Show All"
        pendingLabel="Showing..."
        isPending={decide.isPending}
        onConfirm={() => confirm(null)}
        onClose={() => setQuestion(null)}
      >
        Each comment returns to its earlier state. Comments that were hidden individually stay hidden.
      </ConfirmDialog>
    </section>
  );
}

interface ProgressProps {
  readonly userId: string;
  readonly isHiding: boolean;
  readonly changed: number;
  readonly isDone: boolean;
}

function Progress({ userId, isHiding, changed, isDone }: ProgressProps) {
  const left = useQuery({ ...moderationQueries.left(userId, isHiding), enabled: !isDone });
  const done = isHiding ? 'hidden' : 'shown';
  if (isDone || left.data === 0) {
    return isDone ? `${counted(changed, 'comment', 'comments')} ${done}.` : `All comments are ${done}.`;
  }
  return left.data === undefined
    ? `${wholeNumber(changed)} ${done} so far. The rest continues in the background.`
    : `${counted(left.data, 'comment', 'comments')} still to be ${done}; this continues in the background.`;
}

import { counted } from '@inkwell/shared/format';
import type { ModeratedComment } from '@inkwell/shared/moderation';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { useFirstFocus } from '../../../hooks/use-first-focus.ts';
import { isOpenForKeys } from '../../../hooks/use-slash.ts';
import { failureText } from '../../../lib/failure.ts';
import { toastSuccess } from '../../../lib/toast.ts';
import { type Decision, useDecide } from '../api/moderation.ts';
import styles from './comment-list.module.css';
import { CommentRow, showLabel } from './comment-row.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

/** The keys of the list. */
export const COMMENT_KEYS = [
  ['J, ↓', 'Next comment'],
  ['K, ↑', 'Previous comment'],
  ['X', 'Select or deselect the comment'],
  ['S', 'Show it'],
  ['H', 'Hide it'],
  ['Enter', 'Show or hide its details'],
] as const;

/** Keys that move into the list from elsewhere on the page. Arrows scroll the page, and Enter presses the focused element. */
const PAGE_KEYS = ['j', 'k', 'x', 's', 'h'];

/** The links that select a list. */
const CHOOSING_LINK = '[data-chooses-comments] a';

const without = <T,>(set: ReadonlySet<T>, item: T): ReadonlySet<T> =>
  new Set([...set].filter((other) => other !== item));
const toggled = <T,>(set: ReadonlySet<T>, item: T): ReadonlySet<T> =>
  set.has(item) ? without(set, item) : new Set(set).add(item);

/** Comments for staff to decide on, one by one or several at once, by mouse and keyboard. */
export function CommentList({ comments }: { readonly comments: readonly ModeratedComment[] }) {
  const decide = useDecide();
  /** Whether a key was pressed: only then the focused row is marked. */
  const [isKeyed, setKeyed] = useState(false);
  const [currentId, setCurrentId] = useState<string | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, string>>(new Map());
  /** Comments to hide after the question is answered. */
  const [asking, setAsking] = useState<readonly string[] | null>(null);
  const rows = useRef(new Map<string, HTMLLIElement>());
  /** Takes the focus if the focused button disappears with the selection. */
  const landing = useRef<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const selectedComments = comments.filter(({ id }) => selected.has(id));
  const current = comments.find(({ id }) => id === currentId) ?? comments[0];

  const act = (decision: Decision) => {
    const past = decision.state === 'hidden' ? 'Hidden' : 'Visible now';
    const tell = (of: (id: string) => string) =>
      setOutcomes((all) => new Map([...all, ...decision.ids.map((id) => [id, of(id)] as const)]));
    decide.mutate(decision, {
      onSuccess(done) {
        tell((id) => (done.has(id) ? past : 'Deleted'));
        setSelected((all) => new Set([...all].filter((id) => !done.has(id))));
        setAsking(null);
        toastSuccess(
          'Success',
          `${counted(done.size, 'comment', 'comments')} ${decision.state === 'hidden' ? 'hidden' : 'shown'}`,
        );
        landing.current = decision.ids[0] ?? null;
      },
      onError: (error) => tell(() => `Not changed. ${failureText(error)}`),
    });
  };
  useEffect(() => {
    if (landing.current === null || asking !== null) return;
    if (document.activeElement === document.body) rows.current.get(landing.current)?.focus();
    landing.current = null;
  });
  const show = (ids: readonly string[]) => act({ ids, state: 'visible', reason: null });

  const goToCurrent = useRef<() => void>(() => undefined);
  goToCurrent.current = () => current && rows.current.get(current.id)?.focus({ preventScroll: true });
  useFirstFocus(
    () => (current ? rows.current.get(current.id) : null),
    (focused) => focused.matches(CHOOSING_LINK),
  );
  // Elsewhere on the page, a key only moves into the list: nobody decides about a comment that is not marked as current.
  useEffect(() => {
    const onPageKey = (event: globalThis.KeyboardEvent) => {
      setKeyed(true);
      if (!PAGE_KEYS.includes(event.key.toLowerCase()) || !isOpenForKeys(event)) return;
      if (list.current?.contains(event.target as Node)) return;
      event.preventDefault();
      goToCurrent.current();
    };
    document.addEventListener('keydown', onPageKey);
    return () => document.removeEventListener('keydown', onPageKey);
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const { target, key } = event;
    if (!current || event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLElement)) return;
    const isOnRow = [...rows.current.values()].includes(target as HTMLLIElement);
    if (target.matches('textarea, select, input:not([type="checkbox"])')) return;
    const move = (by: number) => comments[comments.indexOf(current) + by];
    const goTo = (comment: ModeratedComment | undefined) => {
      if (!comment) return;
      setCurrentId(comment.id);
      rows.current.get(comment.id)?.focus();
    };
    const acts: Readonly<Record<string, (() => void) | undefined>> = {
      j: () => goTo(move(1)),
      ArrowDown: () => goTo(move(1)),
      k: () => goTo(move(-1)),
      ArrowUp: () => goTo(move(-1)),
      x: () => setSelected((all) => toggled(all, current.id)),
      // The first key marks the row that it would act on.
      s: () => isKeyed && showLabel(current) !== null && show([current.id]),
      h: () => current.state !== 'hidden' && current.state !== 'deleted' && setAsking([current.id]),
      Enter: isOnRow ? () => setOpen((all) => toggled(all, current.id)) : undefined,
    };
    const act = acts[key.length === 1 ? key.toLowerCase() : key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  return (
    <>
      <div className={styles.bulk}>
        <Button
          size="small"
          variant="quiet"
          onClick={() =>
            setSelected(selectedComments.length === comments.length ? new Set() : new Set(comments.map(({ id }) => id)))
          }
        >
          {selectedComments.length === comments.length ? 'Clear Selection' : 'Select All'}
        </Button>
        <span role="status">{selectedComments.length > 0 && `${selectedComments.length} selected`}</span>
        {selectedComments.length > 0 && (
          <>
            <Button
              size="small"
              variant="secondary"
              isPending={decide.isPending}
              onClick={() => show(selectedComments.map(({ id }) => id))}
            >
              Show Selected
            </Button>
            <Button
              size="small"
              variant="danger"
              isPending={decide.isPending}
              onClick={() => setAsking(selectedComments.map(({ id }) => id))}
            >
              Hide Selected...
            </Button>
          </>
        )}
      </div>
      <ul
        ref={list}
        className={styles.rows}
        data-keyed={isKeyed || undefined}
        aria-label="Comments"
        onKeyDown={onKeyDown}
      >
        {comments.map((comment) => (
          <CommentRow
            key={comment.id}
            comment={comment}
            ref={(row) => {
              if (row) rows.current.set(comment.id, row);
              else rows.current.delete(comment.id);
            }}
            isCurrent={comment === current}
            isSelected={selected.has(comment.id)}
            isOpen={open.has(comment.id)}
            isPending={decide.isPending && decide.variables.ids.includes(comment.id)}
            outcome={outcomes.get(comment.id)}
            onSelect={() => setSelected((all) => toggled(all, comment.id))}
            onToggle={() => setOpen((all) => toggled(all, comment.id))}
            onShow={() => show([comment.id])}
            onHide={() => setAsking([comment.id])}
          />
        ))}
      </ul>
      {asking && (
        <ReasonDialog
          title={asking.length === 1 ? 'Hide this comment?' : `Hide ${asking.length} comments?`}
          confirmLabel="Hide"
          pendingLabel="Hiding..."
          isPending={decide.isPending}
          onConfirm={(reason) => act({ ids: asking, state: 'hidden', reason })}
          onClose={() => setAsking(null)}
        >
          {asking.length === 1
            ? 'Readers will no longer see it. Its author sees that it was hidden, and why.'
            : 'Readers will no longer see them. Their authors see that they were hidden, and why.'}
        </ReasonDialog>
      )}
    </>
  );
}

import { counted } from '@inkwell/shared/format';
import type { Note } from '@inkwell/shared/notes';
import { plainText } from '@inkwell/shared/plain-text';
import { type Quote, quoteFinder } from '@inkwell/shared/quotes';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { failureText } from '../../../lib/failure.ts';
import { useViewer } from '../../../lib/session.tsx';
import { useWriteNote } from '../api/changes.ts';
import { noteQueries } from '../api/queries.ts';
import { quotedRanges, selectedQuote, showPassage, watchText } from '../passages.ts';
import { inOrderOfText, MarginNotes, useHasRoom } from './margin-notes.tsx';
import { NoteForm } from './note-form.tsx';
import { NoteThread } from './note-thread.tsx';
import styles from './notes-panel.module.css';

/** The name in style sheets. */
const NAME = 'notes';

/** Highlights passages in rich text without changing the text. Browsers from before 2025 cannot, and show them in the list only. */
function useMarkedPassages(quotes: readonly Quote[]): void {
  useEffect(() => {
    if (quotes.length === 0 || typeof Highlight === 'undefined') return;
    const end = watchText(() =>
      CSS.highlights.set(NAME, new Highlight(...quotedRanges(quotes).filter((range) => range !== null))),
    );
    return () => {
      end();
      CSS.highlights.delete(NAME);
    };
  }, [quotes]);
}

interface NotesPanelProps {
  readonly postId: string;
  /** The text in the editor, as Markdown. */
  readonly content: string;
  /** Selects a range of a text area and scrolls to it. */
  readonly reveal: (area: HTMLTextAreaElement, start: number, end: number) => void;
  /** The margin of the text, which contains open notes if there is room. */
  readonly margin?: HTMLElement | null;
}

/** The approximate position of a passage in a text; null if it is gone. Rich text and Markdown are both searched, because quotes come from either. */
function usePlaces(content: string): (quote: Quote) => number | null {
  const later = useDeferredValue(content);
  return useMemo(() => {
    const [inSource, inWords] = [quoteFinder(later), quoteFinder(plainText(later))];
    return (quote) => (inWords(quote) ?? inSource(quote))?.start ?? null;
  }, [later]);
}

/** Notes on a post beside its text, for staff and the post's authors. */
export function NotesPanel({ postId, content, reveal, margin = null }: NotesPanelProps) {
  const viewer = useViewer();
  const query = useQuery(noteQueries.ofPost(postId));
  const write = useWriteNote(postId);
  const placeOf = usePlaces(content);
  const isBeside = useHasRoom(margin);
  const [quote, setQuote] = useState<Quote | null>(null);
  const [hint, setHint] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);

  const notes = query.data;
  const { open, resolved, quotes } = useMemo(() => {
    const first = (notes ?? []).filter(({ parentId }) => parentId === null);
    const left = first.filter(({ resolvedAt }) => resolvedAt === null);
    const marked = left.flatMap((note) => note.quote ?? []);
    return { open: left, resolved: first.filter(({ resolvedAt }) => resolvedAt !== null), quotes: marked };
  }, [notes]);
  useMarkedPassages(quotes);
  if (!viewer) return null;

  const choose = () => {
    const chosen = selectedQuote();
    setQuote(chosen);
    setHint(chosen ? '' : 'Select words in the text first.');
  };
  const onShow = (wanted: Quote) =>
    setHint(showPassage(wanted, reveal) ? '' : 'This view does not show the passage. Switch to rich text.');
  const onGone = () => (isBeside ? margin : heading.current)?.focus();
  const thread = (note: Note) => (
    <NoteThread
      key={note.id}
      {...{ postId, note, viewer, onShow, onGone }}
      isGone={note.quote !== null && placeOf(note.quote) === null}
      answers={(notes ?? []).filter(({ parentId }) => parentId === note.id)}
    />
  );
  return (
    <section className={styles.panel} aria-labelledby={`notes-of-${postId}`}>
      <h2 id={`notes-of-${postId}`} ref={heading} tabIndex={-1}>
        Notes
      </h2>
      <p className={styles.by} role="status">
        {notes && (open.length === 0 ? 'No open notes' : counted(open.length, 'open note', 'open notes'))}
        {isBeside && open.length > 0 && ', beside the text'}
        {query.isPending && 'Loading notes...'}
      </p>
      {query.isError && (
        <p role="alert" className={styles.by}>
          The notes could not be {notes ? 'brought up to date' : 'loaded'}. {failureText(query.error)}{' '}
          <Button size="small" variant="quiet" isPending={query.isFetching} onClick={() => void query.refetch()}>
            Try Again
          </Button>
        </p>
      )}
      {open.length > 0 && !isBeside && <ul className={styles.threads}>{open.map(thread)}</ul>}
      {open.length > 0 && isBeside && margin && (
        <MarginNotes margin={margin} notes={inOrderOfText(open, placeOf)}>
          {thread}
        </MarginNotes>
      )}
      {quote && (
        <p className={styles.chosen}>
          On <q dir="auto">{quote.text}</q>{' '}
          <Button size="small" variant="quiet" onClick={() => setQuote(null)}>
            Add a Note on the Whole Post
          </Button>
        </p>
      )}
      <NoteForm
        place={`note:${postId}`}
        label={quote ? 'Note on the passage' : 'Note on the whole post'}
        submitLabel="Add Note"
        isPending={write.isPending}
        onSubmit={(text, attempt) =>
          write.mutate({ body: { text, quote }, attempt }, { onSuccess: () => setQuote(null) })
        }
      />
      {/* A click must not clear the selection by moving the focus. */}
      <Button size="small" variant="quiet" onMouseDown={(event) => event.preventDefault()} onClick={choose}>
        Note on the Selected Words
      </Button>
      <p className={styles.by} role="status">
        {hint}
      </p>
      {resolved.length > 0 && (
        <details className={styles.resolved}>
          <summary>{counted(resolved.length, 'resolved note', 'resolved notes')}</summary>
          <ul className={styles.threads}>{resolved.map(thread)}</ul>
        </details>
      )}
    </section>
  );
}

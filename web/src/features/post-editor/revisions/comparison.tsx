import { isShort, WRITTEN_FIELDS } from '@inkwell/shared/post-fields';
import type { Revision } from '@inkwell/shared/revisions';
import { Suspense, useEffect, useMemo, useRef } from 'react';
import { LazyMarkdown } from '../../../components/markdown/lazy-markdown.ts';
import { Skeleton } from '../../../components/skeleton.tsx';
import { useAuthorNames } from '../../authors/api/names.ts';
import { useCategoryNames } from '../../categories/api/queries.ts';
import { publicationTime } from '../../scheduling/scheduled-time.ts';
import { useSeriesNames } from '../../series/api/queries.ts';
import { useTagNames } from '../../tags/api/queries.ts';
import { TEXT_FIELDS, WRITTEN_LABELS } from '../post-form.ts';
import { ChangedText } from './changed-text.tsx';
import styles from './comparison.module.css';
import { placesOf, wordChanges } from './word-changes.ts';

interface PairProps {
  readonly from: Revision;
  readonly to: Revision;
}

const SHORT_FIELDS = WRITTEN_FIELDS.filter(isShort);

interface NamesOf extends Readonly<Record<'tagIds' | 'authorIds', (ids: readonly string[]) => string>> {
  readonly seriesId: (id: string | null) => string;
  readonly categoryId: (id: number | null) => string;
}

/** A field as text. */
function textOf(revision: Revision, field: (typeof SHORT_FIELDS)[number], namesOf: NamesOf): string {
  if (field === 'tagIds' || field === 'authorIds') return namesOf[field](revision[field]);
  if (field === 'seriesId') return namesOf.seriesId(revision.seriesId);
  if (field === 'categoryId') return namesOf.categoryId(revision.categoryId);
  if (field === 'publishedAt') return revision.publishedAt ? publicationTime(revision.publishedAt) : '';
  const value = revision[field];
  if (field === 'isPublished') return value ? 'Published' : 'Draft';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return `Number ${value}`;
  return value ?? (TEXT_FIELDS.some((text) => text === field) ? '' : 'None');
}

/** The differing fields except the text. */
function ShortFields({ from, to }: PairProps) {
  const namesOf = {
    tagIds: useTagNames([from.tagIds, to.tagIds]),
    authorIds: useAuthorNames([from.authorIds, to.authorIds]),
    seriesId: useSeriesNames([from.seriesId, to.seriesId]),
    categoryId: useCategoryNames([from.categoryId, to.categoryId]),
  };
  const changed = SHORT_FIELDS.flatMap((field) => {
    const [before, after] = [textOf(from, field, namesOf), textOf(to, field, namesOf)];
    // Older revisions have no date, and a first publication is shown as such.
    const isSame = before === after || (field === 'publishedAt' && (before === '' || after === ''));
    return isSame ? [] : [{ name: WRITTEN_LABELS[field], changes: wordChanges(before, after) }];
  });
  if (changed.length === 0) return null;
  return (
    <dl className={styles.fields}>
      {changed.map(({ name, changes }) => (
        <div key={name}>
          <dt className="fine">{name}</dt>
          <dd dir="auto">
            <ChangedText changes={changes} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Both texts in one, compared by word. */
export function TextComparison({ from, to }: PairProps) {
  const changes = useMemo(() => wordChanges(from.content, to.content), [from.content, to.content]);
  return (
    <>
      <ShortFields from={from} to={to} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable text has to be reachable by keyboard (WCAG 2.1.1) */}
      <section className={styles.text} tabIndex={0} aria-label="Text with its changes" dir="auto">
        {from.content === to.content ? <p>The texts are equal.</p> : <ChangedText changes={changes} />}
      </section>
    </>
  );
}

/** The text nodes below an element, with their positions in the whole text. */
function textsIn(root: Node): { readonly whole: string; readonly nodes: { node: Text; start: number }[] } {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const nodes: { node: Text; start: number }[] = [];
  let whole = '';
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    nodes.push({ node: node as Text, start: whole.length });
    // Blocks are separate on screen, so their words must not be joined.
    whole += `${(node as Text).data}\n`;
  }
  return { whole, nodes };
}

function rangesIn(
  { nodes }: ReturnType<typeof textsIn>,
  places: readonly { readonly start: number; readonly end: number }[],
): Range[] {
  return places.flatMap(({ start, end }) =>
    nodes.flatMap(({ node, start: at }) => {
      const [first, last] = [Math.max(start - at, 0), Math.min(end - at, node.data.length)];
      if (first >= last) return [];
      const range = document.createRange();
      range.setStart(node, first);
      range.setEnd(node, last);
      return [range];
    }),
  );
}

/** Highlights the differences once both are rendered. Without the Custom Highlight API, nothing is highlighted. */
function Marks({ pair }: { readonly pair: React.RefObject<HTMLDivElement | null> }) {
  useEffect(() => {
    const [before, after] = [...(pair.current?.querySelectorAll('[data-side]') ?? [])];
    if (!before || !after || typeof CSS === 'undefined' || !('highlights' in CSS)) return;
    const [one, other] = [textsIn(before), textsIn(after)];
    const changes = wordChanges(one.whole, other.whole);
    CSS.highlights.set('revision-removed', new Highlight(...rangesIn(one, placesOf(changes, 'removed'))));
    CSS.highlights.set('revision-added', new Highlight(...rangesIn(other, placesOf(changes, 'added'))));
    return () => {
      CSS.highlights.delete('revision-removed');
      CSS.highlights.delete('revision-added');
    };
  });
  return null;
}

/** Both revisions rendered, side by side. */
export function RenderedComparison({ from, to }: PairProps) {
  const pair = useRef<HTMLDivElement>(null);
  return (
    <>
      <ShortFields from={from} to={to} />
      <div ref={pair} className={styles.pair}>
        <Suspense fallback={<Skeleton height="12rem" />}>
          {[from, to].map((revision, index) => (
            <section key={revision.id} aria-label={index === 0 ? 'Older version' : 'Newer version'}>
              <h3>{index === 0 ? 'Older' : 'Newer'}</h3>
              <div data-side dir="auto">
                <LazyMarkdown source={revision.content} />
              </div>
            </section>
          ))}
          <Marks pair={pair} />
        </Suspense>
      </div>
    </>
  );
}

import '../../../components/mantine-parts.ts';
import { counted } from '@inkwell/shared/format';
import type { StaffPostCard } from '@inkwell/shared/posts';
import { type SeriesMove, type StaffSeries, seriesApi } from '@inkwell/shared/series';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { DialogActions } from '../../../components/dialog-actions.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { call } from '../../../lib/api.ts';
import { paths } from '../../../lib/paths.ts';
import { seriesQueries } from '../../series/api/queries.ts';
import { useStaffChange } from '../api/staff-change.ts';
import { OrderButtons } from '../components/order-buttons.tsx';
import { useReorder } from '../components/use-reorder.ts';
import { staleWith } from '../named-lists/list-acts.ts';
import { NamedListDialog } from '../named-lists/named-list-dialog.tsx';
import { NamedListRow } from '../named-lists/named-list-row.tsx';
import { NamedLists } from '../named-lists/named-lists.tsx';
import styles from './series-page.module.css';

/** Moves posts of a series. Each move applies to the displayed list, so moves are saved one after another. */
const useMoveInSeries = (id: string) =>
  useStaffChange({
    send: (body: SeriesMove) => call(seriesApi.move, { params: { id }, body }),
    action: 'move the post',
    stale: staleWith(seriesQueries.all),
    scope: `order-${id}`,
  });

/** The posts of a series, in the order in which readers follow them. Each move is saved at once. */
function OrderDialog({ series, onClose }: { readonly series: StaffSeries; readonly onClose: () => void }) {
  return (
    <Dialog onClose={onClose} size="40rem" title={`Posts of ${series.name}`}>
      <Posts id={series.id} />
      <DialogActions>
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
    </Dialog>
  );
}

function Posts({ id }: { readonly id: string }) {
  const query = useQuery(seriesQueries.posts(id));
  return (
    <Loaded query={query} loading="Loading posts" failure="The posts could not be loaded" height="1rem">
      {(posts) =>
        posts.length === 0 ? (
          <EmptyState title="No posts yet" headingLevel={3}>
            Add posts to a series in the settings of the editor.
          </EmptyState>
        ) : (
          <Ordered id={id} posts={posts} />
        )
      }
    </Loaded>
  );
}

/** The number of a row. Typing another number moves the row there, for moves over many rows. */
function PlaceField({
  name,
  place,
  last,
  onMove,
}: {
  readonly name: string;
  readonly place: number;
  readonly last: number;
  /** @param isStaying whether the focus stays with the post */
  readonly onMove: (place: number, isStaying: boolean) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const finish = (isStaying: boolean) => {
    setTyped(null);
    if (typed !== null && /^\d+$/.test(typed)) onMove(Math.min(Math.max(Number(typed), 1), last), isStaying);
  };
  return (
    <input
      className={styles.place}
      data-move="place"
      inputMode="numeric"
      maxLength={4}
      aria-label={`Number of ${name}`}
      value={typed ?? place}
      onChange={({ currentTarget: { value } }) => setTyped(value)}
      onBlur={() => finish(false)}
      onKeyDown={({ key }) => key === 'Enter' && finish(true)}
    />
  );
}

const STATES = { draft: 'Draft', scheduled: 'Scheduled' } as const;

function Ordered({ id, posts }: { readonly id: string; readonly posts: readonly StaffPostCard[] }) {
  const moving = useMoveInSeries(id);
  const { items, listRef, move, said } = useReorder({
    items: posts,
    nameOf: ({ title }) => title,
    save: (_items, _before, moved) => moving.mutateAsync(moved),
  });
  return (
    <>
      <p className="note">{counted(items.length, 'post', 'posts')}. Readers see published ones only.</p>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      <ol ref={listRef} className={styles.posts}>
        {items.map(({ id: postId, title, status }, index) => (
          <li key={postId} data-order-row={postId} className={styles.post}>
            <PlaceField
              name={title}
              place={index + 1}
              last={items.length}
              onMove={(place, isStaying) => move(postId, place - index - 1, isStaying ? 'place' : 'none')}
            />
            <Link className={styles.title} to={paths.editPost(postId)} dir="auto">
              {title}
            </Link>
            {(status === 'draft' || status === 'scheduled') && <Badge>{STATES[status]}</Badge>}
            <span className={styles.acts}>
              <OrderButtons
                name={title}
                isFirst={index === 0}
                isLast={index === items.length - 1}
                onMove={(by) => move(postId, by)}
              />
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

/** One series with its actions. */
function SeriesRow({ series }: { readonly series: StaffSeries }) {
  return (
    <NamedListRow
      kind="series"
      list={series}
      path={paths.series(series.slug)}
      hasPage={series.postCount > 0}
      acts={{
        Posts: (onClose) => <OrderDialog series={series} onClose={onClose} />,
        Edit: (onClose) => <NamedListDialog kind="series" list={series} onClose={onClose} />,
      }}
      question="Its posts are kept without a series, and its page is removed."
    />
  );
}

/** `/admin/series`, for admins and moderators. */
export const Component = () => (
  <NamedLists kind="series" renderRow={(series) => <SeriesRow key={series.id} series={series} />} />
);

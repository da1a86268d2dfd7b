import { BULK_POSTS_MAX, type BulkFilter } from '@inkwell/shared/bulk-actions';
import { personName } from '@inkwell/shared/format';
import { POST_LIMITS } from '@inkwell/shared/post-limits';
import { MorePostFilters, PostId, type StaffPostCard } from '@inkwell/shared/posts';
import { lineRefresh } from '@inkwell/shared/reading-icons';
import { POST_STATUS_LABELS, PostStatus } from '@inkwell/shared/schedule';
import { STAFF_LIST_LIMITS } from '@inkwell/shared/staff-lists';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ButtonLink } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { lazyDialog } from '../../../components/lazy-dialog.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { RefreshButton } from '../../../components/refresh-button.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { paths } from '../../../lib/paths.ts';
import { categoryQueries } from '../../categories/api/queries.ts';
import { adminQueries } from '../api/queries.ts';
import { BulkBar } from '../components/bulk-bar.tsx';
import { ChooseAll, useEverything } from '../components/choose-all.tsx';
import { MoreFilters } from '../components/more-post-filters.tsx';
import { foundText } from '../components/paged-list.tsx';
import { PersonFilter } from '../components/person-filter.tsx';
import { PostColumns, PostRow } from '../components/post-row.tsx';
import { KeyList } from '../components/row-keys.tsx';
import { SavedViews } from '../components/saved-views.tsx';
import { Filter, SearchBar } from '../components/search-bar.tsx';
import { StaffList } from '../components/staff-list.tsx';
import { givenOf, oneOf } from '../components/use-address-filters.ts';
import { useSelection } from '../components/use-selection.ts';
import { useSortedSearch } from '../components/use-sorted-search.ts';
import { useStaffList } from '../components/use-staff-list.ts';
import { beginningOf, endOfWeek } from '../days.ts';
import { TOO_MANY_TO_RANK, withWords } from '../filter-rules.ts';
import { POST_FILTERS, POST_VALUES, type PostValues } from '../post-views.ts';

const EditPostDialog = lazyDialog(
  async () => (await import('../../post-editor/edit-post-dialog.tsx')).EditPostDialog,
  'The editor could not be opened',
);

/** The order of search results: best matches first by default. */
const NEWEST = { value: 'created', label: 'Newest' } as const;

const SORTS = [
  { value: 'views', label: 'Most viewed' },
  { value: 'comments', label: 'Most commented' },
];

const KEYS = [
  ['/', 'Find posts'],
  ['↓', 'Go from the search field to the list'],
  ['↑ ↓', 'Move between posts'],
  ['Space', 'Select or deselect a post'],
  ['Shift', 'With Space or a click: select all posts from the last selected one'],
  ['Esc', 'In the search field: clear the search. In the list: clear the selection.'],
] as const;

const COMPARE = {
  views: (a: StaffPostCard, b: StaffPostCard) => b.views - a.views,
  comments: (a: StaffPostCard, b: StaffPostCard) => b.commentsCount - a.commentsCount,
};

const orderOf = (sort: string | undefined) => oneOf(['views', 'comments'], sort);

/** The server's order: search results can be sorted only by match or newest first. */
const sortOf = ({ q, sort }: PostValues) => (q ? oneOf([NEWEST.value], sort) : orderOf(sort));

/** An id in the address; undefined if it cannot be one. */
const idOf = (id: string | undefined) => (PostId.safeParse(id).success ? id : undefined);

function choiceOf(values: PostValues) {
  const { q, status, category, author } = values;
  const isNumber = /^\d{1,10}$/.test(category ?? '');
  return givenOf({
    q,
    status: oneOf(PostStatus.options, status),
    categoryId: isNumber ? category : undefined,
    authorId: idOf(author),
    tagId: idOf(values.tag),
    seriesId: idOf(values.series),
    language: MorePostFilters.language.safeParse(values.language).success ? values.language : undefined,
    picture: oneOf(['none'], values.picture),
    since: beginningOf(values.since),
    until: beginningOf(values.until, { isNext: true }),
    dueBefore: values.due === 'week' ? endOfWeek() : undefined,
    sort: sortOf(values),
  });
}

/** The same for an action on all matching posts, which needs no order. */
const filterOf = ({ sort: _sort, categoryId, ...filter }: ReturnType<typeof choiceOf>): BulkFilter => ({
  ...filter,
  ...(categoryId !== undefined && { categoryId: Number(categoryId) }),
});

/** All posts, published or not, with actions on one or several. */
export function PostsTab({ viewerId }: { readonly viewerId: string }) {
  const list = useStaffList(POST_VALUES, (now) => adminQueries.posts(choiceOf(now)));
  const { values, change, query, total } = list;
  const choice = choiceOf(values);
  const order = values.q ? orderOf(values.sort) : undefined;
  const sorted = useSortedSearch(query, order && COMPARE[order]);
  const categories = useQuery(categoryQueries.list()).data ?? [];
  const [editedId, setEditedId] = useState<string | null>(null);
  const chosen = useSelection();
  const isRefreshing = query.isRefetching && !query.isFetchingNextPage && !query.isPlaceholderData;
  const isNarrowed = Object.keys(choice).length > 0;
  const isTrash = choice.status === 'trash';
  const isWholeTrash = isTrash && Object.keys(choice).length === 1;
  const shown = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const shownIds = [...new Set(shown.map(({ id }) => id))];
  const ids = shownIds.filter((id) => chosen.ids.has(id));
  // The query that the listed posts match (it may be corrected), so that an action never applies to other posts that match the typed one.
  const searchedFor = query.isPlaceholderData ? undefined : query.data?.pages[0]?.searchedFor;
  const everything = useEverything(chosen, {
    shown: shownIds,
    total,
    hasMore: total === null ? query.hasNextPage : total > Math.min(shownIds.length, BULK_POSTS_MAX),
    filter: filterOf(searchedFor === undefined ? choice : { ...choice, q: searchedFor }),
  });
  const isAnyChosen = everything.matches !== null || ids.length > 0;
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isAnyChosen) return;
    // The focused button disappears with the bar of bulk actions.
    return () => {
      if (document.activeElement === document.body)
        bar.current?.querySelector<HTMLElement>(':scope > button')?.focus({ preventScroll: true });
    };
  }, [isAnyChosen]);
  const rules = withWords(values, POST_FILTERS);
  const isUnranked =
    values.q && !values.sort && (total === null ? shown.length > 0 : total > STAFF_LIST_LIMITS.scanned);

  return (
    <>
      <PageHead ref={bar} title="Posts" level={2} count={foundText(total, 'post', 'posts', isNarrowed)}>
        <SavedViews viewerId={viewerId} values={values} />
        {query.isPending && <Skeleton width="5.75rem" height="var(--control)" />}
        <ChooseAll everything={everything} />
        <RefreshButton query={query} isRefreshing={isRefreshing} icon={<Icon icon={lineRefresh} />} />
        <ButtonLink size="small" to={paths.createPost}>
          Create Post
        </ButtonLink>
      </PageHead>
      <SearchBar
        name="Find posts"
        label="Title or text"
        placeholder="Search posts"
        list={list}
        droppedBy={rules.dropped}
        isNarrowed={isNarrowed}
        hasOtherEntries
        note={rules.note ?? sorted.note ?? (isUnranked ? TOO_MANY_TO_RANK : undefined)}
      >
        <Filter
          label="Status"
          value={choice.status ?? ''}
          options={PostStatus.options.map((value) => ({ value, label: POST_STATUS_LABELS[value] }))}
          blockedBy={rules.blockedBy('status')}
          onChange={(status) => change({ status })}
        />
        <Filter
          label="Category"
          value={choice.categoryId ?? ''}
          options={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
          blockedBy={rules.blockedBy('category')}
          onChange={(category) => change({ category })}
        />
        <PersonFilter
          label="Author"
          value={choice.authorId ?? ''}
          people={adminQueries.postAuthors()}
          optionOf={(author) => ({ value: author.id, label: personName(author) })}
          first={{ value: viewerId, label: 'Me' }}
          blockedBy={rules.blockedBy('author')}
          onChange={(author) => change({ author })}
        />
        <MoreFilters values={values} change={change} blockedBy={rules.blockedBy} />
        <Filter
          label="Sort by"
          value={sortOf(values) ?? orderOf(values.sort) ?? ''}
          any={values.q ? 'Best match' : NEWEST.label}
          options={values.q ? [NEWEST, ...SORTS] : SORTS}
          onChange={(sort) => change({ sort })}
        />
      </SearchBar>
      <StaffList
        {...list}
        noun="posts"
        noneFound={isNarrowed && !isWholeTrash && 'Try another search text or fewer filters.'}
        empty={
          isWholeTrash ? (
            <EmptyState title="The Trash Is Empty" headingLevel={3}>
              Deleted posts are here for {POST_LIMITS.trashDays} days.
            </EmptyState>
          ) : (
            <EmptyState
              title="No Posts Yet"
              headingLevel={3}
              actions={<ButtonLink to={paths.createPost}>Create First Post</ButtonLink>}
            />
          )
        }
        columns={<PostColumns />}
        order={sorted.order}
        onKeyDown={(event) => {
          // An open menu closes first.
          const isInMenu = event.target instanceof Element && event.target.closest('[role="menu"]') !== null;
          if (event.key === 'Escape' && isAnyChosen && !event.defaultPrevented && !isInMenu) everything.clear();
        }}
      >
        {(post, _, posts) => (
          <PostRow
            key={post.id}
            post={post}
            onEdit={() => setEditedId(post.id)}
            choosing={{
              isChosen: everything.matches !== null || chosen.ids.has(post.id),
              onToggle: ({ isRange }) =>
                everything.matches
                  ? everything.release(post.id)
                  : chosen.toggle(post.id, isRange ? posts.map(({ id }) => id) : []),
            }}
            failure={chosen.failures.get(post.id)}
          />
        )}
      </StaffList>
      {isAnyChosen && (
        <BulkBar
          ids={ids}
          matches={everything.matches}
          onClear={everything.clear}
          onDone={(failures) => {
            everything.clear();
            chosen.keepFailed(failures);
          }}
          categories={categories}
          isTrash={isTrash}
        />
      )}
      <KeyList keys={KEYS} />
      {editedId && <EditPostDialog postId={editedId} userId={viewerId} onClose={() => setEditedId(null)} />}
    </>
  );
}

import { lineComment, lineSearch } from '@inkwell/shared/line-icons';
import '../../../components/mantine-parts.ts';
import { counted, personName } from '@inkwell/shared/format';
import type { ModerationFilter } from '@inkwell/shared/moderation';
import { canChangeSettings } from '@inkwell/shared/permissions';
import { lineRefresh } from '@inkwell/shared/reading-icons';
import type { User } from '@inkwell/shared/users';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { ErrorBoundary } from '../../../components/error-boundary.tsx';
import { Icon } from '../../../components/icon.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { RefreshButton } from '../../../components/refresh-button.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { type CommentFilter, moderationQueries } from '../api/moderation.ts';
import { ListTabs } from '../components/list-tabs.tsx';
import { LoadingRows, PagedList, totalOf } from '../components/paged-list.tsx';
import { KeyList } from '../components/row-keys.tsx';
import { staffPage } from '../components/staff-page.tsx';
import { choiceOf, EVERYTHING, searchOf, waitingIn } from '../moderation/comment-filter.ts';
import styles from '../moderation/comment-list.module.css';
import { COMMENT_KEYS, CommentList } from '../moderation/comment-list.tsx';
import { HeldCommentSettings } from '../moderation/held-comment-settings.tsx';
import { PersonBar } from '../moderation/person-bar.tsx';
import { PostBar } from '../moderation/post-bar.tsx';

const STATES: readonly { readonly state: ModerationFilter | null; readonly label: string; readonly empty: string }[] = [
  { state: 'reported', label: 'Reported', empty: 'Nothing is reported' },
  { state: 'held', label: 'Pending', empty: 'Nothing is pending' },
  { state: 'hidden', label: 'Hidden', empty: 'Nothing is hidden' },
  { state: 'visible', label: 'Visible', empty: 'No comments' },
  { state: null, label: 'All', empty: 'No comments' },
];

/** The query with which admins open the settings. */
const SETTINGS = '?view=settings';

/** `/admin/comments`, for admins and moderators. */
export const Component = staffPage({ title: 'Comments', hasHead: true, hasPanels: true }, CommentsModeration);

function CommentsModeration({ viewer }: { readonly viewer: User }) {
  const [search] = useSearchParams();
  const isSettings = canChangeSettings(viewer) && search.get('view') === 'settings';
  const choice = choiceOf(search);
  const navigate = useNavigate();
  const panel = useRef<HTMLDivElement>(null);
  return (
    <>
      {isSettings ? <PageHead /> : <Head choice={choice ?? EVERYTHING} />}
      <Choices choice={choice} isSettings={isSettings} canSet={canChangeSettings(viewer)} />
      <div ref={panel} className={styles.panel}>
        {!isSettings && (
          <SearchBox
            label="Text"
            placeholder="Search comments"
            value={choice?.q ?? ''}
            className={styles.find}
            onFind={(q, { replaced }) =>
              void navigate(searchOf({ ...(choice ?? EVERYTHING), q, isByReports: false }), {
                replace: replaced,
                preventScrollReset: true,
              })
            }
            onLeave={() => panel.current?.querySelector<HTMLElement>(ROW)?.focus()}
          />
        )}
        <ErrorBoundary key={search.toString()} title="The comments could not be shown">
          {isSettings ? (
            <HeldCommentSettings />
          ) : choice ? (
            <ModerationList key={searchOf(choice)} choice={choice} />
          ) : (
            <WhatWaits />
          )}
        </ErrorBoundary>
      </div>
    </>
  );
}

/** The list shows the corrected query. It is remounted for each search, so it cannot announce results itself. */
function Head({ choice }: { readonly choice: CommentFilter }) {
  const query = useInfiniteQuery({ ...moderationQueries.list(choice), enabled: false });
  const total = totalOf(query);
  return (
    <PageHead count={total === null ? '' : `${counted(total, 'comment', 'comments')}${choice.q && ' found'}`}>
      <RefreshButton
        query={query}
        isRefreshing={query.isRefetching && !query.isFetchingNextPage}
        icon={<Icon icon={lineRefresh} />}
      />
    </PageHead>
  );
}

/** Opens the list of held comments. From then on the address names it, so that the last decision does not change the list. */
function WhatWaits() {
  const queue = useQuery(moderationQueries.queue());
  if (queue.isFetchedAfterMount && queue.data) return <Navigate to={searchOf(waitingIn(queue.data))} replace />;
  if (queue.isError) return <Navigate to={searchOf({ ...EVERYTHING, state: 'reported' })} replace />;
  return <LoadingRows noun="comments" rowHeight={72} height={900} />;
}

/** The row at which the Tab key enters the list. */
const ROW = 'li[tabindex="0"]';

interface ChoicesProps {
  /** The list's filter; null until known. */
  readonly choice: CommentFilter | null;
  readonly isSettings: boolean;
  readonly canSet: boolean;
}

function Choices({ choice, isSettings, canSet }: ChoicesProps) {
  const queue = useQuery(moderationQueries.queue());
  const counts: Partial<Record<string, number>> = choice?.userId || choice?.postId ? {} : { ...queue.data };
  return (
    <ListTabs
      aria-label="Which comments"
      data-chooses-comments
      tabs={[
        ...STATES.map(({ state, label }) => ({
          label: state !== null && counts[state] !== undefined ? `${label} (${counts[state]})` : label,
          to: searchOf({ ...(choice ?? EVERYTHING), state, isByReports: false }),
          isCurrent: !isSettings && choice?.state === state,
        })),
        ...(canSet ? [{ label: 'Settings', to: SETTINGS, isCurrent: isSettings }] : []),
      ]}
    />
  );
}

function ModerationList({ choice }: { readonly choice: CommentFilter }) {
  const query = useInfiniteQuery(moderationQueries.list(choice));
  const { state, userId, postId, q, isByReports } = choice;
  const first = query.data?.pages[0]?.items[0];
  return (
    <>
      <h2 className="visually-hidden">List of comments</h2>
      {userId !== null && <PersonBar userId={userId} name={first ? personName(first.author) : null} />}
      {postId !== null && <PostBar postId={postId} title={first?.post?.title ?? null} />}
      <div className={`if-any ${styles.tools}`}>
        {state === 'reported' && !q && (
          <Link to={searchOf({ ...choice, isByReports: !isByReports })} replace preventScrollReset>
            {isByReports ? 'Newest first' : 'Most reported first'}
          </Link>
        )}
        {(userId !== null || postId !== null) && (
          <Link to={searchOf({ ...choice, userId: null, postId: null })}>All comments</Link>
        )}
      </div>
      <PagedList
        query={query}
        noun="comments"
        empty={
          q ? (
            <EmptyState icon={lineSearch} title="No comments found" headingLevel={3}>
              {state === null ? (
                'Try another search text.'
              ) : (
                <Link to={searchOf({ ...choice, state: null })}>Search all comments</Link>
              )}
            </EmptyState>
          ) : (
            <EmptyState
              icon={lineComment}
              title={STATES.find((one) => one.state === state)?.empty ?? 'No comments'}
              headingLevel={3}
            />
          )
        }
      >
        {(comments) => <CommentList comments={comments} />}
      </PagedList>
      {first && <KeyList keys={COMMENT_KEYS} />}
    </>
  );
}

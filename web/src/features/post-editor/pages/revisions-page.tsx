import '../../../styles/mantine-overlays.css';
import type { RevisionCard } from '@inkwell/shared/revisions';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { ListLoader } from '../../../components/page-loader.tsx';
import { LoadingRegion, Skeleton } from '../../../components/skeleton.tsx';
import { StaffGate, WriterGate } from '../../../components/staff-gate.tsx';
import { EmptyState, ErrorState, LoadError } from '../../../components/states.tsx';
import { isApiError } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure.ts';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../../lib/title.ts';
import { writingPaths } from '../../../lib/writing-paths.ts';
import { postQueries } from '../../posts/api/queries.ts';
import { staffPageQueries } from '../../site-pages/api/staff-queries.ts';
import { revisionQueries } from '../api/revisions.ts';
import { MissingPost } from '../components/missing-post.tsx';
import { editedId, kindOfId } from '../edited-kind.ts';
import styles from '../revisions/comparison.module.css';
import { RenderedComparison, TextComparison } from '../revisions/comparison.tsx';
import { RestoreDialog, type RevisedPost } from '../revisions/restore-dialog.tsx';
import { RevisionRow, revisionTime } from '../revisions/revision-row.tsx';

interface ComparisonProps {
  readonly postId: string;
  readonly from: RevisionCard;
  readonly to: RevisionCard;
}

function Comparison({ postId, from, to }: ComparisonProps) {
  const [isRendered, setRendered] = useState(false);
  const older = useQuery(revisionQueries.byId(postId, from.id));
  const newer = useQuery(revisionQueries.byId(postId, to.id));
  const failed = [older, newer].filter((query) => query.isError);
  const View = isRendered ? RenderedComparison : TextComparison;

  return (
    <section aria-labelledby="comparison">
      <div className={styles.bar}>
        <h2 id="comparison">What changed</h2>
        <Button size="small" variant="secondary" aria-pressed={isRendered} onClick={() => setRendered(!isRendered)}>
          As Readers See It
        </Button>
      </div>
      <p className={styles.lead} role="status">
        From {revisionTime(from)} to {revisionTime(to)}
      </p>
      {failed.length > 0 ? (
        <ErrorState
          title="The versions could not be loaded"
          error={failed[0]?.error}
          onRetry={() => {
            for (const query of failed) void query.refetch();
          }}
          isRetrying={failed.some((query) => query.isFetching)}
        />
      ) : older.data && newer.data ? (
        <View from={older.data} to={newer.data} />
      ) : (
        <LoadingRegion label="Loading versions">
          <Skeleton height="16rem" />
        </LoadingRegion>
      )}
    </section>
  );
}

function Revisions({ post }: { readonly post: RevisedPost }) {
  const [search, setSearch] = useSearchParams();
  const query = useInfiniteQuery(revisionQueries.list(post.id));
  const [restored, setRestored] = useState<RevisionCard | null>(null);
  const revisions = query.data?.pages.flatMap((page) => page.items) ?? [];
  const newest = revisions[0];
  const to = revisions.find(({ id }) => id === search.get('to')) ?? newest;
  const from = revisions.find(({ id }) => id === search.get('from')) ?? revisions[to ? revisions.indexOf(to) + 1 : 1];

  const compare = (sides: { readonly from?: string | undefined; readonly to?: string | undefined }) => {
    const next = new URLSearchParams(search);
    for (const [side, id] of Object.entries(sides)) {
      if (id === undefined) next.delete(side);
      else next.set(side, id);
    }
    setSearch(next, { replace: true, preventScrollReset: true });
  };
  /** The changes of this save, or between it and the selected one if it is the other end. */
  const choose = (revision: RevisionCard, isOther: boolean) => {
    if (!isOther || !to) return compare({ from: undefined, to: revision.id });
    const [newer, older] = [to, revision].sort((a, b) => revisions.indexOf(a) - revisions.indexOf(b));
    compare({ from: older?.id, to: newer?.id });
  };

  if (query.isPending) {
    return (
      <LoadingRegion label="Loading revisions">
        <Skeleton height="20rem" />
      </LoadingRegion>
    );
  }
  if (!query.data) return <LoadError title="The revisions could not be loaded" query={query} />;
  if (!newest) {
    return (
      <EmptyState title="No Revisions Yet">
        <p>Earlier versions will be listed here from the next save on.</p>
      </EmptyState>
    );
  }
  return (
    <div className={styles.columns}>
      <section aria-label="Revisions">
        <ol className={styles.list}>
          {revisions.map((revision) => (
            <RevisionRow
              key={revision.id}
              revision={revision}
              isNewest={revision === newest}
              isFrom={revision === from}
              isTo={revision === to}
              onFrom={() => compare({ from: revision.id })}
              onTo={() => compare({ to: revision.id })}
              onChoose={(isOther) => choose(revision, isOther)}
              onRestore={() => setRestored(revision)}
            />
          ))}
        </ol>
        {query.hasNextPage && (
          <div className={styles.more}>
            {query.isFetchNextPageError && (
              <p role="alert">More revisions could not be loaded. {failureText(query.error)}</p>
            )}
            <Button
              variant="secondary"
              isPending={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage({ cancelRefetch: false })}
            >
              {query.isFetchingNextPage ? 'Loading...' : 'Show Older Revisions'}
            </Button>
          </div>
        )}
      </section>
      {from && to ? (
        <Comparison postId={post.id} from={from} to={to} />
      ) : (
        <EmptyState title="Nothing to Compare">
          <p>There is one revision so far.</p>
        </EmptyState>
      )}
      {restored && <RestoreDialog post={post} revision={restored} newest={newest} onClose={() => setRestored(null)} />}
    </div>
  );
}

function PostRevisions({ postId }: { readonly postId: string }) {
  const query = useQuery({ ...postQueries.byId(postId), staleTime: 0 });
  usePageTitle('Revisions');
  if (isApiError(query.error, 404)) {
    return (
      <div className="container">
        <MissingPost
          postId={postId}
          headingLevel={1}
          removed="Its revisions were deleted with it."
          actions={<ButtonLink to={paths.posts}>Back to Posts</ButtonLink>}
        />
      </div>
    );
  }
  if (!query.data) {
    if (query.isPending) return <ListLoader />;
    return (
      <div className="container">
        <LoadError title="The post could not be loaded" query={query} />
      </div>
    );
  }
  return <RevisionsOf post={query.data} editor={paths.editPost(postId)} />;
}

function PageRevisions({ id }: { readonly id: string }) {
  const query = useQuery({ ...staffPageQueries.byId(id), staleTime: 0 });
  usePageTitle('Revisions');
  if (query.data) {
    const post = { ...query.data, id: editedId('page', id) };
    return <RevisionsOf post={post} editor={writingPaths.editPage(id)} />;
  }
  if (query.isPending) return <ListLoader />;
  return (
    <div className="container">
      <LoadError title="The page could not be loaded" query={query} />
    </div>
  );
}

function RevisionsOf({ post, editor }: { readonly post: RevisedPost; readonly editor: string }) {
  return (
    <div className={`container ${styles.page}`}>
      <PageHead title={`Revisions of ${post.title}`}>
        <ButtonLink variant="secondary" size="small" to={editor}>
          Back to the Editor
        </ButtonLink>
      </PageHead>
      <p className={styles.lead}>
        The {kindOfId(post.id)} after each change. All revisions of the last two days are kept, then one a day for a
        month and one a week after that, as well as the first and every published one.
      </p>
      <Revisions post={post} />
    </div>
  );
}

/** `/revisions?post=`, `/revisions?page=`: compares and restores revisions of a post or site page. Product §2. */
export function Component() {
  const [search] = useSearchParams();
  const [postId, pageId] = [search.get('post') ?? '', search.get('page')];
  if (pageId) return <StaffGate>{() => <PageRevisions key={pageId} id={pageId} />}</StaffGate>;
  return <WriterGate>{() => <PostRevisions key={postId} postId={postId} />}</WriterGate>;
}

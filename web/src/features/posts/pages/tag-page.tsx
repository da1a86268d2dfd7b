import type { Tag } from '@inkwell/shared/tags';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { ButtonLink } from '../../../components/button.tsx';
import { PostCardSkeletons } from '../../../components/post-card-grid.tsx';
import { EmptyState, ErrorState } from '../../../components/states.tsx';
import { isApiError } from '../../../lib/api.ts';
import { refetchUnlessServed } from '../../../lib/hydrate.ts';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../../lib/title.ts';
import { postQueries } from '../api/queries.ts';
import { openedTag, PostListPage } from './post-list-page.tsx';
import styles from './posts-page.module.css';

/** The posts of a tag. Earlier slugs, and those of merged tags, lead to its current address. */
export function Component() {
  const { slug: asked = '' } = useParams();
  const tag = useQuery({ ...postQueries.tag(asked), refetchOnMount: refetchUnlessServed });
  const isMissing = isApiError(tag.error, 404) || isApiError(tag.error, 400);
  usePageTitle(isMissing ? 'Tag Not Found' : (tag.data?.name ?? null));
  useCurrentAddress(tag.data?.slug, asked);

  if (tag.data && !isMissing) return <TagPosts key={tag.data.slug} tag={tag.data} />;
  return (
    <div className={`container ${styles.page}`}>
      {tag.isPending && <PostCardSkeletons />}
      {isMissing && (
        <EmptyState
          title="Tag Not Found"
          headingLevel={1}
          actions={<ButtonLink to={paths.posts}>All Posts</ButtonLink>}
        >
          No published post has this tag.
        </EmptyState>
      )}
      {tag.isError && !isMissing && (
        <ErrorState
          title="The tag could not be loaded"
          error={tag.error}
          onRetry={() => void tag.refetch()}
          isRetrying={tag.isFetching}
        />
      )}
    </div>
  );
}

function TagPosts({ tag: { name, slug, description, picture } }: { readonly tag: Tag }) {
  const list = useInfiniteQuery(openedTag(slug));
  return <PostListPage title={name} lead={description} picture={picture} list={list} hasAll />;
}

/** Old addresses keep working; the address bar shows the current one. */
function useCurrentAddress(slug: string | undefined, asked: string): void {
  const navigate = useNavigate();
  const { search, hash } = useLocation();
  useEffect(() => {
    if (slug === undefined || slug === asked) return;
    void navigate({ pathname: paths.tag(slug), search, hash }, { replace: true, preventScrollReset: true });
  }, [slug, asked, search, hash, navigate]);
}

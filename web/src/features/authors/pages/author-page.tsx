import type { AuthorProfile } from '@inkwell/shared/authors';
import { AUTHOR_LINK_REL, AUTHOR_NOT_FOUND, authorPath, shownWebsite } from '@inkwell/shared/bylines';
import { counted } from '@inkwell/shared/format';
import { handleLinks } from '@inkwell/shared/handles';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { Avatar } from '../../../components/avatar.tsx';
import { ButtonLink } from '../../../components/button.tsx';
import { CommentText } from '../../../components/markdown/comment-text.tsx';
import { PostCardGrid, PostCardSkeletons } from '../../../components/post-card-grid.tsx';
import { EmptyState, ErrorState, StaleBanner } from '../../../components/states.tsx';
import { isApiError } from '../../../lib/api.ts';
import { refetchUnlessServed } from '../../../lib/hydrate.ts';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../../lib/title.ts';
import { MorePosts } from '../../posts/components/more-posts.tsx';
import { authorQueries } from '../api/queries.ts';
import styles from './author-page.module.css';

/** An author with their published posts, as body.ts serves the page. */
export function Component() {
  const { id = '', slug } = useParams();
  const author = useQuery({ ...authorQueries.byId(id), refetchOnMount: refetchUnlessServed });
  const isMissing = isApiError(author.error, 404) || isApiError(author.error, 400);
  usePageTitle(isMissing ? AUTHOR_NOT_FOUND.title : (author.data?.name ?? null));
  useCurrentAddress(author.data, id, slug);

  if (isMissing) {
    return (
      <div className={`container ${styles.page}`}>
        <EmptyState
          title={AUTHOR_NOT_FOUND.title}
          actions={<ButtonLink to={paths.posts}>Back to Posts</ButtonLink>}
          headingLevel={1}
        >
          {AUTHOR_NOT_FOUND.text}
        </EmptyState>
      </div>
    );
  }
  if (!author.data && !author.isPending) {
    return (
      <div className={`container ${styles.page}`}>
        <ErrorState
          title="The author could not be loaded"
          error={author.error}
          onRetry={() => void author.refetch()}
          isRetrying={author.isFetching}
        />
      </div>
    );
  }
  return (
    <div className={`container ${styles.page}`}>
      {author.data ? <Head author={author.data} /> : <div className={styles.head} />}
      <Posts id={id} />
    </div>
  );
}

function Head({ author }: { readonly author: AuthorProfile }) {
  const { name, profileImageUrl, postCount, text, website, handles } = author;
  const links = handleLinks(handles);
  return (
    <header className={styles.head}>
      <Avatar person={{ displayName: name, firstName: null, profileImageUrl }} size={96} />
      <div className={styles.words}>
        <h1 dir="auto">{name}</h1>
        <p className={styles.count}>{counted(postCount, 'post', 'posts')}</p>
        {text && (
          <div className={styles.text} dir="auto">
            <CommentText source={text} />
          </div>
        )}
        {(website || links.length > 0) && (
          <ul className={styles.links}>
            {website && (
              <li>
                <span className={styles.kind}>Website</span>{' '}
                <a href={website} rel={AUTHOR_LINK_REL}>
                  {shownWebsite(website)}
                </a>
              </li>
            )}
            {links.map((link) => (
              <li key={link.kind}>
                <span className={styles.kind}>{link.label}</span>{' '}
                <a href={link.url} rel={AUTHOR_LINK_REL}>
                  {link.text}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </header>
  );
}

function Posts({ id }: { readonly id: string }) {
  const list = useInfiniteQuery({ ...authorQueries.posts(id), refetchOnMount: refetchUnlessServed });
  const posts = list.data?.pages.flatMap((page) => page.items) ?? [];
  if (list.isPending) return <PostCardSkeletons />;
  if (list.isError && posts.length === 0) {
    return (
      <ErrorState
        title="The posts could not be loaded"
        error={list.error}
        onRetry={() => void list.refetch()}
        isRetrying={list.isFetching}
      />
    );
  }
  return (
    <>
      <StaleBanner query={list} what="These posts" />
      <PostCardGrid posts={posts} headingLevel={2} />
      <MorePosts
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        failure={list.isFetchNextPageError ? list.error : null}
        onMore={() => {
          if (!list.isFetching) void list.fetchNextPage();
        }}
      />
    </>
  );
}

/** Earlier names and guest authors who were joined keep their addresses; the address bar shows the current one. */
function useCurrentAddress(author: AuthorProfile | undefined, id: string, slug: string | undefined): void {
  const navigate = useNavigate();
  const { search, hash } = useLocation();
  const path = author && authorPath(author);

  useEffect(() => {
    const shown = slug === undefined ? `/authors/${id}` : `/authors/${id}/${encodeURIComponent(slug)}`;
    if (path === undefined || path === shown) return;
    void navigate({ pathname: path, search, hash }, { replace: true, preventScrollReset: true });
  }, [path, id, slug, search, hash, navigate]);
}

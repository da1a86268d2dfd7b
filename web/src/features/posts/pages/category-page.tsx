import type { Category } from '@inkwell/shared/categories';
import { readCategoryId } from '@inkwell/shared/category-icons';
import { categoryPath, slugify } from '@inkwell/shared/slug';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { ButtonLink } from '../../../components/button.tsx';
import { PostCardSkeletons } from '../../../components/post-card-grid.tsx';
import { EmptyState, ErrorState } from '../../../components/states.tsx';
import { ApiError } from '../../../lib/api.ts';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../../lib/title.ts';
import { categoryQueries } from '../../categories/api/queries.ts';
import { openedList, PostListPage } from './post-list-page.tsx';

/** The posts of a category. Other slugs, and ids of merged categories, lead to its current address. */
export function Component() {
  const id = readCategoryId(useParams().id);
  const query = useQuery({ ...categoryQueries.byId(id ?? 0), enabled: id !== null });
  const isMissing = id === null || (query.error instanceof ApiError && [400, 404].includes(query.error.status));
  if (query.data) return <CategoryPosts category={query.data} />;
  if (isMissing) {
    return (
      <div className="container">
        <EmptyState title="Category Not Found" actions={<ButtonLink to={paths.categories}>All Categories</ButtonLink>}>
          There is no category at this address.
        </EmptyState>
      </div>
    );
  }
  if (query.isPending) {
    return (
      <div className="container">
        <PostCardSkeletons />
      </div>
    );
  }
  return (
    <ErrorState
      title="The category could not be loaded"
      error={query.error}
      onRetry={() => void query.refetch()}
      isRetrying={query.isFetching}
    />
  );
}

function CategoryPosts({ category }: { readonly category: Category }) {
  const { id, name } = category;
  const { id: askedId, slug = '' } = useParams();
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const list = useInfiniteQuery(openedList(id));
  usePageTitle(name);
  useEffect(() => {
    if (askedId === String(id) && slug === slugify(name)) return;
    void navigate({ pathname: categoryPath({ id, name }), search, hash }, { replace: true, preventScrollReset: true });
  }, [askedId, slug, id, name, search, hash, navigate]);
  return <PostListPage title={category.name} lead={category.description} list={list} hasAll />;
}

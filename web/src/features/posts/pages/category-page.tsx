import type { Category } from '@inkwell/shared/categories';
import { readCategoryId } from '@inkwell/shared/category-icons';
import { categoryPath, slugify } from '@inkwell/shared/slug';
import { UNKNOWN_ADDRESS } from '@inkwell/shared/unknown-address';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { isApiError } from '../../../lib/api.ts';
import { usePageTitle } from '../../../lib/title.ts';
import { useRenderedAsUnknown } from '../../../lib/unknown-address.ts';
import { categoryQueries } from '../../categories/api/queries.ts';
import { UnknownAddress } from '../components/unknown-address.tsx';
import { ListToCome, openedList, PostListPage } from './post-list-page.tsx';

/** The posts of a category. Other slugs, and ids of merged categories, redirect to its current address. */
export function Component() {
  const id = readCategoryId(useParams().id);
  const query = useQuery({ ...categoryQueries.byId(id ?? 0), enabled: id !== null });
  const isMissing = id === null || isApiError(query.error, 404) || isApiError(query.error, 400);
  const isRenderedAsUnknown = useRenderedAsUnknown();
  const isUnknown = isMissing || (query.isPending && isRenderedAsUnknown);
  usePageTitle(isUnknown ? UNKNOWN_ADDRESS.title : (query.data?.name ?? null));

  if (isUnknown) return <UnknownAddress />;
  if (query.data) return <CategoryPosts category={query.data} />;
  return <ListToCome query={query} title="The category could not be loaded" />;
}

function CategoryPosts({ category }: { readonly category: Category }) {
  const { id, name } = category;
  const { id: askedId, slug = '' } = useParams();
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const list = useInfiniteQuery(openedList(id));
  useEffect(() => {
    if (askedId === String(id) && slug === slugify(name)) return;
    void navigate({ pathname: categoryPath({ id, name }), search, hash }, { replace: true, preventScrollReset: true });
  }, [askedId, slug, id, name, search, hash, navigate]);
  const follow = { kind: 'category' as const, id: String(id) };
  return (
    <PostListPage title={category.name} lead={category.description} list={list} follow={follow} common="category" />
  );
}

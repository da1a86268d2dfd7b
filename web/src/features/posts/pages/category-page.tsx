import type { Category } from '@inkwell/shared/categories';
import { readCategoryId } from '@inkwell/shared/category-icons';
import { categoryPath, slugify } from '@inkwell/shared/slug';
import { UNKNOWN_ADDRESS } from '@inkwell/shared/unknown-address';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { useCurrentAddress } from '../../../hooks/use-current-address.ts';
import { useUnknown } from '../../../lib/unknown-address.ts';
import { categoryQueries } from '../../categories/api/queries.ts';
import { UnknownAddress } from '../components/unknown-address.tsx';
import { ListToCome, openedList, PostListPage } from './post-list-page.tsx';

/** The posts of a category. Other slugs, and ids of merged categories, redirect to its current address. */
export function Component() {
  const id = readCategoryId(useParams().id);
  const query = useQuery({ ...categoryQueries.byId(id ?? 0), enabled: id !== null });
  const isUnknown = useUnknown(query, id === null ? UNKNOWN_ADDRESS.title : query.data?.name);

  if (id === null || isUnknown) return <UnknownAddress />;
  if (query.data) return <CategoryPosts category={query.data} />;
  return <ListToCome query={query} title="The category could not be loaded" />;
}

function CategoryPosts({ category }: { readonly category: Category }) {
  const { id, name, description } = category;
  const { id: askedId, slug = '' } = useParams();
  const list = useInfiniteQuery(openedList(id));
  useCurrentAddress((askedId !== String(id) || slug !== slugify(name)) && categoryPath(category));
  const follow = { kind: 'category' as const, id: String(id) };
  return <PostListPage title={name} lead={description} list={list} follow={follow} common="category" />;
}

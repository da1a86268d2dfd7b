import type { FollowTarget } from '@inkwell/shared/following';
import { LIST_PICTURE_SIZE } from '@inkwell/shared/images';
import type { Series } from '@inkwell/shared/series';
import type { Tag } from '@inkwell/shared/tags';
import { UNKNOWN_ADDRESS } from '@inkwell/shared/unknown-address';
import { type UseQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Image } from '../../../components/image.tsx';
import { isApiError } from '../../../lib/api.ts';
import { usePageTitle } from '../../../lib/title.ts';
import { useRenderedAsUnknown } from '../../../lib/unknown-address.ts';
import { UnknownAddress } from '../components/unknown-address.tsx';
import { ListToCome, opened, PostListPage } from './post-list-page.tsx';
import styles from './posts-page.module.css';

type Filter = Parameters<typeof opened>[0];

interface NamedListPageProps {
  /** The slug in the address. */
  readonly asked: string;
  readonly found: UseQueryResult<Tag | Series>;
  readonly pathOf: (slug: string) => string;
  readonly filterOf: (slug: string) => Filter;
  readonly kind: FollowTarget['kind'];
  /** What is said when it could not be loaded. */
  readonly failed: string;
}

/** The posts of a tag or series. Earlier slugs lead to its current address. */
export function NamedListPage({ asked, found, pathOf, filterOf, kind, failed }: NamedListPageProps) {
  const isMissing = isApiError(found.error, 404) || isApiError(found.error, 400);
  const isRenderedAsUnknown = useRenderedAsUnknown();
  const isUnknown = isMissing || (found.isPending && isRenderedAsUnknown);
  usePageTitle(isUnknown ? UNKNOWN_ADDRESS.title : (found.data?.name ?? null));
  useCurrentAddress(found.data?.slug, asked, pathOf);

  if (isUnknown) return <UnknownAddress />;
  if (found.data)
    return <Posts key={found.data.slug} about={found.data} filter={filterOf(found.data.slug)} kind={kind} />;
  return <ListToCome query={found} title={failed} />;
}

interface PostsProps {
  readonly about: Tag | Series;
  readonly filter: Filter;
  readonly kind: FollowTarget['kind'];
}

function Posts({ about: { name, slug, description, picture }, filter, kind }: PostsProps) {
  const list = useInfiniteQuery(opened(filter));
  const shown = picture && (
    <Image src={picture} alt="" sizes={LIST_PICTURE_SIZE} isPriority className={styles.picture} />
  );
  return (
    <PostListPage title={name} lead={description} picture={shown} list={list} follow={{ kind, id: slug }} hasAll />
  );
}

/** Old addresses keep working; the address bar shows the current one. */
function useCurrentAddress(slug: string | undefined, asked: string, pathOf: (slug: string) => string): void {
  const navigate = useNavigate();
  const { search, hash } = useLocation();
  useEffect(() => {
    if (slug === undefined || slug === asked) return;
    void navigate({ pathname: pathOf(slug), search, hash }, { replace: true, preventScrollReset: true });
  }, [slug, asked, pathOf, search, hash, navigate]);
}

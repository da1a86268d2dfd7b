import { LIST_PICTURE_SIZE } from '@inkwell/shared/images';
import type { Series } from '@inkwell/shared/series';
import type { Tag } from '@inkwell/shared/tags';
import { UNKNOWN_ADDRESS } from '@inkwell/shared/unknown-address';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { Image } from '../../../components/image.tsx';
import { isApiError } from '../../../lib/api.ts';
import { refetchUnlessServed } from '../../../lib/hydrate.ts';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../../lib/title.ts';
import { useRenderedAsUnknown } from '../../../lib/unknown-address.ts';
import { postQueries } from '../api/queries.ts';
import { UnknownAddress } from '../components/unknown-address.tsx';
import { ListToCome, opened, PostListPage } from './post-list-page.tsx';
import styles from './posts-page.module.css';

type Filter = Parameters<typeof opened>[0];

/** The kinds of lists, with the message for a list that could not be loaded. */
const KINDS = {
  tag: {
    useFound: (slug: string) => useQuery({ ...postQueries.tag(slug), refetchOnMount: refetchUnlessServed }),
    pathOf: paths.tag,
    filterOf: (tag: string): Filter => ({ tag }),
    failed: 'The tag could not be loaded',
  },
  series: {
    useFound: (slug: string) => useQuery({ ...postQueries.series(slug), refetchOnMount: refetchUnlessServed }),
    pathOf: paths.series,
    filterOf: (series: string): Filter => ({ series }),
    failed: 'The series could not be loaded',
  },
};

/** The posts of a tag or series. Earlier slugs redirect to its current address. */
export function NamedListPage({ kind }: { readonly kind: keyof typeof KINDS }) {
  const { slug: asked = '' } = useParams();
  const { useFound, pathOf, filterOf, failed } = KINDS[kind];
  const found = useFound(asked);
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
  readonly kind: keyof typeof KINDS;
}

function Posts({ about: { name, slug, description, picture }, filter, kind }: PostsProps) {
  const list = useInfiniteQuery(opened(filter));
  const shown = picture && (
    <Image src={picture} alt="" sizes={LIST_PICTURE_SIZE} isPriority className={styles.picture} />
  );
  return (
    <PostListPage
      title={name}
      lead={description}
      picture={shown}
      list={list}
      follow={{ kind, id: slug }}
      common={kind}
    />
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

import { LIST_PICTURE_SIZE } from '@inkwell/shared/images';
import type { Series } from '@inkwell/shared/series';
import type { Tag } from '@inkwell/shared/tags';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { Image } from '../../../components/image.tsx';
import { useCurrentAddress } from '../../../hooks/use-current-address.ts';
import { refetchUnlessServed } from '../../../lib/hydrate.ts';
import { paths } from '../../../lib/paths.ts';
import { useUnknown } from '../../../lib/unknown-address.ts';
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
  const isUnknown = useUnknown(found, found.data?.name);
  useCurrentAddress(found.data && found.data.slug !== asked && pathOf(found.data.slug));

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

import { LIST_PICTURE_SIZE } from '@inkwell/shared/images';
import type { Tag } from '@inkwell/shared/tags';
import { UNKNOWN_ADDRESS } from '@inkwell/shared/unknown-address';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { Image } from '../../../components/image.tsx';
import { isApiError } from '../../../lib/api.ts';
import { refetchUnlessServed } from '../../../lib/hydrate.ts';
import { paths } from '../../../lib/paths.ts';
import { isServedAsUnknown } from '../../../lib/served-unknown.ts';
import { usePageTitle } from '../../../lib/title.ts';
import { postQueries } from '../api/queries.ts';
import { UnknownAddress } from '../components/unknown-address.tsx';
import { ListToCome, openedTag, PostListPage } from './post-list-page.tsx';
import styles from './posts-page.module.css';

/** The posts of a tag. Earlier slugs, and those of merged tags, lead to its current address. */
export function Component() {
  const { slug: asked = '' } = useParams();
  const tag = useQuery({ ...postQueries.tag(asked), refetchOnMount: refetchUnlessServed });
  const isMissing = isApiError(tag.error, 404) || isApiError(tag.error, 400);
  const isUnknown = isMissing || (tag.isPending && isServedAsUnknown());
  usePageTitle(isUnknown ? UNKNOWN_ADDRESS.title : (tag.data?.name ?? null));
  useCurrentAddress(tag.data?.slug, asked);

  if (isUnknown) return <UnknownAddress />;
  if (tag.data) return <TagPosts key={tag.data.slug} tag={tag.data} />;
  return <ListToCome query={tag} title="The tag could not be loaded" />;
}

function TagPosts({ tag: { name, slug, description, picture } }: { readonly tag: Tag }) {
  const list = useInfiniteQuery(openedTag(slug));
  const shown = picture && (
    <Image src={picture} alt="" sizes={LIST_PICTURE_SIZE} isPriority className={styles.picture} />
  );
  return <PostListPage title={name} lead={description} picture={shown} list={list} hasAll />;
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

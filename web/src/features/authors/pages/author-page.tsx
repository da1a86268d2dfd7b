import { type AuthorProfile, authorApi } from '@inkwell/shared/authors';
import { AUTHOR_LINK_REL, authorPath, shownWebsite } from '@inkwell/shared/bylines';
import { handleLinks } from '@inkwell/shared/handles';
import { servedKeys } from '@inkwell/shared/served-keys';
import { UNKNOWN_ADDRESS } from '@inkwell/shared/unknown-address';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { Avatar } from '../../../components/avatar.tsx';
import { CommentText } from '../../../components/markdown/comment-text.tsx';
import { isApiError } from '../../../lib/api.ts';
import { callQuery } from '../../../lib/call-query.ts';
import { refetchUnlessServed } from '../../../lib/hydrate.ts';
import { usePageTitle } from '../../../lib/title.ts';
import { useRenderedAsUnknown } from '../../../lib/unknown-address.ts';
import { UnknownAddress } from '../../posts/components/unknown-address.tsx';
import { ListToCome, openedAuthor, PostListPage } from '../../posts/pages/post-list-page.tsx';
import styles from './author-page.module.css';

/** Queries of author pages, whose answers served pages contain (shared/src/served-keys.ts). */
const authorQueries = {
  byId: (id: string) => callQuery(servedKeys.author(id), authorApi.byId, { params: { id } }),
};

/** An author with their published posts. */
export function Component() {
  const { id = '', slug } = useParams();
  const author = useQuery({ ...authorQueries.byId(id), refetchOnMount: refetchUnlessServed });
  const isMissing = isApiError(author.error, 404) || isApiError(author.error, 400);
  const isRenderedAsUnknown = useRenderedAsUnknown();
  const isUnknown = isMissing || (author.isPending && isRenderedAsUnknown);
  usePageTitle(isUnknown ? UNKNOWN_ADDRESS.title : (author.data?.name ?? null));
  useCurrentAddress(author.data, id, slug);

  if (isUnknown) return <UnknownAddress />;
  if (author.data) return <AuthorPosts key={author.data.id} author={author.data} />;
  return <ListToCome query={author} title="The author could not be loaded" />;
}

function AuthorPosts({ author }: { readonly author: AuthorProfile }) {
  const { id, name, profileImageUrl, text } = author;
  const list = useInfiniteQuery(openedAuthor(id));
  const picture = <Avatar person={{ displayName: name, firstName: null, profileImageUrl }} size={96} />;
  return (
    <PostListPage
      title={name}
      picture={picture}
      links={<Links author={author} />}
      list={list}
      follow={{ kind: 'author', id }}
      common="author"
    >
      {text && (
        <div className={styles.text}>
          <CommentText source={text} />
        </div>
      )}
    </PostListPage>
  );
}

function Links({ author: { website, handles } }: { readonly author: AuthorProfile }) {
  const links = [
    ...(website ? [{ label: 'Website', url: website, text: shownWebsite(website) }] : []),
    ...handleLinks(handles),
  ];
  if (links.length === 0) return null;
  return (
    <ul className={styles.links}>
      {links.map(({ label, url, text }) => (
        <li key={label}>
          <a href={url} rel={AUTHOR_LINK_REL} aria-label={`${label} ${text}`}>
            <span className={styles.kind}>{label}</span> <span className={styles.name}>{text}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Earlier names, and guest authors who were joined to an account, keep their addresses. The address bar shows the current one. */
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

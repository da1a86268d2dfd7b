import { type AuthorProfile, authorApi } from '@inkwell/shared/authors';
import { AUTHOR_LINK_REL, authorPath, shownWebsite } from '@inkwell/shared/bylines';
import { handleLinks } from '@inkwell/shared/handles';
import { servedKeys } from '@inkwell/shared/served-keys';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { Avatar } from '../../../components/avatar.tsx';
import { CommentText } from '../../../components/markdown/comment-text.tsx';
import { useCurrentAddress } from '../../../hooks/use-current-address.ts';
import { callQuery } from '../../../lib/call-query.ts';
import { refetchUnlessServed } from '../../../lib/hydrate.ts';
import { useUnknown } from '../../../lib/unknown-address.ts';
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
  const isUnknown = useUnknown(author, author.data?.name);
  const path = author.data && authorPath(author.data);
  // Earlier names, and guest authors who were joined to an account, have other addresses.
  useCurrentAddress(path !== `/authors/${id}${slug === undefined ? '' : `/${encodeURIComponent(slug)}`}` && path);

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

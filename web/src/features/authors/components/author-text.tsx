import { useLayoutEffect, useRef } from 'react';
import { CommentText } from '../../../components/markdown/comment-text.tsx';
import { useSiteLinks } from '../../../hooks/use-site-links.ts';
import { servedText } from '../../posts/served-text.ts';
import styles from '../pages/author-page.module.css';

/** What authors say of themselves: the served elements if there are any, so that nothing moves when the app takes over. */
export function AuthorText({ source }: { readonly source: string }) {
  const served = servedText(source);
  return <div className={styles.text}>{served ? <Served text={served} /> : <CommentText source={source} />}</div>;
}

function Served({ text }: { readonly text: HTMLElement }) {
  const host = useRef<HTMLDivElement>(null);
  useSiteLinks(host);
  useLayoutEffect(() => host.current?.append(text), [text]);
  return <div ref={host} />;
}

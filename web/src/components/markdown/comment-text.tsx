import { createElement, Suspense, useState } from 'react';
import { useOnScreen } from '../../hooks/use-on-screen.ts';
import { useRendered } from '../../lib/rendered.ts';
import styles from './comment-text.module.css';
import { LazyMarkdown } from './lazy-markdown.ts';
import { paragraphsOf, withoutMarks } from './plain-text.ts';

/** The text of a comment. The code for Markdown is loaded when a comment that needs it comes near the screen. A rendered page already contains it. */
export function CommentText({ source }: { readonly source: string }) {
  const [isNear, setNear] = useState(useRendered() !== null || typeof IntersectionObserver === 'undefined');
  const paragraphs = paragraphsOf(source);
  const host = useOnScreen<HTMLDivElement>(() => setNear(true), !isNear && paragraphs === null);
  const attributes = { ref: host, className: styles.text, dir: 'auto' };
  if (paragraphs) return createElement('div', attributes, ...paragraphs.map((text) => createElement('p', null, text)));
  const plain = <p>{withoutMarks(source)}</p>;
  return (
    <div {...attributes}>
      {isNear ? (
        <Suspense fallback={plain}>
          <LazyMarkdown source={source} kind="comment" />
        </Suspense>
      ) : (
        plain
      )}
    </div>
  );
}

import type { Answer, CommentsClosed } from '@inkwell/shared/comments';
import { createContext, use } from 'react';
import type { CommentsOfPost } from './api/cache.ts';
import type { Removed } from './threads.ts';

/** What all comments of the section share. */
interface Section {
  readonly comments: CommentsOfPost;
  /** Why the reader cannot comment here; null where they can. */
  readonly refusal: CommentsClosed | null;
  /** The comment that the address names. */
  readonly markedId: string | null;
  readonly removed: ReadonlyMap<string, Removed>;
  readonly onRemoved: (removed: Removed) => void;
  /** It is back, or can no longer be brought back. */
  readonly onSettled: (id: string) => void;
  /** Ids of comments that the reader reported since the page was opened. */
  readonly reported: ReadonlySet<string>;
  readonly onReport: (comment: Answer) => void;
  /** Puts the keyboard at the heading of the section, for what leaves nothing in its place. */
  readonly focusTitle: () => void;
}

export const SectionContext = createContext<Section | null>(null);

export function useSection(): Section {
  const section = use(SectionContext);
  if (!section) throw new Error('useSection is used outside of the section');
  return section;
}

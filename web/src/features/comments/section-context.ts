import type { Answer, CommentsClosed } from '@inkwell/shared/comments';
import { createContext, use } from 'react';
import type { CommentsOfPost } from './api/cache.ts';
import type { Removed } from './threads.ts';

/** State shared by all comments of the section. */
interface Section {
  readonly comments: CommentsOfPost;
  /** The authors of the post. */
  readonly authorId: string;
  /** Why the reader cannot comment here; null if they can. */
  readonly refusal: CommentsClosed | null;
  /** The comment in the address. */
  readonly markedId: string | null;
  readonly removed: ReadonlyMap<string, Removed>;
  readonly onRemoved: (removed: Removed) => void;
  /** The comment was restored, or no longer can be. */
  readonly onSettled: (id: string) => void;
  /** Ids of comments that the reader reported since the page was opened. */
  readonly reported: ReadonlySet<string>;
  readonly onReport: (comment: Answer) => void;
  /** Focuses the section's heading when a removed element has no successor. */
  readonly focusTitle: () => void;
}

export const SectionContext = createContext<Section | null>(null);

export function useSection(): Section {
  const section = use(SectionContext);
  if (!section) throw new Error('useSection is used outside of the section');
  return section;
}

import { LIST_PAGE_SIZE } from './served-keys.ts';

/**
 * Whether the newest post leads the list of a tag or author, across all columns: only if the others then fill their rows of three, or one row of four
 * (web/src/components/post-card.module.css). Longer lists grow while they are read.
 */
export const hasLeadStory = (total: number): boolean => total % 3 === 1 || total === 5 || total > LIST_PAGE_SIZE;

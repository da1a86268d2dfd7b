import type { BulkAction } from '@inkwell/shared/bulk-actions';
import { counted } from '@inkwell/shared/format';

/** Bulk actions in the words of toasts. */
export const BULK_DONE: Readonly<Record<BulkAction['action'], string>> = {
  publish: 'published',
  unpublish: 'unpublished',
  category: 'moved',
  tags: 'changed',
  authors: 'changed',
  series: 'changed',
  featured: 'changed',
  delete: 'deleted',
  undelete: 'restored as drafts',
  undo: 'changed back',
};

const leftAlone = (left: number): string =>
  left === 0 ? '' : ` ${counted(left, 'post was', 'posts were')} changed since and left alone.`;

/** How many posts are as before an action, and how many somebody has changed since. */
export function changedBack(action: BulkAction['action'], restored: number, left: number): string {
  const posts = counted(restored, 'post is', 'posts are');
  if (action === 'delete') return `${posts} restored as ${restored === 1 ? 'a draft' : 'drafts'}.${leftAlone(left)}`;
  return `${posts} ${action === 'undelete' ? 'in the trash again' : 'as before'}.${leftAlone(left)}`;
}

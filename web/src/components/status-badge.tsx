import { Badge } from './badge.tsx';

/** Product §3. */
export function StatusBadge({ isPublished }: { readonly isPublished: boolean }) {
  return <Badge tone={isPublished ? 'success' : 'neutral'}>{isPublished ? 'Published' : 'Draft'}</Badge>;
}

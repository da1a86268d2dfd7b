import * as z from 'zod/mini';
import { CategoryId } from './categories.ts';
import { endpoint } from './endpoint.ts';
import { DocumentId } from './fields.ts';

/** Posts that one call acts on. */
export const BULK_POSTS_MAX = 100;

const ids = z.array(DocumentId).check(z.minLength(1, 'No posts'), z.maxLength(BULK_POSTS_MAX, 'Too many posts'));

/** One action on many posts. */
export const BulkAction = z.discriminatedUnion('action', [
  z.object({ action: z.enum(['publish', 'unpublish', 'delete']), ids }),
  /** Null takes the posts out of their categories. */
  z.object({ action: z.literal('category'), ids, categoryId: z.nullable(CategoryId) }),
]);
export type BulkAction = z.infer<typeof BulkAction>;

/** The outcome for one post: `status` and `message` are those that the call for this post alone would answer. */
export const BulkResult = z.object({
  id: DocumentId,
  ok: z.boolean(),
  status: z.int(),
  /** Null after success. */
  message: z.nullable(z.string()),
});
export type BulkResult = z.infer<typeof BulkResult>;

export const bulkActionApi = {
  posts: endpoint({
    method: 'POST',
    path: '/api/admin/posts/bulk',
    access: 'staff',
    summary:
      'Publishes, unpublishes, moves or deletes up to 100 posts, each like the call for a single post, and answers the outcome of each. Safe to repeat.',
    body: BulkAction,
    response: z.object({ results: z.array(BulkResult) }),
    rate: { bucket: 'post-bulk', by: 'user', perMinute: 20, scope: 'instance' },
  }),
} as const;

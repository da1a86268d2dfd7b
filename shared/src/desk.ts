import * as z from 'zod/mini';
import { CategoryId } from './categories.ts';
import { endpoint } from './endpoint.ts';
import { DocumentId } from './fields.ts';

export const DESK_LIMITS = {
  /** Posts that one call acts on. */
  bulk: 100,
  /** Filters beside words that are looked for. */
  filtersWithWords: 2,
  /** Documents that are read to find what an index alone does not tell: several words, or who is not online. */
  lookedAt: 200,
  /** People online who are filtered or sorted other than by when they were seen. */
  online: 500,
} as const;

const ids = z.array(DocumentId).check(z.minLength(1, 'No posts'), z.maxLength(DESK_LIMITS.bulk, 'Too many posts'));

/** One act on many posts. */
export const BulkAct = z.discriminatedUnion('action', [
  z.object({ action: z.enum(['publish', 'unpublish', 'delete']), ids }),
  /** Null takes them out of their categories. */
  z.object({ action: z.literal('category'), ids, categoryId: z.nullable(CategoryId) }),
]);
export type BulkAct = z.infer<typeof BulkAct>;

/** What became of one post: `status` and `message` are those that the call for this post alone would answer. */
export const BulkResult = z.object({
  id: DocumentId,
  ok: z.boolean(),
  status: z.int(),
  /** Null where it is done. */
  message: z.nullable(z.string()),
});
export type BulkResult = z.infer<typeof BulkResult>;

/** What staff do about many posts at once. */
export const deskApi = {
  bulk: endpoint({
    method: 'POST',
    path: '/api/admin/posts/bulk',
    access: 'staff',
    summary:
      'Publishes, unpublishes, moves or deletes up to 100 posts, each as the call for it alone does; answers what became of each. Safe to repeat.',
    body: BulkAct,
    response: z.object({ results: z.array(BulkResult) }),
    rate: { bucket: 'post-bulk', by: 'user', perMinute: 20, scope: 'instance' },
  }),
} as const;

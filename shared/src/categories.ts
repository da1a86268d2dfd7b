import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Instant, optionalText, requiredText } from './fields.ts';

/** What stands below the headline of their page. */
export const CATEGORIES_LEAD = 'Every story has a home. Find yours.';

export const CATEGORY_LIMITS = { name: 100, description: 500 } as const;

/** Category ids are small whole numbers, 1, 2, 3, ... */
export const CategoryId = z.int().check(z.minimum(1), z.maximum(2_147_483_647));

export const Category = z.object({
  id: CategoryId,
  name: z.string(),
  description: z.nullable(z.string()),
  icon: z.nullable(z.string()),
  color: z.nullable(z.string()),
  /** Published posts only. */
  postCount: z.int(),
  createdAt: Instant,
});
export type Category = z.infer<typeof Category>;

/** A category as it stands inside a post. */
export const CategoryRef = z.object({
  id: CategoryId,
  name: z.string(),
  icon: z.nullable(z.string()),
  color: z.nullable(z.string()),
});
export type CategoryRef = z.infer<typeof CategoryRef>;

export const CategoryInput = z.object({
  name: requiredText(
    CATEGORY_LIMITS.name,
    { required: 'Name is required', tooLong: 'Name too long' },
    { isName: true },
  ),
  description: z.optional(optionalText(CATEGORY_LIMITS.description, { tooLong: 'Description too long' })),
  icon: z.optional(optionalText(100, { tooLong: 'Icon too long' })),
  color: z.optional(optionalText(100, { tooLong: 'Color too long' })),
});
export type CategoryInput = z.infer<typeof CategoryInput>;

export const CATEGORY_NAME_TAKEN = 'A category with this name already exists';

export const categoryApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/categories',
    access: 'public',
    summary: 'All categories, ordered by name.',
    response: z.array(Category),
    cacheable: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/categories',
    access: 'staff',
    summary: 'Creates a category. Names are unique regardless of case: a name that is taken is answered 409.',
    body: CategoryInput,
    response: Category,
    status: 201,
  }),
} as const;

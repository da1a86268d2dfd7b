import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Instant, optionalText, requiredText } from './fields.ts';
import { PostStatus } from './schedule.ts';

/** The text below the headline of the categories page. */
export const CATEGORIES_LEAD = 'Every story has a home. Find yours.';

export const CATEGORY_LIMITS = { name: 100, description: 500 } as const;

/** Category ids are 1, 2, 3, ... */
export const CategoryId = z.int().check(z.minimum(1), z.maximum(2_147_483_647));

/** Categories without their own place follow those with one, by name. */
export const NO_CATEGORY_ORDER = 1_000_000;

/** The maximum number of categories with a place. */
const MAX_ORDERED = 400;

export const Category = z.object({
  id: CategoryId,
  name: z.string(),
  description: z.nullable(z.string()),
  icon: z.nullable(z.string()),
  color: z.nullable(z.string()),
  /** Published posts only. */
  postCount: z.int(),
  /** The place that staff chose; `NO_CATEGORY_ORDER` without one. */
  order: z.int(),
  createdAt: Instant,
});
export type Category = z.infer<typeof Category>;

/** A category inside a post. */
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

/** Omitted fields do not change; null clears. A known icon decides the color. */
export const CategoryPatch = z.partial(CategoryInput);
export type CategoryPatch = z.infer<typeof CategoryPatch>;

/** What still uses a category: at most 10 posts in any state, and the number of drafts, up to 10. */
export const CategoryUse = z.object({
  posts: z.array(z.object({ id: z.string(), title: z.string(), status: PostStatus })),
  drafts: z.int(),
});
export type CategoryUse = z.infer<typeof CategoryUse>;

/** Ids in addresses and queries. */
export const CategoryIdText = z.pipe(
  z.string().check(z.regex(/^\d{1,10}$/, 'A category id is a whole number')),
  z.pipe(z.transform(Number), CategoryId),
);

const CategoryParams = z.object({ id: CategoryIdText });

export const CATEGORY_IN_USE = 'This category is still used';

export const CATEGORY_NAME_TAKEN = 'A category with this name already exists';

export const categoryApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/categories',
    access: 'public',
    scope: 'posts:read',
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
  byId: endpoint({
    method: 'GET',
    path: '/api/categories/:id',
    access: 'public',
    scope: 'posts:read',
    summary: 'One category; for the id of a merged one, the category into which it was merged.',
    params: CategoryParams,
    response: Category,
    cacheable: true,
  }),
  adminList: endpoint({
    method: 'GET',
    path: '/api/admin/categories',
    access: 'staff',
    scope: 'posts:read',
    summary: 'All categories as the publication sorts them: those with a place, then the others by name.',
    response: z.array(Category),
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/admin/categories/:id',
    access: 'staff',
    summary: 'Renames or describes a category. A name that is taken is answered 409. Search is updated later.',
    params: CategoryParams,
    body: CategoryPatch,
    response: Category,
  }),
  order: endpoint({
    method: 'PUT',
    path: '/api/admin/categories/order',
    access: 'staff',
    summary: 'Puts categories in this order; the others follow by name. Safe to repeat.',
    body: z.object({
      ids: z.array(CategoryId).check(
        z.maxLength(MAX_ORDERED, `At most ${MAX_ORDERED} categories`),
        z.refine((ids) => new Set(ids).size === ids.length, 'Given twice'),
      ),
    }),
    response: z.array(Category),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/categories/:id',
    access: 'staff',
    summary: 'Deletes a category that no post in any state and no draft uses. Safe to repeat.',
    params: CategoryParams,
    conflict: CategoryUse,
  }),
  merge: endpoint({
    method: 'POST',
    path: '/api/admin/categories/:id/merge',
    access: 'admin',
    summary: 'Merges a category into another: its posts move there, and its id leads there. Safe to repeat.',
    params: CategoryParams,
    body: z.object({ into: CategoryId }),
    response: Category,
  }),
} as const;

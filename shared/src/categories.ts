import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Instant, optionalText, requiredText } from './fields.ts';

/** What stands below the headline of their page. */
export const CATEGORIES_LEAD = 'Every story has a home. Find yours.';

export const CATEGORY_LIMITS = { name: 100, description: 500 } as const;

/** Category ids are small whole numbers, 1, 2, 3, ... */
export const CategoryId = z.int().check(z.minimum(1), z.maximum(2_147_483_647));

/** The category that an address names, in its path or query; null when it names none. */
export const readCategoryId = (text: unknown): number | null =>
  typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : null;

/** The choices of the category form, each icon with its color theme. Product §3. */
export const CATEGORY_CHOICES = [
  { label: 'Technology', icon: 'laptop-code', color: 'blue' },
  { label: 'Design', icon: 'palette', color: 'purple' },
  { label: 'Business', icon: 'chart-line', color: 'yellow' },
  { label: 'Lifestyle', icon: 'leaf', color: 'green' },
  { label: 'Health', icon: 'heart', color: 'red' },
  { label: 'Education', icon: 'graduation-cap', color: 'indigo' },
  { label: 'Photography', icon: 'camera', color: 'pink' },
  { label: 'Food', icon: 'utensils', color: 'orange' },
] as const;

export type CategoryChoice = (typeof CATEGORY_CHOICES)[number];
export type CategoryIcon = CategoryChoice['icon'] | 'bookmark';
export type CategoryColor = CategoryChoice['color'] | 'gray';

/** The icon and theme of a category that has none of its own. Product §3. */
export const DEFAULT_CATEGORY_ICON = 'bookmark' satisfies CategoryIcon;
export const DEFAULT_CATEGORY_COLOR = 'gray' satisfies CategoryColor;
/** Popular cards use this where a category has no color. Product §3. */
export const POPULAR_CARD_COLOR = '#6366f1';

/** `laptop-code` as stored and sent: `fas fa-laptop-code`. */
export const iconClass = (icon: CategoryIcon): string => `fas fa-${icon}`;

/** Reads the icon out of class names, a bare name included; null when it is not a name we know. */
export function iconFromClass(classNames: string | null | undefined): CategoryIcon | null {
  const names = (classNames ?? '').split(/\s+/).map((part) => part.replace(/^fa-/, ''));
  if (names.includes(DEFAULT_CATEGORY_ICON)) return DEFAULT_CATEGORY_ICON;
  return CATEGORY_CHOICES.find((choice) => names.includes(choice.icon))?.icon ?? null;
}

/** The theme that belongs to one of the eight icons and overrides any color sent with it; null for other icons. */
export function themeOfIcon(classNames: string | null | undefined): CategoryColor | null {
  const icon = iconFromClass(classNames);
  return CATEGORY_CHOICES.find((choice) => choice.icon === icon)?.color ?? null;
}

const ICON_BY_NAME = [
  ['tech', 'laptop-code'],
  ['design', 'palette'],
  ['business', 'chart-line'],
  ['lifestyle', 'leaf'],
] as const;

/** The icon shown for a category: its own, else one derived from its name. Product §3. */
export function categoryIcon(category: { name: string; icon: string | null }): CategoryIcon {
  const own = iconFromClass(category.icon);
  if (own) return own;
  const name = category.name.toLowerCase();
  return ICON_BY_NAME.find(([part]) => name.includes(part))?.[1] ?? DEFAULT_CATEGORY_ICON;
}

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

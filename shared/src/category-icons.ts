/* Icons and colors of categories, separate from the schemas so that the first page does not load these. */

/** Reads a category id from a path or query; null if it is not one. */
export const readCategoryId = (text: unknown): number | null =>
  typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : null;

/** The icons in the category form (category-choices.ts). */
const ICONS = [
  ...(['laptop-code', 'palette', 'chart-line', 'leaf'] as const),
  ...(['heart', 'graduation-cap', 'camera', 'utensils'] as const),
] as const;
export type CategoryIcon = (typeof ICONS)[number] | 'bookmark';

/** For categories without their own icon. Product §3. */
export const DEFAULT_CATEGORY_ICON = 'bookmark' satisfies CategoryIcon;
/** For popular cards whose category has no color. Product §3. */
export const POPULAR_CARD_COLOR = '#6366f1';

/** The stored and sent form of icons: `fas fa-laptop-code` for `laptop-code`. */
export const iconClass = (icon: CategoryIcon): string => `fas fa-${icon}`;

/** Reads an icon from class names or a bare name; null if the icon is unknown. */
export function iconFromClass(classNames: string | null | undefined): CategoryIcon | null {
  const names = (classNames ?? '').split(/\s+/).map((part) => part.replace(/^fa-/, ''));
  if (names.includes(DEFAULT_CATEGORY_ICON)) return DEFAULT_CATEGORY_ICON;
  return ICONS.find((icon) => names.includes(icon)) ?? null;
}

const ICON_BY_NAME = [
  ['tech', 'laptop-code'],
  ['design', 'palette'],
  ['business', 'chart-line'],
  ['lifestyle', 'leaf'],
] as const;

/** A category's own icon, else one derived from its name. Product §3. */
export function categoryIcon(category: { name: string; icon: string | null }): CategoryIcon {
  const own = iconFromClass(category.icon);
  if (own) return own;
  const name = category.name.toLowerCase();
  return ICON_BY_NAME.find(([part]) => name.includes(part))?.[1] ?? DEFAULT_CATEGORY_ICON;
}

/* Icons and colors of categories, separate from the schemas so that the first page does not load these. */

/** Reads a category id from a path or query; null if it is not one. */
export const readCategoryId = (text: unknown): number | null =>
  typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : null;

/** The choices of the category form. Product §3. */
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

/** For categories without an icon and a color of their own. Product §3. */
export const DEFAULT_CATEGORY_ICON = 'bookmark' satisfies CategoryIcon;
export const DEFAULT_CATEGORY_COLOR = 'gray' satisfies CategoryColor;
/** For popular cards whose category has no color. Product §3. */
export const POPULAR_CARD_COLOR = '#6366f1';

/** The form in which icons are stored and sent: `fas fa-laptop-code` for `laptop-code`. */
export const iconClass = (icon: CategoryIcon): string => `fas fa-${icon}`;

/** Reads an icon from class names or a bare name; null if the icon is unknown. */
export function iconFromClass(classNames: string | null | undefined): CategoryIcon | null {
  const names = (classNames ?? '').split(/\s+/).map((part) => part.replace(/^fa-/, ''));
  if (names.includes(DEFAULT_CATEGORY_ICON)) return DEFAULT_CATEGORY_ICON;
  return CATEGORY_CHOICES.find((choice) => names.includes(choice.icon))?.icon ?? null;
}

/** The color of one of the eight icons, which overrides any color sent with it; null for other icons. */
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

/** A category's own icon, else one derived from its name. Product §3. */
export function categoryIcon(category: { name: string; icon: string | null }): CategoryIcon {
  const own = iconFromClass(category.icon);
  if (own) return own;
  const name = category.name.toLowerCase();
  return ICON_BY_NAME.find(([part]) => name.includes(part))?.[1] ?? DEFAULT_CATEGORY_ICON;
}

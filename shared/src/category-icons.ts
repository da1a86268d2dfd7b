/*
 * How categories look and are addressed. Apart from their schemas, which the first page does without.
 */

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

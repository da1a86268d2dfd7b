import { type CategoryIcon, iconFromClass } from './category-icons.ts';

/* Separate from the icons, because the first page shows categories but offers no choices. */

interface Choice {
  readonly label: string;
  readonly icon: CategoryIcon;
  readonly color: string;
}

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
] as const satisfies readonly Choice[];

export type CategoryColor = (typeof CATEGORY_CHOICES)[number]['color'] | 'gray';

/** For categories without their own color. Product §3. */
export const DEFAULT_CATEGORY_COLOR = 'gray' satisfies CategoryColor;

/** The color of one of the eight icons, which overrides any color sent with it; null for other icons. */
export function themeOfIcon(classNames: string | null | undefined): CategoryColor | null {
  const icon = iconFromClass(classNames);
  return CATEGORY_CHOICES.find((choice) => choice.icon === icon)?.color ?? null;
}

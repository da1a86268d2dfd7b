import {
  faBookmark,
  faCamera,
  faChartLine,
  faGraduationCap,
  faHeart,
  faLaptopCode,
  faLeaf,
  faPalette,
  faUtensils,
  type IconDefinition,
} from '@fortawesome/free-solid-svg-icons';
import { type CategoryIcon, categoryIcon } from '@inkwell/shared/category-icons';
import { GOOGLE_MARK } from '@inkwell/shared/google-mark';
import { type LineIcon, lineEye } from '@inkwell/shared/line-icons';
import { lineCalendar, lineClock, lineRefresh } from '@inkwell/shared/reading-icons';

/* Drawings as the app's components make them: icon.tsx, category-icon.tsx, google-button.tsx. */

/** Font Awesome Free (CC BY 4.0, see NOTICE). */
function drawn({ icon: [width, height, , , path] }: IconDefinition): string {
  const shape = `viewBox="0 0 ${width} ${height}" width="${(width / height).toFixed(3)}em" height="1em" fill="currentColor"`;
  return `<svg ${shape} focusable="false" style="flex:none" aria-hidden="true"><path d="${[path].flat().join('')}"/></svg>`;
}

/** @param className of the drawing, if it has one */
export const lineMarkup = ({ line }: LineIcon, className?: string): string =>
  `<svg${className ? ` class="${className}"` : ''} viewBox="0 0 24 24" width="1.15em" height="1.15em" fill="none" stroke="currentColor" stroke-width="1.8" ` +
  `stroke-linecap="round" stroke-linejoin="round" focusable="false" style="flex:none" aria-hidden="true"><path d="${line}"/></svg>`;

export const CALENDAR = lineMarkup(lineCalendar);
export const CLOCK = lineMarkup(lineClock);
export const EYE = lineMarkup(lineEye);
export const REFRESH = lineMarkup(lineRefresh);

export const GOOGLE = `<svg viewBox="0 0 18 18" width="18" height="18" aria-hidden="true" focusable="false">${GOOGLE_MARK.map(({ fill, path }) => `<path fill="${fill}" d="${path}"/>`).join('')}</svg>`;

const OF_CATEGORIES: Readonly<Record<CategoryIcon, string>> = {
  'laptop-code': drawn(faLaptopCode),
  palette: drawn(faPalette),
  'chart-line': drawn(faChartLine),
  leaf: drawn(faLeaf),
  heart: drawn(faHeart),
  'graduation-cap': drawn(faGraduationCap),
  camera: drawn(faCamera),
  utensils: drawn(faUtensils),
  bookmark: drawn(faBookmark),
};

export const categoryMarkup = (category: { readonly name: string; readonly icon: string | null }): string =>
  OF_CATEGORIES[categoryIcon(category)];

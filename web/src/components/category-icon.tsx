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
import { categoryIcon, type CategoryIcon as IconName } from '@inkwell/shared/category-icons';
import { Icon } from './icon.tsx';

const ICONS: Record<IconName, IconDefinition> = {
  'laptop-code': faLaptopCode,
  palette: faPalette,
  'chart-line': faChartLine,
  leaf: faLeaf,
  heart: faHeart,
  'graduation-cap': faGraduationCap,
  camera: faCamera,
  utensils: faUtensils,
  bookmark: faBookmark,
};

/** The icon of a category: its own, one derived from its name, or a bookmark. Product §3. */
export function CategoryIcon({ category }: { readonly category: { name: string; readonly icon: string | null } }) {
  return <Icon icon={ICONS[categoryIcon(category)]} />;
}

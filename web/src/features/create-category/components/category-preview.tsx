import { DEFAULT_CATEGORY_COLOR, themeOfIcon } from '@inkwell/shared/category-choices';
import { DEFAULT_CATEGORY_ICON, iconClass } from '@inkwell/shared/category-icons';
import { CategoryIcon } from '../../../components/category-icon.tsx';
import styles from '../create-category.module.css';

interface CategoryPreviewProps {
  readonly name: string;
  readonly description: string;
  /** Class names of the selected icon; null before one is selected. */
  readonly icon: string | null;
}

/** The category as it will look; a gray bookmark until an icon is selected. Product §3. */
export function CategoryPreview({ name, description, icon }: CategoryPreviewProps) {
  return (
    <section className={styles.preview} aria-label="Preview">
      <h2>Preview</h2>
      <div className={styles.card} data-theme-color={themeOfIcon(icon) ?? DEFAULT_CATEGORY_COLOR}>
        <span className={styles.symbol}>
          <CategoryIcon category={{ name: '', icon: icon ?? iconClass(DEFAULT_CATEGORY_ICON) }} />
        </span>
        <div>
          <p className={styles.name}>{name}</p>
          {description && <p className={styles.description}>{description}</p>}
        </div>
      </div>
    </section>
  );
}

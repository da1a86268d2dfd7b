import { CATEGORY_CHOICES } from '@inkwell/shared/category-choices';
import { type CategoryIcon as IconName, iconClass } from '@inkwell/shared/category-icons';
import { CategoryIcon } from '../../../components/category-icon.tsx';
import styles from '../create-category.module.css';

interface ChoiceFieldProps {
  readonly value: IconName | null;
  readonly onChange: (icon: IconName) => void;
}

/** The eight icons, each with its color theme. Product §3. */
export function ChoiceField({ value, onChange }: ChoiceFieldProps) {
  return (
    <fieldset className={styles.choices}>
      <legend>Icon and color</legend>
      <div className={styles.grid}>
        {CATEGORY_CHOICES.map(({ label, icon, color }) => (
          <label key={icon} className={styles.choice} data-theme-color={color}>
            <input
              type="radio"
              name="icon"
              value={icon}
              checked={value === icon}
              className="visually-hidden"
              onChange={() => onChange(icon)}
            />
            <span className={styles.symbol}>
              <CategoryIcon category={{ name: '', icon: iconClass(icon) }} />
            </span>
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

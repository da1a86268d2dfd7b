import { lineCheck, lineDot } from '@inkwell/shared/line-icons';
import { PASSWORD_RULES } from '@inkwell/shared/passwords';
import { Icon } from '../../../components/icon.tsx';
import styles from './password-checklist.module.css';

/** Shows for each rule, live, whether the password meets it. Product §5. */
export function PasswordChecklist({ password, id }: { readonly password: string; readonly id: string }) {
  return (
    <ul id={id} className={styles.list} aria-label="Password requirements">
      {PASSWORD_RULES.map((rule) => {
        const isMet = rule.test(password);
        return (
          <li key={rule.id} className={styles.rule} data-met={isMet}>
            <Icon icon={isMet ? lineCheck : lineDot} />
            {rule.label}
            <span className="visually-hidden">{isMet ? ' (met)' : ' (not met)'}</span>
          </li>
        );
      })}
    </ul>
  );
}

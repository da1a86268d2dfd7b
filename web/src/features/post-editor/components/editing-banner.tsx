import { personName } from '@inkwell/shared/format';
import type { Author } from '@inkwell/shared/users';
import styles from '../post-editor.module.css';

const LIST = new Intl.ListFormat('en');

/** Shows who else is editing the post now. */
export function EditingBanner({ others }: { readonly others: readonly Author[] }) {
  if (others.length === 0) return null;
  const names = others.map(personName);
  return (
    <p className={styles.banner} role="status">
      {LIST.format(names)} {names.length === 1 ? 'is' : 'are'} editing this post too. Whoever saves last is asked what
      to do with both versions.
    </p>
  );
}

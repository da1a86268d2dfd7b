import { personName } from '@inkwell/shared/format';
import type { Author } from '@inkwell/shared/users';
import type { EditedKind } from '../edited-kind.ts';
import styles from '../post-editor.module.css';

const LIST = new Intl.ListFormat('en');

interface EditingBannerProps {
  readonly kind: EditedKind;
  readonly others: readonly Author[];
}

/** Shows who else is editing the post or page now. */
export function EditingBanner({ kind, others }: EditingBannerProps) {
  if (others.length === 0) return null;
  const names = others.map(personName);
  return (
    <p className={styles.banner} role="status">
      {LIST.format(names)} {names.length === 1 ? 'is' : 'are'} editing this {kind} too. Whoever saves last is asked what
      to do with both versions.
    </p>
  );
}

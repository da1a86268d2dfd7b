import styles from './changed-text.module.css';
import type { Change } from './word-changes.ts';

/** Two texts in one, with removed and added words marked. */
export function ChangedText({ changes }: { readonly changes: readonly Change[] }) {
  let at = 0;
  return changes.map(({ kind, text }) => {
    const key = `${kind} ${at}`;
    at += text.length;
    if (kind === 'same') return <span key={key}>{text}</span>;
    const Mark = kind === 'added' ? 'ins' : 'del';
    return (
      <Mark key={key} className={styles[kind]}>
        {text}
      </Mark>
    );
  });
}

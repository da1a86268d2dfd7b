import styles from './brand.module.css';

/** The word mark: a drop of ink and the name. */
export function Brand() {
  return (
    <span className={styles.brand}>
      <svg viewBox="0 0 24 30" width="0.72em" height="0.9em" fill="currentColor" aria-hidden="true" focusable="false">
        <path d="M12 0c6.5 8.8 12 15.2 12 19.5a12 10.5 0 0 1-24 0C0 15.2 5.5 8.8 12 0z" />
      </svg>
      Inkwell
    </span>
  );
}

import { SITE_MARK, SITE_NAME } from '@inkwell/shared/site';
import styles from './brand.module.css';

const HEIGHT_EM = 0.9;

/** The word mark: the drawing and the name. */
export function Brand() {
  return (
    <span className={styles.brand}>
      <svg
        viewBox={`0 0 ${SITE_MARK.width} ${SITE_MARK.height}`}
        width={`${(HEIGHT_EM * SITE_MARK.width) / SITE_MARK.height}em`}
        height={`${HEIGHT_EM}em`}
        fill="currentColor"
        aria-hidden="true"
        focusable="false"
      >
        <path d={SITE_MARK.path} />
      </svg>
      {SITE_NAME}
    </span>
  );
}

import { LOGO_SIZES } from '@inkwell/shared/images';
import { Image } from '../../components/image.tsx';
import { useSite } from '../../lib/site.ts';
import styles from './brand.module.css';

const HEIGHT_EM = 0.9;

/** A longer name is smaller. */
const LONG_NAME = 14;

/** The word mark: the logo, or else the drawing of publication.config.ts, and the name. */
export function Brand() {
  const { name, logo, mark } = useSite();
  const drawing = (
    <svg
      viewBox={`0 0 ${mark.width} ${mark.height}`}
      width={`${(HEIGHT_EM * mark.width) / mark.height}em`}
      height={`${HEIGHT_EM}em`}
      fill="currentColor"
      aria-hidden="true"
      focusable="false"
    >
      <path d={mark.path} />
    </svg>
  );
  return (
    <span className={styles.brand} data-long={name.length > LONG_NAME || undefined}>
      {logo === null ? (
        drawing
      ) : (
        <Image src={logo} alt="" sizes={LOGO_SIZES} className={styles.logo} fallback={drawing} />
      )}
      <span className={styles.name}>{name}</span>
    </span>
  );
}

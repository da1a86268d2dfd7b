import { LOGO_SIZES } from '@inkwell/shared/images';
import { Image } from '../../components/image.tsx';
import { useSite } from '../../lib/site.ts';
import styles from './brand.module.css';

const HEIGHT_EM = 0.9;

/** Longer names have a smaller font. */
const LONG_NAME = 14;

/** The word mark: the logo, or else the drawing of publication.config.ts, followed by the name unless the logo replaces it. */
export function Brand() {
  const { name, logo, logoReplacesName, mark } = useSite();
  const words = <span className={styles.name}>{name}</span>;
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
  const isAlone = logo !== null && logoReplacesName;
  return (
    <span className={styles.brand} data-long={(!isAlone && name.length > LONG_NAME) || undefined}>
      {logo === null ? (
        drawing
      ) : (
        <Image
          src={logo}
          alt={isAlone ? name : ''}
          sizes={LOGO_SIZES}
          className={styles.logo}
          fallback={isAlone ? words : drawing}
        />
      )}
      {!isAlone && words}
    </span>
  );
}

import { lineBell, linePen, linePeople } from '@inkwell/shared/line-icons';
import { Icon } from '../../../components/icon.tsx';
import { useSite } from '../../../lib/site.ts';
import styles from './feature-blurbs.module.css';

/** Reasons to join; nothing if there are none. */
export function FeatureBlurbs() {
  const { heading, title1, text1, title2, text2, title3, text3 } = useSite().features;
  const blurbs = [
    { icon: linePen, title: title1, text: text1 },
    { icon: linePeople, title: title2, text: text2 },
    { icon: lineBell, title: title3, text: text3 },
  ].filter(({ title, text }) => title !== null || text !== null);
  if (blurbs.length === 0) return null;
  return (
    <section className={`container ${styles.section}`} aria-labelledby={heading === null ? undefined : 'features'}>
      {heading !== null && (
        <h2 id="features" className={styles.heading} dir="auto">
          {heading}
        </h2>
      )}
      <ul className={styles.list}>
        {blurbs.map(({ icon, title, text }) => (
          <li key={icon.line} className={styles.blurb} dir="auto">
            <span className={styles.icon}>
              <Icon icon={icon} />
            </span>
            {title !== null && <h3>{title}</h3>}
            {text !== null && <p>{text}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

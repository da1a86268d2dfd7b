import { lineBell, linePen, linePeople } from '@inkwell/shared/line-icons';
import { Icon, type IconDrawing } from '../../../components/icon.tsx';
import styles from './feature-blurbs.module.css';

const BLURBS: readonly { readonly icon: IconDrawing; readonly title: string; readonly text: string }[] = [
  {
    icon: linePen,
    title: 'Writing comes first',
    text: 'Uncluttered pages, comfortable type and an editor that never loses a word.',
  },
  {
    icon: linePeople,
    title: 'Conversations, not noise',
    text: 'Comment on what moved you and meet the people who were moved by the same line.',
  },
  {
    icon: lineBell,
    title: 'Always in the know',
    text: 'Get notified the moment something happens, or catch up later.',
  },
];

/** Reasons to stay. */
export function FeatureBlurbs() {
  return (
    <section className={`container ${styles.section}`} aria-labelledby="features">
      <h2 id="features" className={styles.heading}>
        Made for people who love to read
      </h2>
      <ul className={styles.list}>
        {BLURBS.map(({ icon, title, text }) => (
          <li key={title} className={styles.blurb}>
            <span className={styles.icon}>
              <Icon icon={icon} />
            </span>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

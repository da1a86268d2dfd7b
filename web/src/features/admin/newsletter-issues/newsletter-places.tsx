import { Link, useLocation } from 'react-router';
import { writingPaths } from '../../../lib/writing-paths.ts';
import styles from '../admin.module.css';
import { useTabStrip } from '../components/use-tab-strip.ts';

const PLACES = [
  { label: 'Issues', to: writingPaths.newsletter },
  { label: 'Subscribers', to: writingPaths.subscribers },
  { label: 'Settings', to: writingPaths.mailSettings },
] as const;

/** The pages of the newsletter. */
export function NewsletterPlaces() {
  const { pathname } = useLocation();
  const strip = useTabStrip<HTMLElement>(pathname);
  return (
    <nav {...strip} className={styles.links} aria-label="Newsletter">
      {PLACES.map(({ label, to }) => (
        <Link key={to} to={to} aria-current={to === pathname ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}

import { Link, useLocation } from 'react-router';
import { wayBackIn } from '../../../lib/way-back.ts';
import styles from './way-back-link.module.css';

/** Leads whoever comes here from the editor back to the list from which it was opened. */
export function WayBackLink() {
  const wayBack = wayBackIn(useLocation().state);
  return (
    wayBack && (
      <nav className={`container ${styles.wayBack}`} aria-label="Back">
        <Link to={wayBack.to}>
          <span aria-hidden="true">← </span>
          Back to {wayBack.label}
        </Link>
      </nav>
    )
  );
}

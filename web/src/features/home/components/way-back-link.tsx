import { Link, useLocation } from 'react-router';
import { wayBackIn } from '../../../lib/way-back.ts';
import styles from './way-back-link.module.css';

/** A link back to the list from which the editor was opened. */
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

import { ISSUE_PROBLEMS, type IssueProblem } from '@inkwell/shared/newsletter-issues';
import { Link } from 'react-router';
import { writingPaths } from '../../../lib/writing-paths.ts';
import styles from '../admin.module.css';

/** Says why an issue cannot be sent, and links to the place to fix it. */
export const IssueProblemNote = ({ problem }: { readonly problem: IssueProblem }) => (
  <p className={styles.issueProblem} role="status">
    {ISSUE_PROBLEMS[problem]} {problem === 'postal-address' && <PostalAddressLink />}
  </p>
);

export const PostalAddressLink = () => <Link to={writingPaths.postalAddress}>Add Postal Address</Link>;

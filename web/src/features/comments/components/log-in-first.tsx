import { ButtonLink } from '../../../components/button.tsx';
import { useSignInState } from '../../../hooks/use-return-place.ts';
import { paths } from '../../../lib/paths.ts';
import styles from '../comments.module.css';

/** Tells visitors that commenting needs an account, with a link to sign in and return. Product §5. */
export function LogInFirst() {
  const state = useSignInState('sign-in');
  return (
    <div className={styles.invitation}>
      <p>Please log in to leave a comment</p>
      <ButtonLink size="small" to={paths.home} state={state}>
        Sign In
      </ButtonLink>
    </div>
  );
}

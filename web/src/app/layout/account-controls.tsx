import type { User } from '@inkwell/shared/users';
import { Button } from '../../components/button.tsx';
import { signOut } from '../../lib/identity-store.ts';

/** The bell and the account menu of a session. */
export function AccountControls({ user }: { user: User }) {
  return (
    <Button variant="quiet" size="small" onClick={() => void signOut()}>
      {user.displayName ?? 'Log out'}
    </Button>
  );
}

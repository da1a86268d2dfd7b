import { identityStore } from '../../lib/identity-store.ts';
import { toastNews } from '../../lib/toast.ts';

/** Tells a writer whose editor goes away with unsaved words where they are: after leaving, signing out or losing the role. */
export function sayWhereDraftIs(userId: string): void {
  // What took the editor away may have something to say too, and comes first.
  queueMicrotask(() => {
    const session = identityStore.snapshot();
    const isSignedIn = session.status === 'identified' && session.identity.uid === userId;
    toastNews({
      title: 'Draft Kept',
      message: isSignedIn
        ? 'What you wrote is kept among your drafts, in the account menu.'
        : 'What you wrote is kept in this browser. Sign in again to find it among your drafts.',
    });
  });
}

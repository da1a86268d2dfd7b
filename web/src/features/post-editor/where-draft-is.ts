import { identityStore } from '../../lib/identity-store.ts';
import { toastNews } from '../../lib/toast.ts';

/** Tells a writer where unsaved text is when the editor closes: after leaving, signing out or losing the role. */
export function sayWhereDraftIs(userId: string): void {
  // Shown after another toast about the reason.
  queueMicrotask(() => {
    const session = identityStore.snapshot();
    const isSignedIn = session.status === 'identified' && session.identity.uid === userId;
    toastNews({
      title: 'Draft Kept',
      message: isSignedIn
        ? 'Your text is saved in your drafts, in the account menu.'
        : 'Your text is saved in this browser. Sign in again to find it in your drafts.',
    });
  });
}

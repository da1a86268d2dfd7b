import {
  type Auth,
  applyActionCode,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  checkActionCode,
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  GoogleAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  onIdTokenChanged,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  signOut,
  updateProfile,
} from 'firebase/auth';
import { firebase } from './firebase-app.ts';
import type { Identity, IdentityProvider } from './identity.ts';
import { reachesGoogle } from './reaches-google.ts';

function identityOf(auth: Auth): Identity | null {
  const user = auth.currentUser;
  return user && { uid: user.uid, email: user.email };
}

/** Firebase Authentication as identity provider. Sessions are permanent and shared by all tabs. */
export async function createFirebaseIdentity(): Promise<IdentityProvider> {
  const { app, emulators } = await firebase();
  const auth = initializeAuth(app, { persistence: [indexedDBLocalPersistence, browserLocalPersistence] });
  if (emulators.auth) connectAuthEmulator(auth, emulators.auth.url, { disableWarnings: true });
  await auth.authStateReady();

  let isSigningUp = false;
  let report = () => {};
  return {
    onChange(listener) {
      let reported: string | null | undefined;
      report = () => {
        const identity = identityOf(auth);
        if (isSigningUp || identity?.uid === reported) return;
        reported = identity?.uid ?? null;
        listener(identity);
      };
      listener(identityOf(auth));
      reported = auth.currentUser?.uid ?? null;
      onIdTokenChanged(auth, report);
    },
    idToken: async ({ forceRefresh }) => (await auth.currentUser?.getIdToken(forceRefresh)) ?? null,
    async signIn(email, password) {
      await signInWithEmailAndPassword(auth, email, password);
    },
    async signUp({ displayName, email, password }) {
      // The provider reports a new user before the name is set, and the server would store an account without a name.
      isSigningUp = true;
      try {
        const { user } = await createUserWithEmailAndPassword(auth, email, password);
        await updateProfile(user, { displayName });
        await user.getIdToken(true);
      } finally {
        isSigningUp = false;
        report();
      }
    },
    async signInWithGoogle() {
      if (emulators.auth && !(await reachesGoogle()))
        throw Object.assign(new Error('No way to Google'), { code: 'auth/google-unreachable' });
      const google = new GoogleAuthProvider();
      google.addScope('email');
      google.addScope('profile');
      await signInWithPopup(auth, google, browserPopupRedirectResolver);
    },
    signOut: () => signOut(auth),
    sendPasswordReset: (email) => sendPasswordResetEmail(auth, email),
    async sendEmailConfirmation() {
      if (auth.currentUser) await sendEmailVerification(auth.currentUser);
    },
    confirmPasswordReset: (code, password) => confirmPasswordReset(auth, code, password),
    async checkActionCode(code) {
      const { data } = await checkActionCode(auth, code);
      return { email: data.email ?? null };
    },
    applyActionCode: (code) => applyActionCode(auth, code),
  };
}

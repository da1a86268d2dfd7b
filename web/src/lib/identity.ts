import { failureReason } from './failure.ts';

/** The person who is signed in with the identity provider. For the product's own record of the user see `useSession`. */
export interface Identity {
  readonly uid: string;
  readonly email: string | null;
}

export interface SignUpInput {
  readonly displayName: string;
  readonly email: string;
  readonly password: string;
}

/** The purpose of a link in an email. */
export interface ActionCode {
  /** The address to confirm, or the account's next address. */
  readonly email: string | null;
}

/** The external identity provider. Product §7. Failures are the provider's own errors. */
export interface IdentityProvider {
  /** Calls back once the state is known and on every change, also in other tabs. */
  onChange(listener: (identity: Identity | null) => void): void;
  /** Null for visitors. Expired tokens are renewed automatically. */
  idToken(options: { forceRefresh: boolean }): Promise<string | null>;
  signIn(email: string, password: string): Promise<void>;
  /** Creates the account with its display name, then reports the change. */
  signUp(input: SignUpInput): Promise<void>;
  /** Federated sign-in in a popup with the scopes email and profile. */
  signInWithGoogle(): Promise<void>;
  signOut(): Promise<void>;
  sendPasswordReset(email: string): Promise<void>;
  /** Emails the signed-in person a link that confirms their address. */
  sendEmailConfirmation(): Promise<void>;
  confirmPasswordReset(code: string, password: string): Promise<void>;
  /** Reads the code of an email's link without using it. */
  checkActionCode(code: string): Promise<ActionCode>;
  /** Uses the code of an email's link, which works once: confirms, changes or restores an address. */
  applyActionCode(code: string): Promise<void>;
}

/** `expired-action-code` of a provider error `auth/expired-action-code`; null for any other error. */
export function identityErrorCode(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && code.startsWith('auth/') ? code.slice('auth/'.length) : null;
}

/** Codes that have their own message. The provider's production build has no messages, so they are here. */
const MESSAGES: Record<string, string> = {
  'email-already-in-use': 'The email address is already in use by another account.',
  'invalid-email': 'Please enter a valid email address.',
  'weak-password': 'Password is too weak. Please choose a stronger password.',
  'too-many-requests': 'Too many requests. Please try again later.',
  'user-disabled': 'This account has been disabled.',
  'operation-not-allowed': 'This way of signing in is not available.',
  'popup-blocked': 'Your browser blocked the sign-in window. Allow pop-ups for this site and try again.',
  'popup-closed-by-user': 'The sign-in window was closed before you were signed in.',
  // Our own code, in the local stack.
  'google-unreachable':
    'Google sign-in needs the internet, also in the local stack. Please sign in with an email address.',
  // The SDK's code for Google's answer 503.
  'the-service-is-currently-unavailable.': 'Accounts are not available at the moment. Please try again later.',
  'account-exists-with-different-credential': 'An account with this email address signs in another way.',
};

/**
 * The provider's message if there is one, otherwise `fallback`. A wrong address and a wrong password deliberately share it, because a difference
 * would reveal who has an account.
 */
export function identityErrorText(error: unknown, fallback: string): string {
  const code = identityErrorCode(error);
  return identityReason(error) ?? (code && MESSAGES[code]) ?? fallback;
}

/** Why the provider could not be reached; null if it has answered. */
export const identityReason = (error: unknown): string | null =>
  identityErrorCode(error) === 'network-request-failed' ? failureReason(new TypeError('No answer')) : null;

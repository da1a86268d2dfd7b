import { failureReason } from './failure.ts';

/** Who the identity provider says is signed in. The product's own record is another matter: see `useSession`. */
export interface Identity {
  readonly uid: string;
  readonly email: string | null;
}

export interface SignUpInput {
  readonly displayName: string;
  readonly email: string;
  readonly password: string;
}

/** What the link of a mail is about. */
export interface ActionCode {
  /** The address that is confirmed, or that the account will have. */
  readonly email: string | null;
}

/** What the app asks of the external identity provider. Product §7. Failures are the provider's own errors. */
export interface IdentityProvider {
  /** Calls back with the state once it is known and on every change, also when another tab signs in or out. */
  onChange(listener: (identity: Identity | null) => void): void;
  /** Null for visitors. Expired tokens are renewed silently. */
  idToken(options: { forceRefresh: boolean }): Promise<string | null>;
  signIn(email: string, password: string): Promise<void>;
  /** Creates the account and sets its display name; the change is reported when both are done. */
  signUp(input: SignUpInput): Promise<void>;
  /** Federated sign-in in a popup with the scopes email and profile. */
  signInWithGoogle(): Promise<void>;
  signOut(): Promise<void>;
  sendPasswordReset(email: string): Promise<void>;
  /** Mails the person who is signed in a link that confirms their address. */
  sendEmailConfirmation(): Promise<void>;
  confirmPasswordReset(code: string, password: string): Promise<void>;
  /** Looks up the code of a mail's link without using it. */
  checkActionCode(code: string): Promise<ActionCode>;
  /** Uses the code of a mail's link, which works once: confirms, changes or restores an address. */
  applyActionCode(code: string): Promise<void>;
}

/** `expired-action-code` of a provider error `auth/expired-action-code`; null for any other error. */
export function identityErrorCode(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && code.startsWith('auth/') ? code.slice('auth/'.length) : null;
}

/** Codes whose own message is worth telling. The provider's production build carries codes only, so the words are here. */
const MESSAGES: Record<string, string> = {
  'email-already-in-use': 'The email address is already in use by another account.',
  'invalid-email': 'Please enter a valid email address.',
  'weak-password': 'Password is too weak. Please choose a stronger password.',
  'too-many-requests': 'Too many requests. Please try again later.',
  'user-disabled': 'This account has been disabled.',
  'operation-not-allowed': 'This way of signing in is not available.',
  'popup-blocked': 'Your browser blocked the sign-in window. Allow pop-ups for this site and try again.',
  'popup-closed-by-user': 'The sign-in window was closed before you were signed in.',
  'account-exists-with-different-credential': 'An account with this email address signs in another way.',
};

/**
 * The provider's message where it has one, else `fallback`. Wrong address and wrong password have none on purpose: telling
 * them apart would tell who has an account.
 */
export function identityErrorText(error: unknown, fallback: string): string {
  const code = identityErrorCode(error);
  return identityReason(error) ?? (code && MESSAGES[code]) ?? fallback;
}

/** Why the provider could not be asked; null where it has answered. */
export const identityReason = (error: unknown): string | null =>
  identityErrorCode(error) === 'network-request-failed' ? failureReason(new TypeError('No answer')) : null;

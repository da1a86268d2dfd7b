import type { ActionCode, Identity, IdentityProvider, SignUpInput } from '../lib/identity.ts';

/** An error as thrown by Firebase Authentication. */
const identityError = (code: string): Error =>
  Object.assign(new Error(`Firebase: Error (auth/${code}).`), { code: `auth/${code}` });

/** Stands in for Firebase Authentication: every sign-in succeeds unless `failNext` says otherwise. */
export class FakeIdentity implements IdentityProvider {
  private listener: (identity: Identity | null) => void = () => {};
  private failure: Error | null = null;
  /** Received calls, oldest first: `['signIn', 'a@b.c', 'secret']`. */
  readonly calls: unknown[][] = [];

  constructor(public identity: Identity | null = null) {}

  /** Makes the next call fail with `auth/{code}`. */
  failNext(code: string): void {
    this.failure = identityError(code);
  }

  /** Changes the session as another tab would. */
  change(identity: Identity | null): void {
    this.identity = identity;
    this.listener(identity);
  }

  private async record(name: string, ...args: unknown[]): Promise<void> {
    this.calls.push([name, ...args]);
    const failure = this.failure;
    this.failure = null;
    if (failure) throw failure;
  }

  onChange(listener: (identity: Identity | null) => void): void {
    this.listener = listener;
    listener(this.identity);
  }

  async idToken({ forceRefresh }: { forceRefresh: boolean }): Promise<string | null> {
    return this.identity && `token-of-${this.identity.uid}${forceRefresh ? '-renewed' : ''}`;
  }

  async signIn(email: string, password: string): Promise<void> {
    await this.record('signIn', email, password);
    this.change({ uid: 'reader', email });
  }

  async signUp(input: SignUpInput): Promise<void> {
    await this.record('signUp', input);
    this.change({ uid: 'reader', email: input.email });
  }

  async signInWithGoogle(): Promise<void> {
    await this.record('signInWithGoogle');
    this.change({ uid: 'reader', email: 'reader@inkwell.test' });
  }

  async signOut(): Promise<void> {
    await this.record('signOut');
    this.change(null);
  }

  sendPasswordReset(email: string): Promise<void> {
    return this.record('sendPasswordReset', email);
  }

  sendEmailConfirmation(): Promise<void> {
    return this.record('sendEmailConfirmation');
  }

  confirmPasswordReset(code: string, password: string): Promise<void> {
    return this.record('confirmPasswordReset', code, password);
  }

  async checkActionCode(code: string): Promise<ActionCode> {
    await this.record('checkActionCode', code);
    return { email: 'rita@inkwell.test' };
  }

  applyActionCode(code: string): Promise<void> {
    return this.record('applyActionCode', code);
  }
}

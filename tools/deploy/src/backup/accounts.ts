import { type Access, call } from './access.ts';

/** An account as Auth exports it. */
export interface StoredAccount {
  readonly localId: string;
  readonly passwordHash?: string;
  readonly salt?: string;
  /** 0 where the hash was made with the project's parameters of today. */
  readonly version?: number;
  readonly providerUserInfo?: readonly { readonly providerId?: string }[];
}

/** With which parameters a project makes hashes of passwords. An import needs them. */
export interface HashParameters {
  readonly hashAlgorithm: string;
  readonly signerKey: string;
  readonly saltSeparator: string;
  readonly rounds: number;
  readonly memoryCost: number;
}

/** As many as an import takes. */
const PER_PAGE = 1_000;

/** What an import takes of an account. */
const FIELDS = [
  ...['localId', 'email', 'emailVerified', 'passwordHash', 'salt', 'displayName', 'photoUrl', 'createdAt'],
  ...['lastLoginAt', 'phoneNumber', 'disabled', 'customAttributes', 'mfaInfo', 'providerUserInfo'],
] as const;

/** In place of hashes for somebody who may not see them. */
const REDACTED = Buffer.from('REDACTED').toString('base64');

/**
 * All accounts, page by page, with the hashes of their passwords.
 * @throws Error where the caller may not see hashes, because nobody could sign in with such a backup
 */
export async function* readAccounts(access: Access): AsyncGenerator<readonly StoredAccount[]> {
  for (let token = ''; ; ) {
    const query = new URLSearchParams({ maxResults: String(PER_PAGE), ...(token && { nextPageToken: token }) });
    const url = `${access.auth}/v1/projects/${access.project}/accounts:batchGet?${query}`;
    const page = await call<{ users?: readonly StoredAccount[]; nextPageToken?: string }>(access, url);
    const { users = [] } = page;
    if (users.some(({ passwordHash }) => passwordHash?.replace(/=+$/, '') === REDACTED.replace(/=+$/, '')))
      throw new Error(
        'Hashes of passwords are not shown to you: the role Firebase Authentication Admin (roles/firebaseauth.admin) is needed.',
      );
    if (users.length > 0) yield users.map(kept);
    if (!page.nextPageToken || users.length === 0) return;
    token = page.nextPageToken;
  }
}

export async function hasAccounts(access: Access): Promise<boolean> {
  const url = `${access.auth}/v1/projects/${access.project}/accounts:batchGet?maxResults=1`;
  return ((await call<{ users?: unknown[] }>(access, url)).users ?? []).length > 0;
}

/** Of an account what an import takes. A hash of other parameters, of an earlier import, would let nobody in. */
function kept(account: StoredAccount): StoredAccount {
  const isCurrent = (account.version ?? 0) === 0;
  const entries = FIELDS.filter((name) => isCurrent || (name !== 'passwordHash' && name !== 'salt')).flatMap((name) => {
    const value = (account as unknown as Record<string, unknown>)[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries) as unknown as StoredAccount;
}

/** Null on the emulators, which store passwords in a form of their own. @throws Error where they are not shown */
export async function hashParameters(access: Access): Promise<HashParameters | null> {
  if (access.isLocal) return null;
  const url = `${access.auth}/admin/v2/projects/${access.project}/config`;
  const { signIn } = await call<{ signIn?: { hashConfig?: Record<string, unknown> } }>(access, url);
  const { algorithm, signerKey, saltSeparator, rounds, memoryCost } = signIn?.hashConfig ?? {};
  if (typeof algorithm !== 'string' || typeof signerKey !== 'string' || typeof saltSeparator !== 'string')
    throw new Error(
      'The parameters of password hashes are not shown to you: the role Firebase Authentication Admin (roles/firebaseauth.admin) is needed.',
    );
  return {
    hashAlgorithm: algorithm,
    ...{ signerKey, saltSeparator, rounds: Number(rounds), memoryCost: Number(memoryCost) },
  };
}

/** Base64 in the alphabet that imports take. */
const webSafe = (text: string) => text.replaceAll('/', '_').replaceAll('+', '-');

/** Passwords and telephone numbers are fields of the account itself. */
const isImported = ({ providerId }: { providerId?: string }) => providerId !== 'password' && providerId !== 'phone';

/** Imports accounts under their ids. Safe to repeat. @throws Error with the accounts that Auth refuses */
export async function writeAccounts(
  access: Access,
  accounts: readonly StoredAccount[],
  hashes: HashParameters | null,
): Promise<void> {
  for (let n = 0; n < accounts.length; n += PER_PAGE) {
    const part = accounts.slice(n, n + PER_PAGE);
    const users = part.map(({ providerUserInfo, passwordHash, salt, ...account }) => ({
      ...account,
      // The emulator's are no base64.
      ...(passwordHash && { passwordHash: access.isLocal ? passwordHash : webSafe(passwordHash) }),
      ...(salt && { salt: access.isLocal ? salt : webSafe(salt) }),
      ...(providerUserInfo && { providerUserInfo: providerUserInfo.filter(isImported) }),
    }));
    const parameters = hashes && {
      ...hashes,
      signerKey: webSafe(hashes.signerKey),
      saltSeparator: webSafe(hashes.saltSeparator),
    };
    const url = `${access.auth}/v1/projects/${access.project}/accounts:batchCreate`;
    const body = { ...parameters, users, allowOverwrite: true };
    const { error = [] } = await call<{ error?: readonly { index?: number; message: string }[] }>(access, url, body);
    if (error.length > 0) {
      const shown = error.slice(0, 5).map(({ index = 0, message }) => `${part[index]?.localId}: ${message}`);
      throw new Error(`${error.length} accounts are refused: ${shown.join('; ')}`);
    }
  }
}

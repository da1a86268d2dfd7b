import { type Access, call } from './access.ts';

/** An account in Auth's export format. */
export interface StoredAccount {
  readonly localId: string;
  readonly email?: string;
  readonly passwordHash?: string;
  readonly salt?: string;
  /** 0 if the hash was made with the project's current parameters. */
  readonly version?: number;
  readonly providerUserInfo?: readonly { readonly providerId?: string }[];
}

/** The parameters of a project's password hashes. An import needs them. */
export interface HashParameters {
  readonly hashAlgorithm: string;
  readonly signerKey: string;
  readonly saltSeparator: string;
  readonly rounds: number;
  readonly memoryCost: number;
}

/** The maximum number of accounts per import call. */
const PER_PAGE = 1_000;

/** The fields of an account that an import accepts. */
const FIELDS = [
  ...['localId', 'email', 'emailVerified', 'passwordHash', 'salt', 'displayName', 'photoUrl', 'createdAt'],
  ...['lastLoginAt', 'phoneNumber', 'disabled', 'customAttributes', 'mfaInfo', 'providerUserInfo'],
] as const;

/** The placeholder for hashes that the caller may not see. */
const REDACTED = Buffer.from('REDACTED').toString('base64');

/**
 * Reads all accounts, page by page, with their password hashes.
 * @throws Error if the caller may not see hashes, because nobody could sign in after a restore of such a backup
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

/** Keeps the fields that an import accepts. Hashes with other parameters, from an earlier import, are useless and dropped. */
function kept(account: StoredAccount): StoredAccount {
  const isCurrent = (account.version ?? 0) === 0;
  const entries = FIELDS.filter((name) => isCurrent || (name !== 'passwordHash' && name !== 'salt')).flatMap((name) => {
    const value = (account as unknown as Record<string, unknown>)[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries) as unknown as StoredAccount;
}

/** Null on the emulators, which store passwords in their own format. @throws Error if the parameters are not visible */
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
    signerKey,
    saltSeparator,
    rounds: Number(rounds),
    memoryCost: Number(memoryCost),
  };
}

/** Converts base64 to the alphabet that imports accept. */
const webSafe = (text: string) => text.replaceAll('/', '_').replaceAll('+', '-');

/** Passwords and phone numbers are fields of the account itself, not providers. */
const isImported = ({ providerId }: { providerId?: string }) => providerId !== 'password' && providerId !== 'phone';

/** Imports accounts with their ids. Safe to repeat. @throws Error with the accounts that Auth refuses */
export async function writeAccounts(
  access: Access,
  accounts: readonly StoredAccount[],
  hashes: HashParameters | null,
): Promise<void> {
  for (let n = 0; n < accounts.length; n += PER_PAGE) {
    const part = accounts.slice(n, n + PER_PAGE);
    const users = part.map(({ providerUserInfo, passwordHash, salt, ...account }) => ({
      ...account,
      // The emulator's hashes are not base64.
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

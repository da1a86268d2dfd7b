/** Modes of links in the provider's mails about an email address. */
const EMAIL_MODES = ['verifyEmail', 'verifyAndChangeEmail', 'recoverEmail'] as const;

export type EmailMode = (typeof EMAIL_MODES)[number];

export const isEmailMode = (mode: string | null): mode is EmailMode => EMAIL_MODES.some((known) => known === mode);

/** The page in the `continueUrl` of an email's link if it is on this site; otherwise null, because anybody can make up such a link. */
export function ownPage(continueUrl: string | null, origin: string): string | null {
  if (!continueUrl || !URL.canParse(continueUrl)) return null;
  const url = new URL(continueUrl);
  // Two leading slashes would name another host.
  if (url.origin !== origin || url.pathname.startsWith('//')) return null;
  return url.pathname + url.search + url.hash;
}

/** Modes of the provider's mails that are about an e-mail address, as they stand in a link. */
const EMAIL_MODES = ['verifyEmail', 'verifyAndChangeEmail', 'recoverEmail'] as const;

export type EmailMode = (typeof EMAIL_MODES)[number];

export const isEmailMode = (mode: string | null): mode is EmailMode => EMAIL_MODES.some((known) => known === mode);

/**
 * Where somebody goes on to after a link of a mail: the page that `continueUrl` names, if it is one of this site, else null.
 * The address comes with the link, so whoever makes up links could send people anywhere with it.
 */
export function ownPage(continueUrl: string | null, origin: string): string | null {
  if (!continueUrl || !URL.canParse(continueUrl)) return null;
  const url = new URL(continueUrl);
  // A path that begins with two slashes would be read as another host.
  if (url.origin !== origin || url.pathname.startsWith('//')) return null;
  return url.pathname + url.search + url.hash;
}

import { SUBSCRIBER_LIMITS } from '@inkwell/shared/subscribers';

/** A person's consent: its subject, time and wording. */
export interface Consent {
  readonly at: Date;
  /** The sentence shown to the person, or an admin's statement about a list that was confirmed elsewhere. */
  readonly text: string;
  /**
   * `form`: the newsletter's form. `link`: the link in the confirmation email. `account`: a button while signed in. `choices`: the page of choices.
   * `import`: an admin's import. `before`: older, when texts were not stored.
   */
  readonly source: ConsentSource;
}
export const CONSENT_SOURCES = ['form', 'link', 'account', 'choices', 'import', 'before'] as const;
export type ConsentSource = (typeof CONSENT_SOURCES)[number];

/** The newest consents, and always the last one given by the link of an email, because it proves who owns the address. */
export function withConsent(consents: readonly Consent[], consent: Consent): Consent[] {
  const all = [...consents, consent];
  const newest = all.slice(-SUBSCRIBER_LIMITS.consents);
  const proof = all.findLast(({ source }) => source === 'link');
  return proof && !newest.includes(proof) ? [proof, ...newest.slice(1)] : newest;
}

import { SUBSCRIBER_LIMITS } from '@inkwell/shared/subscribers';

/** What a person agreed to, when and in which words. */
export interface Consent {
  readonly at: Date;
  /** The sentence that the person was shown, or what an admin said about a list that was confirmed elsewhere. */
  readonly text: string;
  /**
   * `form`: asked by the newsletter's form. `link`: the link of the confirmation mail was followed. `account`: pressed while signed in.
   * `choices`: chosen on the page of choices. `import`: an admin brought the address along. `before`: from the time when no texts were kept.
   */
  readonly source: ConsentSource;
}
export const CONSENT_SOURCES = ['form', 'link', 'account', 'choices', 'import', 'before'] as const;
export type ConsentSource = (typeof CONSENT_SOURCES)[number];

/** The newest, and always the last that was given by the link of a mail, because it proves whose address it is. */
export function withConsent(consents: readonly Consent[], consent: Consent): Consent[] {
  const all = [...consents, consent];
  const newest = all.slice(-SUBSCRIBER_LIMITS.consents);
  const proof = all.findLast(({ source }) => source === 'link');
  return proof && !newest.includes(proof) ? [proof, ...newest.slice(1)] : newest;
}

import type { SubscriberWant } from '@inkwell/shared/subscribers';

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

/** The newest consents of a person that are kept. */
const CONSENTS_MAX = 20;

export const withConsent = (consents: readonly Consent[], consent: Consent): Consent[] =>
  [...consents, consent].slice(-CONSENTS_MAX);

const NAMES: Readonly<Record<SubscriberWant, string>> = { newsletter: 'newsletter', digest: 'weekly digest' };

/** `the newsletter and the weekly digest of NAME`. */
export const wantsInWords = (name: string, wants: readonly SubscriberWant[]): string =>
  `${wants.map((want) => `the ${NAMES[want]}`).join(' and ')} of ${name}`;

/** The sentence of the confirmation mail, kept as the text of the consent. */
export const askedText = (name: string, wants: readonly SubscriberWant[]): string =>
  `Please send me ${wantsInWords(name, wants)} by e-mail. I can leave at any time with the link in each mail.`;

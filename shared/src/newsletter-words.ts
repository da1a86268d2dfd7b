import type { SubscriberWant } from './subscribers.ts';

/** The place of a newsletter form. */
export type NewsletterPlace = 'footer' | 'sidebar' | 'card';

/** The offer of the newsletter's forms, in words that match what is sent. It is part of the site's documents. */
export interface NewsletterWords {
  readonly wants: readonly SubscriberWant[];
  readonly places: Readonly<Record<NewsletterPlace, { readonly title: string; readonly text: string }>>;
  /** The sentence stored with a subscription. */
  readonly consent: string;
}

const NAMES: Readonly<Record<SubscriberWant, string>> = { newsletter: 'newsletter', digest: 'weekly digest' };

/** `the NAME newsletter and weekly digest`, without a second article if the name has one. */
export const wantsInWords = (name: string, wants: readonly SubscriberWant[]): string =>
  `${/^the\s/i.test(name) ? '' : 'the '}${name} ${wants.map((want) => NAMES[want]).join(' and ')}`;

/** The consent for these wants, shown first and stored as shown. */
export const consentText = (name: string, wants: readonly SubscriberWant[]): string =>
  `By subscribing you agree to receive ${wantsInWords(name, wants)} by email. You can unsubscribe at any time using the link in every message.`;

export function newsletterWords(name: string, { digestIsOn }: { readonly digestIsOn: boolean }): NewsletterWords {
  const wants: readonly SubscriberWant[] = digestIsOn ? ['newsletter', 'digest'] : ['newsletter'];
  return {
    wants,
    places: {
      footer: {
        title: 'Stay updated',
        text: digestIsOn
          ? 'Get news and the best new stories of the week by email. No spam, unsubscribe any time.'
          : 'Get new stories by email. No spam, unsubscribe any time.',
      },
      sidebar: {
        title: `Letters from ${name}`,
        text: digestIsOn
          ? 'News worth an email, and the best new stories once a week. Unsubscribe any time.'
          : 'News worth an email. Unsubscribe any time.',
      },
      card: {
        title: 'Get our newsletter',
        text: digestIsOn
          ? 'News from us, and the best new stories once a week. Unsubscribe any time.'
          : 'New stories and news from us, by email. Unsubscribe any time.',
      },
    },
    consent: consentText(name, wants),
  };
}

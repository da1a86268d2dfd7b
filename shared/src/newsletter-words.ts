import type { SubscriberWant } from './subscribers.ts';

/** Where a form of the newsletter stands. */
export type NewsletterPlace = 'footer' | 'sidebar' | 'card';

/** What the newsletter's forms offer, and in which words: no more and no less than what is sent. Documents of the site carry it. */
export interface NewsletterWords {
  readonly wants: readonly SubscriberWant[];
  readonly places: Readonly<Record<NewsletterPlace, { readonly title: string; readonly text: string }>>;
  /** The sentence that is kept of those who subscribe. */
  readonly consent: string;
}

const NAMES: Readonly<Record<SubscriberWant, string>> = { newsletter: 'newsletter', digest: 'weekly digest' };

/** `the NAME newsletter and weekly digest`, with one article where the name has its own. */
export const wantsInWords = (name: string, wants: readonly SubscriberWant[]): string =>
  `${/^the\s/i.test(name) ? '' : 'the '}${name} ${wants.map((want) => NAMES[want]).join(' and ')}`;

/** What somebody agrees to who wants this: shown before, and kept as it was shown. */
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

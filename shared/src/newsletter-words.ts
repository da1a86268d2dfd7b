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

/** `the newsletter and the weekly digest of NAME`. */
export const wantsInWords = (name: string, wants: readonly SubscriberWant[]): string =>
  `${wants.map((want) => `the ${NAMES[want]}`).join(' and ')} of ${name}`;

/** What somebody agrees to who wants this: shown before, and kept as it was shown. */
export const consentText = (name: string, wants: readonly SubscriberWant[]): string =>
  `Please send me ${wantsInWords(name, wants)} by e-mail. I can leave at any time with the link in each mail.`;

export function newsletterWords(name: string, { digestIsOn }: { readonly digestIsOn: boolean }): NewsletterWords {
  const wants: readonly SubscriberWant[] = digestIsOn ? ['newsletter', 'digest'] : ['newsletter'];
  const weekly = digestIsOn ? ', and at most once a week about the best new posts' : '';
  return {
    wants,
    places: {
      footer: {
        title: 'Stay updated',
        text: `Put your address on our list. We write when there is something to tell${weekly}.`,
      },
      sidebar: {
        title: `The ${name} letter`,
        text: `For news that is worth a letter${weekly}. No noise, leave any time.`,
      },
      card: {
        title: 'Hear from us by e-mail',
        text: digestIsOn
          ? `Subscribe to our newsletter and the weekly digest. We write when there is something to tell${weekly}. You can leave at any time.`
          : 'Subscribe to our newsletter. We write when there is something to tell, and you can leave at any time.',
      },
    },
    consent: consentText(name, wants),
  };
}

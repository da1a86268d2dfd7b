import type { Firestore } from 'firebase-admin/firestore';
import type { Upgrade } from '../jobs/data-version.ts';
import { documentUpgrade } from '../jobs/document-upgrade.repository.ts';
import { normalizeEmail } from '../mail/tokens.ts';
import { SUBSCRIBER_VERSION } from './newsletter.converter.ts';

/** The question of confirmation emails before the texts of consents were stored. */
export const TEXT_OF_BEFORE = 'Asked for the newsletter in its form; the text was not kept at that time.';

/**
 * Adds choices, a search key and consents to older subscribers. They subscribed only to the newsletter, so none gets the digest. Records of ended
 * subscriptions have no address and get only the version.
 */
export const subscriberUpgrade = (db: Firestore): Upgrade =>
  documentUpgrade(db, {
    version: SUBSCRIBER_VERSION,
    about: 'Subscribers have choices and consents',
    collection: 'subscribers',
    change({ email, subscribedAt, confirmedAt }) {
      if (typeof email !== 'string') return {};
      const moments = [subscribedAt, confirmedAt].filter((at) => at !== null && at !== undefined);
      return {
        emailKey: normalizeEmail(email),
        wants: ['newsletter'],
        categories: null,
        accountId: null,
        consents: moments.map((at) => ({ at, text: TEXT_OF_BEFORE, source: 'before' })),
      };
    },
  });

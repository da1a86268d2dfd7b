import type { Subscriber } from '@inkwell/shared/newsletter';
import { shortDate } from '../../lib/time.ts';

export const subscriberStatus = ({ isConfirmed }: Subscriber): string => (isConfirmed ? 'Confirmed' : 'Pending');

/** Specification §2. */
export const subscribedDate = ({ subscribedAt }: Subscriber): string =>
  subscribedAt ? shortDate(subscribedAt) : 'N/A';

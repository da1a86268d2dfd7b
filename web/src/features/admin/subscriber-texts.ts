import { shortDate } from '@inkwell/shared/format';
import type { Subscriber } from '@inkwell/shared/newsletter';

export const subscriberStatus = ({ isConfirmed }: Subscriber): string => (isConfirmed ? 'Confirmed' : 'Pending');

/** Product §2. */
export const subscribedDate = ({ subscribedAt }: Subscriber): string =>
  subscribedAt ? shortDate(subscribedAt) : 'N/A';

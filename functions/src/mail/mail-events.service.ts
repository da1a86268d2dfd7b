import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError } from '@inkwell/shared/errors';
import type { PostmarkEvent, SnsMessage } from '@inkwell/shared/mail';
import type { Clock } from '../common/clock.ts';
import type { Log } from '../common/log.ts';
import type { MailEvent, MailEventRepository } from './mail-events.repository.ts';
import { eventOfPostmark, eventsOfSes } from './provider-events.ts';
import { isCertificateUrl, isSignedBy } from './sns.ts';
import type { SnsClient } from './sns-client.ts';

export interface MailEventService {
  /**
   * Handles a message of Amazon SNS: stores and applies events of SES before the answer, and confirms a subscription to our topic. Safe to repeat.
   * @throws AppError `not-found` without a topic; `forbidden` unless SNS signed the message for it; `unavailable` if SNS does not answer
   */
  takeSns(message: SnsMessage): Promise<void>;
  /** Handles a webhook of Postmark. Safe to repeat. @throws AppError `not-found` without configured credentials; `unauthorized` for wrong ones */
  takePostmark(authorization: string | undefined, event: PostmarkEvent): Promise<void>;
}

export function createMailEventService({
  events,
  sns,
  config,
  clock,
  log,
}: {
  events: Pick<MailEventRepository, 'record'>;
  sns: SnsClient;
  config: {
    /** The topic that SES publishes to; null without one. */
    readonly sesTopicArn: string | null;
    /** `user:password` of Postmark's webhook; null without one. */
    readonly postmarkCredentials: string | null;
  };
  clock: Clock;
  log: Log;
}): MailEventService {
  async function store(found: readonly MailEvent[]): Promise<void> {
    for (const event of found) {
      const isNew = await events.record(event, clock.now());
      if (isNew && event.kind === 'complaint')
        log('WARNING', 'somebody complained about a mail', { source: event.source });
    }
  }

  return {
    async takeSns(message) {
      const { sesTopicArn: topicArn } = config;
      if (topicArn === null) throw new AppError('not-found');
      if (message.TopicArn !== topicArn || !isCertificateUrl(message.SigningCertURL, topicArn)) {
        throw new AppError('forbidden');
      }
      if (!isSignedBy(message, await sns.certificateAt(message.SigningCertURL))) throw new AppError('forbidden');

      if (message.Type === 'Notification') return store(eventsOfSes(message, clock.now()));
      if (message.Type === 'SubscriptionConfirmation') {
        await sns.confirm(topicArn, message.Token ?? '');
        log('INFO', 'the topic of mail events is subscribed');
        return;
      }
      // Somebody removed the subscription. Until it is restored, bounces and complaints are not reported.
      log('ERROR', 'the topic of mail events is not subscribed any more');
    },

    async takePostmark(authorization, event) {
      if (config.postmarkCredentials === null) throw new AppError('not-found');
      const [, given = ''] = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(authorization?.trim() ?? '') ?? [];
      if (!isSameSecret(Buffer.from(given, 'base64').toString('utf8'), config.postmarkCredentials)) {
        throw new AppError('unauthorized');
      }
      const found = eventOfPostmark(event, clock.now());
      await store(found === null ? [] : [found]);
    },
  };
}

/** Takes the same time for each wrong value. */
const isSameSecret = (given: string, secret: string): boolean => timingSafeEqual(digest(given), digest(secret));
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

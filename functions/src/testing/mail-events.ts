import { sign } from 'node:crypto';
import type { SnsMessage } from '@inkwell/shared/mail';
import { TEST_KEY } from './keys.ts';

export const TEST_TOPIC = 'arn:aws:sns:eu-west-1:123456789012:mail-events';
export const TEST_POSTMARK = 'postmark:a password of the tests';

/** Headers in Postmark's format. */
export const postmarkHeaders = (credentials: string = TEST_POSTMARK) => ({
  authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
});

let messages = 0;

/** An SNS message, signed with the test key. */
export function snsMessage(
  body: unknown,
  { key = TEST_KEY, ...fields }: Partial<SnsMessage> & { key?: string } = {},
): SnsMessage {
  messages += 1;
  const message = {
    Type: 'Notification',
    MessageId: `message-${messages}`,
    TopicArn: TEST_TOPIC,
    Message: typeof body === 'string' ? body : JSON.stringify(body),
    Timestamp: '2026-11-25T10:00:00.000Z',
    SignatureVersion: '2',
    SigningCertURL: 'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem',
    ...fields,
  } as const;
  return { ...message, Signature: fields.Signature ?? signatureOf(message, key) };
}

/** Written from the SNS documentation, independently of the code that checks signatures. */
function signatureOf(message: Omit<SnsMessage, 'Signature'>, key: string): string {
  const { Message, MessageId, Subject, SubscribeURL, Timestamp, Token, TopicArn, Type } = message;
  const fields =
    Type === 'Notification'
      ? { Message, MessageId, ...(Subject && { Subject }), Timestamp, TopicArn, Type }
      : { Message, MessageId, SubscribeURL, Timestamp, Token, TopicArn, Type };
  const text = Object.entries(fields)
    .map(([name, value]) => `${name}\n${value}\n`)
    .join('');
  const algorithm = message.SignatureVersion === '2' ? 'RSA-SHA256' : 'RSA-SHA1';
  return sign(algorithm, Buffer.from(text), key).toString('base64');
}

/** An SES notification of a bounce for one address. */
export const sesBounce = (
  email: string,
  {
    messageId,
    type = 'Permanent',
    subType = 'General',
    at = '2026-11-25T10:00:00.000Z',
    reply = 'smtp; 550 5.1.1 user unknown',
    status = '5.1.1',
  }: { messageId?: string; type?: string; subType?: string; at?: string; reply?: string; status?: string } = {},
) => ({
  eventType: 'Bounce',
  bounce: {
    bounceType: type,
    bounceSubType: subType,
    bouncedRecipients: [{ emailAddress: email, action: 'failed', status, diagnosticCode: reply }],
    timestamp: at,
    feedbackId: '0100',
  },
  mail: { messageId: '0102018-000000', timestamp: at, ...(messageId && { tags: { mail: [messageId] } }) },
});

export const sesComplaint = (email: string, at = '2026-11-25T10:00:00.000Z') => ({
  eventType: 'Complaint',
  complaint: { complainedRecipients: [{ emailAddress: email }], complaintFeedbackType: 'abuse', timestamp: at },
  mail: { messageId: '0102018-000000', timestamp: at },
});

export const sesDelivery = (email: string, at = '2026-11-25T10:00:00.000Z') => ({
  eventType: 'Delivery',
  delivery: { recipients: [email], timestamp: at, smtpResponse: '250 2.6.0 Message received' },
  mail: { messageId: '0102018-000000', timestamp: at },
});

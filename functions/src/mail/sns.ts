import { verify } from 'node:crypto';
import type { SnsMessage } from '@inkwell/shared/mail';

/*
 * Messages of Amazon SNS over HTTP ("Verifying the signatures of Amazon SNS messages", SNS developer guide). Nothing in a message is trusted, and no
 * address in it is fetched, before its signature is verified.
 */

const TOPIC = /^arn:aws:sns:([a-z]{2}(?:-[a-z]+)+-\d{1,2}):\d{12}:[\w-]{1,256}$/;

/** The region in the name of a topic; null if it is not a topic. */
export const regionOf = (topicArn: string): string | null => TOPIC.exec(topicArn)?.[1] ?? null;

const CERTIFICATE =
  /^https:\/\/sns\.([a-z]{2}(?:-[a-z]+)+-\d{1,2})\.amazonaws\.com\/SimpleNotificationService-[A-Za-z0-9]{1,64}\.pem$/;

/** Whether the address is that of an SNS certificate in the topic's region. */
export const isCertificateUrl = (url: string, topicArn: string): boolean => {
  const region = regionOf(topicArn);
  return region !== null && CERTIFICATE.exec(url)?.[1] === region;
};

/** The address that confirms a subscription, built from our own topic, without using the one in the message. */
export const confirmationUrl = (topicArn: string, token: string): string =>
  `https://sns.${regionOf(topicArn)}.amazonaws.com/?${new URLSearchParams({
    Action: 'ConfirmSubscription',
    TopicArn: topicArn,
    Token: token,
  })}`;

const SIGNED = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const satisfies Readonly<Record<SnsMessage['Type'], readonly (keyof SnsMessage)[]>>;

/** Names and values of the signed fields in the message, one per line. */
const signedText = (message: SnsMessage): string =>
  SIGNED[message.Type]
    .filter((name) => message[name] != null)
    .map((name) => `${name}\n${message[name]}\n`)
    .join('');

/** @param certificate in PEM, from `SigningCertURL` */
export function isSignedBy(message: SnsMessage, certificate: string): boolean {
  const algorithm = message.SignatureVersion === '2' ? 'sha256' : 'sha1';
  try {
    return verify(algorithm, Buffer.from(signedText(message)), certificate, Buffer.from(message.Signature, 'base64'));
  } catch {
    // Not a certificate, or not an RSA one.
    return false;
  }
}

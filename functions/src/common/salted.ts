import { createHmac } from 'node:crypto';

/**
 * The keys in a secret, separated by commas: the first signs, all are accepted. If a key leaks, put a new one before it, so that links in sent emails
 * still work.
 */
export const keysOf = (secret: string): readonly string[] =>
  secret
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '');

/**
 * Salted ids, from which nobody can guess the value without the secret. There is one id for each key of the secret, in the same order. Ids of equal
 * values are equal, so that they still show what belongs together.
 * @param kind makes ids for different purposes differ
 */
export const saltedIds = (secret: string, kind: string, value: string): readonly [string, ...string[]] => {
  const [first = '', ...others] = keysOf(secret);
  const idOf = (key: string) => createHmac('sha256', key).update(`${kind}:${value}`).digest('hex');
  return [idOf(first), ...others.map(idOf)];
};

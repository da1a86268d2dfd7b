import { createHmac } from 'node:crypto';

/**
 * Salted ids, from which nobody can guess the value without the secret. There is one id for each key of the secret (separated by commas), in the same
 * order. Ids of equal values are equal, so that they still show what belongs together.
 * @param kind makes ids for different purposes differ
 */
export const saltedIds = (secret: string, kind: string, value: string): readonly [string, ...string[]] => {
  const [first = '', ...others] = secret.split(',').map((key) => key.trim());
  const idOf = (key: string) => createHmac('sha256', key).update(`${kind}:${value}`).digest('hex');
  return [idOf(first), ...others.filter((key) => key !== '').map(idOf)];
};

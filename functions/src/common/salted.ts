import { createHmac } from 'node:crypto';

/**
 * Ids in place of a value that nobody can guess back without the secret: one for each of its keys, separated by commas, that of the first key
 * first. An id is the same each time, so that it still says what belongs together.
 * @param kind so that ids for different purposes differ
 */
export const saltedIds = (secret: string, kind: string, value: string): readonly [string, ...string[]] => {
  const [first = '', ...others] = secret.split(',').map((key) => key.trim());
  const idOf = (key: string) => createHmac('sha256', key).update(`${kind}:${value}`).digest('hex');
  return [idOf(first), ...others.filter((key) => key !== '').map(idOf)];
};

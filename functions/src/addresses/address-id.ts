import { createHash } from 'node:crypto';
import { comparedPath } from '@inkwell/shared/addresses';

/** The id of a decoded path in `addresses`, the same for all Unicode forms of its letters. */
export const addressId = (path: string): string =>
  createHash('sha256').update(comparedPath(path)).digest('hex').slice(0, 40);

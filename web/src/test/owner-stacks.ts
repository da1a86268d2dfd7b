import * as React from 'react';

const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';

/**
 * Has React believe that it has taken as many stacks of elements as it takes in a second, so that it takes none: they only lengthen
 * warnings, and were a fifth of what tests of pages took.
 */
export function takeNoOwnerStacks(): void {
  const internals: object = Reflect.get(React, INTERNALS);
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Number.MAX_SAFE_INTEGER, set() {} });
}

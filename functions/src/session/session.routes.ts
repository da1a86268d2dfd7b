import { sessionApi } from '@inkwell/shared/api';
import { clientAddress, forwardedEntries } from '../http/address.ts';
import { type ApiRouter, mount } from '../http/mount.ts';

/** The home page shows the sign-in card to people who are signed out. Product §4. */
export function mountSessionRoutes(router: ApiRouter): void {
  mount(router, sessionApi.login, () => '/');

  mount(router, sessionApi.caller, ({ req }) => ({
    address: clientAddress(req, router.trustedHops),
    forwarded: forwardedEntries(req),
    trustedHops: router.trustedHops,
  }));
}

import { sessionApi } from '@inkwell/shared/api';
import { clientAddress, forwardedEntries } from '../http/address.ts';
import { type ApiRouter, mount } from '../http/mount.ts';

/** There is no page for signing in but the home page, which shows the card to whoever is signed out. Product §4. */
export function mountSessionRoutes(router: ApiRouter): void {
  mount(router, sessionApi.login, () => '/');

  mount(router, sessionApi.caller, ({ req }) => ({
    address: clientAddress(req, router.trustedHops),
    forwarded: forwardedEntries(req),
    trustedHops: router.trustedHops,
  }));
}

import { Resolver } from 'node:dns/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** The TXT records of a DNS name; empty if it has none, null if DNS does not answer. Never rejects. */
export type TxtLookUp = (name: string) => Promise<readonly string[] | null>;

/** The timeout of one try; the second takes twice as long. */
const TRY_MS = 1_000;
/** A machine may have several name servers, which are queried in turn. */
const WHOLE_MS = 4_000;

/** The name does not exist, has no records, or is invalid. */
const NONE = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/** Queries the machine's own name servers. @param servers other ones, for tests */
export function createTxtLookUp({ servers }: { servers?: readonly string[] } = {}): TxtLookUp {
  return async (name) => {
    const resolver = new Resolver({ timeout: TRY_MS, tries: 2 });
    if (servers) resolver.setServers(servers);
    const cancellation = new AbortController();
    // Cancels the lookup, which fails with ECANCELLED.
    sleep(WHOLE_MS, undefined, { signal: cancellation.signal }).then(
      () => resolver.cancel(),
      () => undefined,
    );
    try {
      // A long text arrives as several strings that belong together (RFC 7208 §3.3).
      return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''));
    } catch (error) {
      return NONE.has((error as NodeJS.ErrnoException).code ?? '') ? [] : null;
    } finally {
      cancellation.abort();
    }
  };
}

import type { SenderRecord, SenderRecordKind } from '@inkwell/shared/mail';
import { cut } from '@inkwell/shared/plain-text';
import type { TxtLookUp } from './txt-look-up.ts';

const VALUE_CHARS = 500;
/** The maximum number of parent domains to query. */
const PARENTS = 4;

/** The values of `tag=value; tag=value`, as in DKIM and DMARC (RFC 6376 §3.2). */
function tagsOf(text: string): ReadonlyMap<string, string> {
  const pairs = text.split(';').map((pair): [string, string] => {
    const at = pair.indexOf('=');
    return [pair.slice(0, at).trim().toLowerCase(), pair.slice(at + 1).replace(/\s+/g, '')];
  });
  return new Map(pairs);
}

/**
 * The domain and its parents, without the top-level domain. Programs accept the signature and the policy of the organization's registered domain,
 * which they find in a list. Querying each name in turn has the same result without a list (DMARCbis, "DNS Tree Walk").
 */
function domainsAbove(domain: string): string[] {
  const labels = domain.split('.');
  const names = labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'));
  return names.length === 0 ? [domain] : names.slice(0, PARENTS + 1);
}

interface Found {
  readonly name: string;
  readonly records: readonly string[];
}

/** The first name with a record of this kind, or the first name without one; null if DNS does not answer. */
async function firstWith(
  lookUp: TxtLookUp,
  names: readonly string[],
  isOfKind: (text: string) => boolean,
): Promise<Found | null> {
  // In parallel, so that a server that does not answer costs its timeout only once.
  const answers = await Promise.all(names.map(async (name) => ({ name, texts: await lookUp(name) })));
  for (const { name, texts } of answers) {
    if (texts === null) return null;
    const records = texts.filter(isOfKind);
    if (records.length > 0) return { name, records };
  }
  return { name: names[0] ?? '', records: [] };
}

const unreachable = (kind: SenderRecordKind, name: string): SenderRecord => ({
  kind,
  state: 'unreachable',
  name,
  value: null,
  text: `${kind.toUpperCase()} could not be looked up: DNS did not answer for ${name}. Try again in a minute.`,
});

const describing =
  (kind: SenderRecordKind, { name, records }: Found) =>
  (state: SenderRecord['state'], text: string): SenderRecord => ({
    kind,
    state,
    name,
    value: records.length === 0 ? null : cut(records.join('\n'), VALUE_CHARS),
    text,
  });

/** The servers that may send for the domain (RFC 7208). */
export async function spfOf(lookUp: TxtLookUp, domain: string): Promise<SenderRecord> {
  const found = await firstWith(lookUp, [domain], (text) => /^v=spf1(?: |$)/i.test(text));
  if (found === null) return unreachable('spf', domain);
  const { records } = found;
  const recordOf = describing('spf', found);
  if (records.length === 0) {
    return recordOf(
      'missing',
      `No SPF record says who may send mail for ${domain}. Add the TXT record that your mail provider names; it begins with v=spf1.`,
    );
  }
  if (records.length > 1) {
    return recordOf(
      'invalid',
      `${domain} has ${records.length} SPF records, so programs ignore them all. Join them into one TXT record that begins with v=spf1.`,
    );
  }
  if (/(?:^| )\+?all(?: |$)/i.test(records[0] ?? '')) {
    return recordOf(
      'invalid',
      `The SPF record of ${domain} lets everybody send for it. Let it end in ~all or -all, after what your mail provider names.`,
    );
  }
  return recordOf('found', `${domain} has an SPF record. Check that it names your mail provider.`);
}

/** The provider's signing key (RFC 6376). */
export async function dkimOf(lookUp: TxtLookUp, domain: string, selector: string): Promise<SenderRecord> {
  const names = domainsAbove(domain).map((above) => `${selector}._domainkey.${above}`);
  // `v` may be absent. If every name has a DMARC record, that is not a key.
  const isKey = (text: string) => tagsOf(text).has('p') && (tagsOf(text).get('v') ?? 'DKIM1') === 'DKIM1';
  const found = await firstWith(lookUp, names, isKey);
  if (found === null) return unreachable('dkim', names[0] ?? '');
  const { name, records } = found;
  const recordOf = describing('dkim', found);
  if (records.length === 0) {
    return recordOf(
      'missing',
      `There is no DKIM key at ${name}. Add the record that your mail provider names, or correct the selector in the settings.`,
    );
  }
  if (records.every((text) => !tagsOf(text).get('p'))) {
    return recordOf(
      'invalid',
      `The DKIM key at ${name} is empty, which means that it was withdrawn. Add the record that your mail provider names now.`,
    );
  }
  return recordOf('found', `The DKIM key of the selector ${selector} is at ${name}.`);
}

const POLICIES = new Set(['none', 'quarantine', 'reject']);

/** What programs do with emails that pass neither check (RFC 7489). */
export async function dmarcOf(lookUp: TxtLookUp, domain: string): Promise<SenderRecord> {
  const names = domainsAbove(domain).map((above) => `_dmarc.${above}`);
  // `psd=y` marks a registry's record, which is not an organization's.
  const isPolicy = (text: string) => /^v=DMARC1\s*(?:;|$)/.test(text) && tagsOf(text).get('psd') !== 'y';
  const found = await firstWith(lookUp, names, isPolicy);
  if (found === null) return unreachable('dmarc', names[0] ?? '');
  const { name, records } = found;
  const recordOf = describing('dmarc', found);
  if (records.length === 0) {
    return recordOf(
      'missing',
      `There is no DMARC record at ${name}; large providers refuse newsletters without one. Add the TXT record v=DMARC1; p=none to begin with.`,
    );
  }
  if (records.length > 1) {
    return recordOf(
      'invalid',
      `There are ${records.length} DMARC records at ${name}, so programs ignore them all. Keep one.`,
    );
  }
  const tags = tagsOf(records[0] ?? '');
  const policy = (name === names[0] ? undefined : tags.get('sp')) ?? tags.get('p') ?? '';
  if (!POLICIES.has(policy.toLowerCase())) {
    return recordOf('invalid', `The DMARC record at ${name} has no policy. Add p=none, p=quarantine or p=reject.`);
  }
  return recordOf('found', `The DMARC record at ${name} has the policy ${policy.toLowerCase()}.`);
}

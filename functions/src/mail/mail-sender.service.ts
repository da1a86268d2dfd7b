import { AppError } from '@inkwell/shared/errors';
import { type MailSender, type SenderRecord, SenderRecordKind } from '@inkwell/shared/mail';
import { isAdmin, type Viewer } from '@inkwell/shared/permissions';
import type { Clock } from '../common/clock.ts';
import { domainOf } from './mail.ts';
import { dkimOf, dmarcOf, spfOf } from './sender-records.ts';
import type { Transport } from './transport.ts';
import type { TxtLookUp } from './txt-look-up.ts';

const KEPT_MS = { known: 5 * 60_000, unreachable: 30_000 } as const;

export interface MailSenderService {
  /**
   * The DNS records of the sender's domain, cached in this instance for minutes. Takes a few seconds if DNS does not answer.
   * @throws AppError `forbidden` unless an admin asks
   */
  check(viewer: Viewer): Promise<MailSender>;
}

export function createMailSenderService({
  address,
  dkimSelector,
  transport,
  lookUpTxt,
  clock,
}: {
  /** The emails' `Name <address>`. */
  address: () => Promise<string>;
  dkimSelector: () => Promise<string | null>;
  transport: Pick<Transport, 'isOn'>;
  /** Null without a DNS server to query: on the local stack. */
  lookUpTxt: TxtLookUp | null;
  clock: Clock;
}): MailSenderService {
  let kept: { key: string; at: Date; untilMs: number; records: Promise<SenderRecord[]> } | null = null;

  /** Cached for one domain and selector. Parallel callers share the lookup. */
  function recordsOf(lookUp: TxtLookUp, domain: string, selector: string | null) {
    const [key, at] = [`${domain} ${selector}`, clock.now()];
    // Also earlier than `at` if the clock was set back.
    if (kept?.key === key && kept.at <= at && at.getTime() < kept.untilMs) return kept;
    const dkim = selector === null ? notSet('dkim', NO_SELECTOR) : dkimOf(lookUp, domain, selector);
    const records = Promise.all([spfOf(lookUp, domain), dkim, dmarcOf(lookUp, domain)]);
    const made = { key, at, untilMs: at.getTime() + KEPT_MS.known, records };
    records.then((all) => {
      if (all.some(({ state }) => state === 'unreachable')) made.untilMs = at.getTime() + KEPT_MS.unreachable;
    });
    kept = made;
    return made;
  }

  return {
    async check(viewer) {
      if (!isAdmin(viewer)) throw new AppError('forbidden');
      const from = await address();
      const domain = domainOf(from) ?? '';
      const sender = { address: /<([^<>]*)>\s*$/.exec(from)?.[1] ?? from, domain };
      const reason = lookUpTxt === null ? LOCAL : transport.isOn ? null : NO_SERVER;
      if (lookUpTxt === null || reason !== null) {
        const records = SenderRecordKind.options.map((kind) => notSet(kind, reason ?? LOCAL));
        return { ...sender, checkedAt: null, records };
      }
      const { records, at } = recordsOf(lookUpTxt, domain, await dkimSelector());
      return { ...sender, checkedAt: at.toISOString(), records: await records };
    },
  };
}

const LOCAL = 'Not looked up: this is a local stack, whose mails stay in its mailbox.';
const NO_SERVER = 'Not looked up: no mail server is set (SMTP_URL is none), so no mail leaves yet.';
const NO_SELECTOR =
  'Not looked up: no DKIM selector is set. Your mail provider names it, such as s1 or google; write it into the settings, under Mail.';

const notSet = (kind: SenderRecordKind, text: string): SenderRecord => ({
  kind,
  state: 'not-set',
  name: null,
  value: null,
  text,
});

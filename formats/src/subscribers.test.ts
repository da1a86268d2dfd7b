// @module-tag thorough
import { describe, expect, it } from 'vitest';
import { readGhostRedirects } from './ghost-redirects.ts';
import { ImportFault } from './records.ts';
import { readSubscribers } from './subscribers.ts';
import { allOf, ofKind, sourceOf } from './testing/sources.ts';

const read = (csv: string | Uint8Array) => allOf(readSubscribers({ source: sourceOf(csv, 's.csv') }));

describe('a CSV file of subscribers', () => {
  it("can be in Ghost's format", async () => {
    const all = await read(
      '\ufeffid,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers\r\n' +
        '1,a@example.org,"Ada ""L."", Countess","a note\nof two lines",true,,,2024-05-01T10:00:00.000Z,,"VIP, Early",\r\n' +
        '2,b@example.org,,,false,true,cus_1,,,,\r\n' +
        '3,c@example.org,,,true,,,,2024-06-01T00:00:00.000Z,,\r\n' +
        '4,nobody,,,true,,,,,,\r\n5,A@example.org,,,false,,,,,,\r\n',
    );

    expect(ofKind(all, 'subscriber')).toEqual([
      {
        kind: 'subscriber',
        key: 'a@example.org',
        email: 'a@example.org',
        name: 'Ada "L.", Countess',
        state: 'subscribed',
        subscribedAt: '2024-05-01T10:00:00.000Z',
        labels: ['VIP', 'Early'],
      },
      {
        kind: 'subscriber',
        key: 'b@example.org',
        email: 'b@example.org',
        name: null,
        state: 'left',
        subscribedAt: null,
        labels: ['complimentary'],
      },
      {
        kind: 'subscriber',
        key: 'c@example.org',
        email: 'c@example.org',
        name: null,
        state: 'left',
        subscribedAt: null,
        labels: [],
      },
    ]);
    expect(ofKind(all, 'suppression')).toMatchObject([{ email: 'A@example.org', reason: 'unsubscribed' }]);
    expect(ofKind(all, 'report').map(({ text }) => text)).toEqual([
      'Line 6 has no email address',
      'Line 7 repeats an address',
      'The names of 1 people were left out: subscribers have none here',
      'Notes about people were left out',
      '1 person pays or has a plan; payments stay where they are',
    ]);
  });

  it("can be in Substack's format, in which an active subscription is a paid one", async () => {
    const all = await read(
      'email,active_subscription,expiry,plan,email_disabled,created_at\na@example.org,false,,free,false,2024-05-01\nb@example.org,true,,yearly,true,2024-05-02\n',
    );

    expect(ofKind(all, 'subscriber').map(({ email, state }) => [email, state])).toEqual([
      ['a@example.org', 'subscribed'],
      ['b@example.org', 'left'],
    ]);
    expect(ofKind(all, 'suppression')).toMatchObject([{ email: 'b@example.org', reason: 'other' }]);
  });

  it('can have other headers, semicolons, tabs and UTF-16', async () => {
    const semicolons = await read(
      'Email Address;First Name;Last Name;Status\nx@example.org;Eve;M.;cleaned\ny@example.org;;;pending\nz@example.org;;;Spam complaint\n',
    );
    const text = 'E-Mail\tName\r\nä@example.org\tÄda\r\n';
    const wide = new Uint8Array([0xff, 0xfe, ...new Uint8Array(Buffer.from(text, 'utf16le'))]);

    expect(ofKind(semicolons, 'subscriber').map(({ name, state }) => [name, state])).toEqual([
      ['Eve M.', 'left'],
      [null, 'unconfirmed'],
      [null, 'left'],
    ]);
    expect(ofKind(semicolons, 'suppression').map(({ reason }) => reason)).toEqual(['bounce', 'complaint']);
    expect(ofKind(await read(wide), 'subscriber')).toMatchObject([{ email: 'ä@example.org', name: 'Äda' }]);
  });

  it('is refused with the line if it is damaged', async () => {
    const fail = async (csv: string | Uint8Array) => {
      const error = await read(csv).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(ImportFault);
      return (error as ImportFault).message;
    };

    expect(await fail('email\na@example.org\n"open\nb@example.org\n')).toBe('s.csv, line 3: A quote is never closed');
    expect(await fail('name\nAda\n')).toBe('s.csv, line 1: The header has no column of email addresses');
    expect(await fail('')).toBe('s.csv: The file is empty');
    expect(await fail(`email\n${'a'.repeat(2_000_000)}`)).toBe('s.csv, line 2: A row is too long');
    expect(await fail(new Uint8Array([101, 255, 254, 10]))).toContain('not written in UTF-8');
  });

  it("can be in Excel's format, and subscribes nobody who never asked for it", async () => {
    const all = await read(
      '\ufeffsep=;\r\nEmail;Status\r\na@example.org;nonsubscribed\r\nb@example.org;opted out\r\nc@example.org;subscribed\r\n',
    );

    expect(ofKind(all, 'subscriber').map(({ state }) => state)).toEqual(['left', 'left', 'subscribed']);
  });

  it('is refused if its last row is incomplete, but may have shorter rows', async () => {
    await expect(read('email,name,labels\na@example.org,Ada,\nb@exam')).rejects.toThrow(
      's.csv, line 3: The file ends in',
    );
    expect(ofKind(await read('email,name\na@example.org\nb@example.org'), 'subscriber')).toHaveLength(2);
  });
});

describe('a person who gets no email elsewhere', () => {
  /** The state and the suppression of one row. */
  const stateIn = async (header: string, row: string, name = 's.csv') => {
    const all = await allOf(readSubscribers({ source: sourceOf(`${header}\n${row}\n`, name) }));
    return [ofKind(all, 'subscriber')[0]?.state, ofKind(all, 'suppression')[0]?.reason ?? null];
  };

  const MAILCHIMP = 'Email Address,First Name,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,LAST_CHANGED,TAGS';
  const SUBSTACK = 'email,active_subscription,expiry,plan,email_disabled,created_at,first_payment_at';
  const BUTTONDOWN =
    'id,email_address,creation_date,type,last_bounce_date,churn_date,undeliverability_date,unsubscription_date,unsubscription_reason';
  const GHOST = 'id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at';
  const [signedUp, later] = ['2018-02-05 19:28:23', '2020-03-23 17:30:05'];

  it.each([
    ['Email Address,OPTIN_TIME,CLEAN_TIME', `a@example.net,${signedUp},${later}`, 'left', 'bounce'],
    [`${MAILCHIMP},CLEAN_TIME,CLEAN_CAMPAIGN_TITLE`, `a@example.net,,${signedUp},,,,,${later},Hi`, 'left', 'bounce'],
    [`${MAILCHIMP},UNSUB_TIME,UNSUB_REASON`, `a@example.net,,${signedUp},,,,,${later},No longer`, 'left', null],
    [`${MAILCHIMP},UNSUB_REASON`, `a@example.net,,${signedUp},,,,,It is spam`, 'left', 'complaint'],
    [MAILCHIMP, `a@example.net,,${signedUp},,${signedUp},,`, 'subscribed', null],
    [SUBSTACK, 'a@example.net,false,,other,false,2025-01-01,2025-06-01', 'subscribed', null],
    [SUBSTACK, 'a@example.net,false,,other,true,2025-01-01,', 'left', 'other'],
    ['Email,Type,Cancel date,Emails dropped (6mo)', 'a@example.net,Free,2024-05-01,3', 'subscribed', null],
    ['email,status,created_at', 'a@example.net,active,2024-05-01', 'subscribed', null],
    ['email,status,unsubscribed_at', 'a@example.net,inactive,2024-05-01', 'left', null],
    ['email,status', 'a@example.net,invalid', 'left', 'bounce'],
    ['email,status', 'a@example.net,validating', 'unconfirmed', null],
    ['email,status', 'a@example.net,paused', 'left', null],
    [BUTTONDOWN, '1,a@example.net,2024-05-01,regular,2024-06-01,2024-07-01,,,', 'subscribed', null],
    [BUTTONDOWN, '1,a@example.net,2024-05-01,undeliverable,,,2024-06-01,,', 'left', 'bounce'],
    [BUTTONDOWN, '1,a@example.net,2024-05-01,regular,,,,2024-06-01,', 'left', null],
    [BUTTONDOWN, '1,a@example.net,2024-05-01,complained,,,,,', 'left', 'complaint'],
    [BUTTONDOWN, '1,a@example.net,2024-05-01,blocked,,,,,', 'left', 'other'],
    [BUTTONDOWN, '1,a@example.net,2024-05-01,unactivated,,,,,', 'unconfirmed', null],
    ['email_address,first_name,status,state', 'a@example.net,A,cancelled,', 'left', null],
    ['email_address,state,status', 'a@example.net,Nevada,complained', 'left', 'complaint'],
    ['email,confirmed,unsubscribed', 'a@example.net,false,0', 'unconfirmed', null],
    ['Email,Emails disabled', 'a@example.net,true', 'left', 'other'],
    ['Email,Do not email', 'a@example.net,yes', 'left', null],
    ['Email,Unsubscribed from all email', 'a@example.net,TRUE', 'left', null],
    [GHOST, '1,a@example.net,,,true,,,2024-05-01,2025-01-01', 'left', null],
    [GHOST, '1,a@example.net,,,false,,,2024-05-01,', 'left', null],
    [GHOST, '1,a@example.net,,,true,,,2024-05-01,', 'subscribed', null],
  ])('is never subscribed: %s, %s', async (header, row, state, reason) => {
    expect(await stateIn(header, row)).toEqual([state, reason]);
  });

  it('is recognized by the name of the file if its rows do not show it', async () => {
    const row = `a@example.net,,${signedUp},,,,`;

    expect(await stateIn(MAILCHIMP, row, 'nonsubscribed_email_audience_export_1.csv')).toEqual(['left', null]);
    expect(await stateIn(MAILCHIMP, row, 'cleaned_members_export_1.csv')).toEqual(['left', 'bounce']);
    expect(await stateIn('email', 'a@example.net', 'unsubscribes.csv')).toEqual(['left', null]);
    expect(await stateIn(MAILCHIMP, row, 'subscribed_members_export_1.csv')).toEqual(['subscribed', null]);
    expect(await stateIn(MAILCHIMP, row, 'cleaned-by-hand.csv')).toEqual(['subscribed', null]);
  });

  it('keeps labels that Mailchimp quotes', async () => {
    const all = await read(
      'Email Address,TAGS\na@example.org,"""Readers, old"",""Press"""\nb@example.org,"VIP, ""A, b"""\n',
    );

    expect(ofKind(all, 'subscriber').map(({ labels }) => labels)).toEqual([
      ['Readers, old', 'Press'],
      ['VIP', 'A, b'],
    ]);
  });
});

describe('redirects of Ghost', () => {
  const redirects = (text: string) => allOf(readGhostRedirects({ source: sourceOf(text, 'r') }));

  it('are imported if they match one address or a prefix', async () => {
    const all = await redirects(
      JSON.stringify([
        { from: '/old-post/', to: '/new-post/', permanent: true },
        { from: '^\\/a\\.html$', to: 'http://x.example/a', permanent: false },
        { from: '/^\\/Blog\\/(.*)$/i', to: '/writing/$1' },
        { from: '^/gone/.*', to: '/' },
        { from: '^/old-(.*)$', to: '/$1' },
        { from: '^/tag-([^/]+)/?$', to: '/tags/$1/' },
        { from: '^\\/post\\/([a-z0-9\\-]+)\\/?$', to: '/$1' },
        { from: '^/(\\w+)$', to: '/words/$1' },
        { from: '/year/([0-9]{4})/(.*)', to: '/$1-$2' },
        { from: '^/(a|b)$', to: '/c' },
        { from: '/admin/x', to: '/y' },
        { from: '/bad', to: 'javascript:alert(1)' },
        { from: '/old-post/', to: '/again' },
      ]),
    );

    expect(ofKind(all, 'redirect').map(({ from, to, status }) => [from, to, status])).toEqual([
      ['/old-post/', '/new-post/', 301],
      ['/a.html', 'https://x.example/a', 302],
      ['/Blog/*', '/writing/:splat', 301],
      ['/gone/*', '/', 301],
      ['/old-*', '/:splat', 301],
      ['/tag-*', '/tags/:splat', 301],
      ['/post/*', '/:splat', 301],
    ]);
    expect(ofKind(all, 'report').map(({ reason, about }) => [reason, about])).toEqual([
      ['redirect-left-out', '^/(\\w+)$'],
      ['redirect-left-out', '/year/([0-9]{4})/(.*)'],
      ['redirect-left-out', '^/(a|b)$'],
      ['redirect-left-out', '/admin/x'],
      ['redirect-left-out', '/bad'],
      ['redirect-left-out', '/old-post/'],
    ]);
  });

  it('are read from YAML too', async () => {
    const all = await redirects('301:\n  /a: /b\n302:\n  ^\\/c\\/$: https://x.example/d\n');

    expect(ofKind(all, 'redirect').map(({ from, to, status }) => [from, to, status])).toEqual([
      ['/a', '/b', 301],
      ['/c/', 'https://x.example/d', 302],
    ]);
  });

  it('are refused if they are damaged', async () => {
    await expect(redirects('[{"from":"/a"}]')).rejects.toThrow('r, record 1: A rule needs from and to');
    await expect(redirects('[')).rejects.toThrow('r: This is no JSON');
    await expect(redirects('301:\n\t- x')).rejects.toThrow(/^r, line 2: This is no YAML$/);
  });
});

import { DEFAULT_SITE } from '@inkwell/shared/site';
import { HtmlValidate } from 'html-validate';
import { describe, expect, it } from 'vitest';
import { letter, listHeaders, paragraph, senderOf, smallPrint } from './letter.ts';

const site = {
  ...DEFAULT_SITE,
  name: 'Ink & <Well>',
  contact: 'hello@inkwell.test',
  postalAddress: 'Harbour Street 12\nHamburg',
} as unknown as Parameters<typeof letter>[0];

const url = 'https://inkwell.test/confirm#token=a&b';
const made = letter(site, {
  heading: 'Welcome, <script>alert(1)</script>',
  parts: [
    paragraph(
      'Somebody asked, at ',
      { text: 'ada"@example.com', isStrong: true },
      ', for more.\r\nBcc: eve@example.com',
    ),
    { kind: 'button', label: 'Confirm <me>', url, days: 7, instead: 'To confirm, open this link within 7 days' },
    smallPrint('Not interested? ', { text: 'Leave', url: 'https://inkwell.test/leave' }),
  ],
});

describe('an email', () => {
  it('is HTML in which everything is escaped, with tables for layout only and one heading', async () => {
    const { html } = made;

    expect(html).not.toContain('<script');
    expect(html).toContain('Ink &amp; &lt;Well&gt;');
    expect(html).toContain('href="https://inkwell.test/confirm#token=a&amp;b"');
    expect(html.match(/<table(?! role="presentation")/g)).toBeNull();
    expect(html.match(/<h1/g)).toHaveLength(1);
    const validator = new HtmlValidate({
      root: true,
      extends: ['html-validate:standard'],
      rules: { 'no-inline-style': 'off', 'no-deprecated-attr': 'off', 'doctype-style': 'off' },
    });
    const report = await validator.validateString(html);
    expect(report.results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => [ruleId, message]))).toEqual(
      [],
    );
  });

  it('has colors for light and dark, and loads nothing', () => {
    const { html } = made;

    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toMatch(/@media \(prefers-color-scheme:dark\)/);
    expect(html).not.toMatch(/<img|<link|@import|url\(|<iframe|background="/);
  });

  it("shows the site's logo next to the name or, if the logo contains it, with the name as alternative text", () => {
    const logo = 'https://inkwell.test/o/images%2F1763700000000-logo-2000x500.webp?alt=media';
    const htmlWith = (logoReplacesName: boolean) =>
      letter({ ...site, logo, logoReplacesName }, { heading: 'Hello', parts: [] }).html;
    const copy = logo.replace('.webp', '.w800.webp');

    const tag = (alt: string) =>
      new RegExp(`<img class="logo" src="${copy.replace(/[.?]/g, '\\$&')}" alt="${alt}" width="160" height="40"[^>]*>`);
    // Outlook on Windows does not show WebP, so it gets the name.
    const shown = (alt: string) => `<!--\\[if !mso\\]><!-->${tag(alt).source}<!--<!\\[endif\\]-->`;
    const name = 'Ink &amp; &lt;Well&gt;';
    expect(htmlWith(true)).toMatch(new RegExp(`<!--\\[if mso\\]>${name}<!\\[endif\\]-->${shown(name)}</p>`));
    expect(htmlWith(false)).toMatch(new RegExp(`${shown('')} ${name}</p>`));
  });

  it('is plain text from the same parts, with every address and the imprint', () => {
    expect(made.text).toBe(`Hello,

Somebody asked, at ada"@example.com, for more. Bcc: eve@example.com

To confirm, open this link within 7 days:

${url}

Not interested? Leave: https://inkwell.test/leave

Happy reading,
Ink & <Well>
Harbour Street 12
Hamburg
hello@inkwell.test
`);
    expect(made.html).toContain('Harbour Street 12<br>Hamburg');
  });
});

it('emails that can be refused say so to programs (RFC 8058, RFC 2919, RFC 3834)', () => {
  const oneClickUrl = 'https://inkwell.test/api/leave?token=t';

  expect(listHeaders('digest', { siteUrl: 'https://inkwell.test:8443', oneClickUrl })).toEqual({
    'List-Id': '<digest.inkwell.test>',
    'List-Unsubscribe': `<${oneClickUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'Auto-Submitted': 'auto-generated',
  });
});

it("a publication without a sender uses its name at the site's domain", () => {
  expect(senderOf('A "quoted",\r\nname\\', 'https://inkwell.test')).toBe('"A quoted , name" <noreply@inkwell.test>');
});

import { escapeHtml } from '@inkwell/shared/escape';
import { imageSources, narrowCopy } from '@inkwell/shared/images';
import { SITE_COLORS, SITE_MAIL } from '@inkwell/shared/site';
import { siteAccent } from '@inkwell/shared/site-look';
import type { SiteSettings } from '@inkwell/shared/site-settings';
import type { Mail } from './mail.ts';

/** The sender of every email. */
export const SENDER: Pick<Mail, 'from' | 'replyTo'> = {
  ...(SITE_MAIL.from !== null && { from: SITE_MAIL.from }),
  ...(SITE_MAIL.replyTo !== null && { replyTo: SITE_MAIL.replyTo }),
};

/** The sender if the publication sets none: its name at the site's domain, which the mail server must be allowed to send for. */
export const senderOf = (name: string, siteUrl: string): string =>
  `"${name.replace(/[\s\p{Cc}"\\]+/gu, ' ').trim()}" <noreply@${new URL(siteUrl).hostname}>`;

/** RFC 3834: prevents out-of-office replies. */
const AUTO_SUBMITTED = { 'Auto-Submitted': 'auto-generated' } as const;

/** The sender's identity, which many countries require in emails to subscribers. */
const imprintOf = ({ postalAddress, contact }: SiteSettings): string[] =>
  [postalAddress, contact].filter((line) => line !== null);

/** Escapes for a `style` attribute in double quotes. */
const fontStack = (names: readonly string[]): string =>
  names.map((name) => (name.includes(' ') ? `'${name}'` : name)).join(',');
const SERIF = fontStack(SITE_MAIL.serif);
export const SANS = fontStack(SITE_MAIL.sans);

/** The width of an email's text in pixels. */
export const MAIL_WIDTH = 600;

/** A passage of an email: plain text, optionally strong or a link. Everything is escaped when rendered. */
export type Passage = string | { readonly text: string; readonly url?: string; readonly isStrong?: boolean };

/** A part of an email, rendered as HTML and as plain text. */
export type LetterPart =
  | { readonly kind: 'text'; readonly passages: readonly Passage[]; readonly isSmall?: boolean }
  /** Text written by a person, as plain text. */
  | { readonly kind: 'quote'; readonly text: string }
  /** The email's main link. Programs that show no buttons show its address. */
  | {
      readonly kind: 'button';
      readonly label: string;
      readonly url: string;
      readonly days: number;
      /** The sentence in the plain text, which has no button; without its final colon. */
      readonly instead: string;
    };

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Isolates a name or title in our sentences, whose direction it must not change (U+2068 and U+2069, Unicode annex 9). */
export const inSentence = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text);

export const paragraph = (...passages: readonly Passage[]): LetterPart => ({ kind: 'text', passages });
export const smallPrint = (...passages: readonly Passage[]): LetterPart => ({ kind: 'text', passages, isSmall: true });

/** The HTML and plain text of an email, from the same parts. */
export const letter = (
  site: SiteSettings,
  { heading, parts }: { heading: string; parts: readonly LetterPart[] },
): { text: string; html: string } => ({
  text: letterText(site, parts.map(partText).join('\n\n')),
  html: letterHtml(site, {
    title: heading,
    heading: escapeHtml(heading),
    body: parts.map((part) => partHtml(site, part)).join('\n'),
  }),
});

/** On one line, because people's words must not look like a paragraph or link of our own. */
const inOneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ');

function partText(part: LetterPart): string {
  if (part.kind === 'button') return `${part.instead}:\n\n${part.url}`;
  if (part.kind === 'quote') return `> ${inOneLine(part.text)}`;
  return part.passages
    .map((passage) => {
      if (typeof passage === 'string') return inOneLine(passage);
      return passage.url === undefined ? inOneLine(passage.text) : `${inOneLine(passage.text)}: ${passage.url}`;
    })
    .join('');
}

function partHtml(site: SiteSettings, part: LetterPart): string {
  if (part.kind === 'button') return letterButton(site, part);
  if (part.kind === 'quote') {
    return `<blockquote class="text" dir="auto" style="margin:0 0 16px;padding:0 0 0 16px;border-left:3px solid #8a8a8a">${escapeHtml(part.text)}</blockquote>`;
  }
  const inner = part.passages.map(passageHtml).join('');
  const small = `margin:28px 0 0;font-family:${SANS};font-size:13px`;
  return `<p class="${part.isSmall ? 'muted' : 'text'}" dir="auto" style="${part.isSmall ? small : 'margin:0 0 16px'}">${inner}</p>`;
}

function passageHtml(passage: Passage): string {
  if (typeof passage === 'string') return escapeHtml(passage);
  const { text, url, isStrong } = passage;
  if (url !== undefined) return `<a class="link" href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;
  return isStrong ? `<strong>${escapeHtml(text)}</strong>` : escapeHtml(text);
}

/** An email as plain text, with greeting and signature. */
export const letterText = (site: SiteSettings, body: string): string => `Hello,

${body}

Happy reading,
${site.name}
${imprintOf(site)
  .map((line) => `${line}\n`)
  .join('')}`;

/** For programs that follow the reader's color scheme; `data-ogsc` is Outlook's own. Others keep the light colors or invert them. */
function schemeStyle(site: SiteSettings): string {
  const { paper, surface, text, muted, line } = SITE_COLORS.dark;
  const { accent, onAccent } = siteAccent('dark', site.accentDark);
  const rules = [
    ['.paper', `background-color:${paper}!important`],
    ['.sheet', `background-color:${surface}!important;border-color:${accent} ${line} ${line}!important`],
    ['.sheet,.text,.text p,.text li,h1,h2,h3,h4', `color:${text}!important`],
    ['.muted,.muted p', `color:${muted}!important`],
    // Logos are designed for light paper.
    ['.logo', `padding:6px 8px;border-radius:6px;background-color:${SITE_COLORS.light.surface}!important`],
    ['a,.link', `color:${accent}!important`],
    ['.button', `background-color:${accent}!important`],
    ['.button a', `color:${onAccent}!important`],
  ] as const;
  const dark = rules.map(([selectors, style]) => `${selectors}{${style}}`).join('\n');
  const outlook = rules
    .map(
      ([selectors, style]) =>
        `${selectors
          .split(',')
          .map((selector) => `[data-ogsc] ${selector}`)
          .join(',')}{${style}}`,
    )
    .join('\n');
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.sheet{padding:24px 20px!important}.imprint{padding:16px 20px!important}.paper-cell{padding:0!important}}
@media (prefers-color-scheme:dark){
${dark}
}
${outlook}`;
}

/**
 * An email as HTML. Uses tables, the only layout that old programs support, and inline styles. `heading` and `body` are HTML: escape every value in
 * them. `title` and `previewText`, which lists of emails show after the subject, are plain text.
 */
export function letterHtml(
  site: SiteSettings,
  {
    title,
    heading,
    body,
    previewText = null,
  }: { title: string; heading: string; body: string; previewText?: string | null },
): string {
  const { paper, surface, text, muted, line } = SITE_COLORS.light;
  const { accent } = siteAccent('light', site.accentLight);
  const base = `font-family:${SERIF};font-size:17px;line-height:1.6;color:${text}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${escapeHtml(title)}</title>
<style>
a{color:${accent}}
${schemeStyle(site)}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background-color:${paper};${base}">
${previewText === null ? '' : `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(previewText)}${'&#847;&zwnj;&nbsp;'.repeat(40)}</div>\n`}<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:${paper}">
<tr>
<td class="paper-cell" align="center" style="padding:24px 12px">
<!--[if mso]><table role="presentation" width="${MAIL_WIDTH}" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:${MAIL_WIDTH}px">
<tr>
<td class="sheet text" align="left" dir="auto" style="padding:32px 36px;background-color:${surface};border:1px solid ${line};border-top:4px solid ${accent};${base};word-break:break-word">
<p style="margin:0 0 24px;font-size:20px;font-weight:bold">${brandOf(site)}</p>
<h1 style="margin:0 0 16px;font-size:26px;line-height:1.3;font-weight:bold">${heading}</h1>
${body}
</td>
</tr>
<tr>
<td class="muted imprint" align="left" style="padding:16px 36px;font-family:${SANS};font-size:13px;line-height:1.5;color:${muted}">
${[site.name, ...imprintOf(site)].map((imprint) => escapeHtml(imprint).replaceAll('\n', '<br>')).join('<br>\n')}
</td>
</tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td>
</tr>
</table>
</body>
</html>
`;
}

/** The maximum size of a logo in pixels. */
const LOGO = { width: 240, height: 40 } as const;

/** The logo as in the page header, next to the name unless the logo contains it; without a logo, the name. */
function brandOf({ name, logo, logoReplacesName }: SiteSettings): string {
  const words = escapeHtml(name);
  if (logo === null) return words;
  const { src, srcSet, width, height } = imageSources(logo);
  const share = width && height ? Math.min(1, LOGO.width / width, LOGO.height / height) : null;
  const size =
    share === null ? '' : ` width="${Math.round(share * (width ?? 0))}" height="${Math.round(share * (height ?? 0))}"`;
  const url = narrowCopy(srcSet, 2 * LOGO.width) ?? src;
  const style = `max-width:100%;max-height:${LOGO.height}px;border:0;vertical-align:middle`;
  const picture = `<img class="logo" src="${escapeHtml(url)}" alt="${logoReplacesName ? words : ''}"${size} style="${style}">`;
  // Outlook on Windows does not show WebP, so it shows the name.
  const shown = `<!--[if !mso]><!-->${picture}<!--<![endif]-->`;
  return logoReplacesName ? `<!--[if mso]>${words}<![endif]-->${shown}` : `${shown} ${words}`;
}

/** The button of an email, and its written address for programs that show no buttons. */
export function letterButton(
  site: SiteSettings,
  { url, label, days }: { url: string; label: string; days: number },
): string {
  const { accent, onAccent } = siteAccent('light', site.accentLight);
  const href = escapeHtml(url);
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:28px 0">
<tr>
<td class="button" bgcolor="${accent}" style="border-radius:6px;background-color:${accent}">
<a href="${href}" style="display:inline-block;padding:12px 22px;color:${onAccent};text-decoration:none;font-family:${SANS};font-size:16px;font-weight:bold">${escapeHtml(label)}</a>
</td>
</tr>
</table>
<p class="text" style="margin:0 0 16px">The button works for ${days} days. If it does nothing, copy this address into your browser:<br>
<a class="link" href="${href}" style="word-break:break-all;font-size:14px">${href}</a></p>`;
}

/**
 * Headers of a list email (RFC 2919) with a one-click unsubscribe (RFC 8058). `oneClickUrl` answers POST, and shows people a page. Keep it short,
 * because some relays break long lines, which invalidates the signature.
 */
export const listHeaders = (list: string, { siteUrl, oneClickUrl }: { siteUrl: string; oneClickUrl: string }) =>
  ({
    'List-Id': `<${list}.${new URL(siteUrl).hostname}>`,
    'List-Unsubscribe': `<${oneClickUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    ...AUTO_SUBMITTED,
  }) as const;

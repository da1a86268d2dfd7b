import { escapeHtml } from '@inkwell/shared/escape';
import { isElement, type MarkdownNode, markdownTree } from '@inkwell/shared/markdown/tree';
import { archivePath } from '@inkwell/shared/newsletter-archive';
import { ISSUE_LIMITS, type IssueInput } from '@inkwell/shared/newsletter-issues';
import { textLanguage } from '@inkwell/shared/site-data';
import { siteAccent } from '@inkwell/shared/site-look';
import type { SiteSettings } from '@inkwell/shared/site-settings';
import type { SubscriberWant } from '@inkwell/shared/subscribers';
import { mailHtml } from '../html/mail-html.ts';
import { mailText } from '../html/mail-text.ts';
import { letterHtml, listHeaders, SANS, SENDER, senderOf } from '../mail/letter.ts';
import type { Mail } from '../mail/mail.ts';
import { unsubscribeToken } from '../newsletter/tokens.ts';
import { withCountedLinks } from './issue-links.ts';
import { type IssueParts, postParts } from './issue-parts.ts';
import { slugsFor } from './newsletter-issues.converter.ts';
import { bodyOf, postIdsIn } from './posts-in-issue.ts';

/** The fields of an issue that its emails show. */
export type IssueText = Pick<IssueInput, 'subject' | 'content'> & {
  readonly previewText: string | null;
  /** What its recipients subscribed to. */
  readonly want?: SubscriberWant;
  /** The path of its public page; none by default. */
  readonly archivePath?: string | null;
  /** Absent for previews. */
  readonly id?: string;
  readonly countsClicks?: boolean;
};

export interface IssueRendering {
  readonly site: SiteSettings;
  /** The address of the site without a final slash. */
  readonly siteUrl: string;
  /** Signs the unsubscribe links. */
  readonly secret: string;
  readonly parts: IssueParts;
}

/** An email with its sender. */
export type IssueMailText = Mail & { readonly from: string };

/** An issue rendered once for all recipients. */
export interface RenderedIssue {
  /** The email to one subscriber, with personal links for unsubscribing and choices. */
  mailTo(recipient: { readonly id: string; readonly to: string }): IssueMailText;
  /** The maximum size of an email in transit. */
  readonly bytes: number;
}

/** The notice for issues whose links count clicks. */
const CLICKS_COUNT = 'We count how often its links are opened, but not who opens them.';

/** A recipient whose email is as long as any. */
const SOMEBODY = { id: '0'.repeat(64), to: 'somebody@example.com' };

/** The emails of an issue: HTML and plain text from the same tree, with absolute addresses and all user text escaped. */
export function renderIssue(issue: IssueText, { site, siteUrl, secret, parts }: IssueRendering): RenderedIssue {
  const { subject, previewText } = issue;
  const tree = markdownTree(issue.content, { siteUrl });
  const link = siteAccent('light', site.accentLight).accent;
  const language = textLanguage({ language: null }, site);
  const clicks = issue.id !== undefined && issue.countsClicks ? { siteUrl, issueId: issue.id } : null;
  const shown = clicks ? withCountedLinks(tree, clicks) : (nodes: readonly MarkdownNode[]) => nodes;
  /** The heading of a single post, which replaces the identical subject. */
  const title = bodyOf(issue) === issue.content ? undefined : tree.find(isElement);
  const own = title ? parts.languages.get(postIdsIn(issue.content)[0] ?? '') : undefined;
  const postLink = title?.children.find(isElement)?.attributes.href;
  const heading = title ? mailHtml(shown(title.children), { link }) : escapeHtml(subject);
  const html = postParts(tree, siteUrl)
    .map(({ postId, nodes: all }) => {
      const nodes = shown(all.filter((node) => node !== title));
      const part = mailHtml(nodes, { link, copies: parts.copies });
      const own = postId === null ? undefined : parts.languages.get(postId);
      return own === undefined || own === site.language
        ? part
        : `<div lang="${escapeHtml(own)}" dir="auto">${part}</div>`;
    })
    .join('');
  const text = mailText(tree.filter((node) => node !== title));
  const host = new URL(siteUrl).host;
  const asked = issue.want === 'digest' ? 'weekly digest' : 'newsletter';
  /** Marks the language of the product's own words, which are English. */
  const writtenIn = (name: string | undefined) => (name === undefined ? '' : ` lang="${escapeHtml(name)}" dir="auto"`);

  const mailWith = (path: string | null, { id, to }: { readonly id: string; readonly to: string }): IssueMailText => {
    const page = path === null ? null : siteUrl + path;
    const token = `${unsubscribeToken(secret, id)}${issue.id === undefined ? '' : `.${issue.id}`}`;
    const leave = `${siteUrl}/newsletter/unsubscribe#token=${token}`;
    const choose = `${siteUrl}/newsletter/choices#token=${token}`;
    const why = `You get this mail because you subscribed to the ${asked} of ${site.name} at ${host}.`;
    const reason = clicks ? `${why} ${CLICKS_COUNT}` : why;
    return {
      to,
      ...SENDER,
      from: SENDER.from ?? senderOf(site.name, siteUrl),
      headers: listHeaders('newsletter', {
        siteUrl,
        oneClickUrl: `${siteUrl}/api/newsletter/unsubscribe?token=${token}`,
      }),
      message: {
        subject,
        text: [
          site.name,
          postLink === undefined ? subject : `${subject}\n${postLink}`,
          text,
          '-- ',
          reason,
          ...(page === null ? [] : [`View in browser: ${page}`]),
          `Unsubscribe: ${leave}`,
          `Choose what you get: ${choose}`,
          [site.postalAddress, site.contact].filter(Boolean).join('\n'),
        ].join('\n\n'),
        html: letterHtml(site, {
          title: subject,
          heading: `<span${writtenIn(own ?? language)}>${heading}</span>`,
          previewText,
          body: `<div class="text"${writtenIn(language)}>
${html}
</div>
<p class="muted" style="margin:32px 0 0;font-family:${SANS};font-size:13px;line-height:1.5">${escapeHtml(reason)}<br>
${page === null ? '' : `<a class="link" href="${escapeHtml(page)}" style="color:${link}">View in browser</a> &middot;\n`}<a class="link" href="${escapeHtml(leave)}" style="color:${link}">Unsubscribe</a> &middot;
<a class="link" href="${escapeHtml(choose)}" style="color:${link}">Choose what you get</a></p>`,
        }),
      },
    };
  };

  // As long as any address, because the issue may enter the archive after its size was measured.
  const { longest } = slugsFor({ ...SOMEBODY, subject, at: new Date(0) });
  const { message } = mailWith(archivePath(longest), SOMEBODY);
  const mailTo: RenderedIssue['mailTo'] = (recipient) => mailWith(issue.archivePath ?? null, recipient);
  return { mailTo, bytes: wireBytes(message.html) + wireBytes(message.text) + HEADER_BYTES };
}

export const isTooLong = ({ bytes }: Pick<RenderedIssue, 'bytes'>): boolean => bytes > ISSUE_LIMITS.mailBytes;

/** Headers and the lines between the parts. */
const HEADER_BYTES = 2_000;

/** The size of a text as quoted-printable, or as base64 if most of it is not ASCII (RFC 2045 §6.7, §6.8), with line breaks. */
function wireBytes(text: string): number {
  const bytes = Buffer.from(text);
  let escaped = 0;
  for (const byte of bytes) if (byte === 0x3d || byte > 0x7e) escaped += 1;
  const quoted = bytes.length + 2 * escaped;
  return Math.ceil((escaped > bytes.length / 2 ? (bytes.length * 4) / 3 : quoted) * (78 / 75));
}

import { BLUESKY_API, type Embed, embedOf, embedWords, frameUrl, isDid } from '@inkwell/shared/markdown/embeds';
import * as z from 'zod/mini';

/** Set as attributes of the frame. */
interface Rights {
  readonly sandbox: string;
  readonly allow: string;
  readonly referrerpolicy: ReferrerPolicy;
}

/**
 * Frames keep their own origin, which separates them from the page and gives them access to their own storage. Pages that they
 * open are not sandboxed. Further requirements:
 * - YouTube refuses to play without knowing the site (Error 153: "Required Minimum Functionality", embedded player client
 *   identity) and without `allow-presentation`;
 * - Vimeo lets owners name the sites that may show a video, and CodePen's preview refuses without a referrer;
 * - CodePen's pens may contain forms.
 */
const OWN_ORIGIN = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox';
const VIDEO: Rights = {
  sandbox: `${OWN_ORIGIN} allow-presentation`,
  allow: 'autoplay; encrypted-media; fullscreen; picture-in-picture',
  referrerpolicy: 'strict-origin-when-cross-origin',
};
const RIGHTS: Readonly<Record<Embed['kind'], Rights>> = {
  youtube: VIDEO,
  vimeo: VIDEO,
  bluesky: { sandbox: OWN_ORIGIN, allow: 'fullscreen', referrerpolicy: 'no-referrer' },
  codepen: {
    sandbox: `${OWN_ORIGIN} allow-forms`,
    allow: 'fullscreen',
    referrerpolicy: 'strict-origin-when-cross-origin',
  },
};

const RESOLVE_TIMEOUT_MS = 10_000;
const Resolved = z.object({ did: z.string().check(z.refine(isDid)) });

/** The account of a handle. @throws Error if Bluesky does not know the handle; TypeError without a network */
async function didOf(handle: string): Promise<string> {
  const url = new URL('/xrpc/com.atproto.identity.resolveHandle', BLUESKY_API);
  url.searchParams.set('handle', handle);
  const answer = await fetch(url, {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(RESOLVE_TIMEOUT_MS),
  });
  if (!answer.ok) throw new Error(`Bluesky answers ${answer.status} for ${handle}`);
  return z.parse(Resolved, await answer.json()).did;
}

/** Addresses on Bluesky contain handles, which its frame does not accept (bluesky-social/social-app#9073). */
const settled = async (embed: Embed): Promise<Embed> =>
  embed.kind === 'bluesky' && !isDid(embed.account) ? { ...embed, account: await didOf(embed.account) } : embed;

/**
 * Opens the embed of `address` in a frame over `place` and focuses it. Contacts the other site, so it may be called only after the
 * reader has pressed the button.
 * @throws Error if the address is no embed or the other site does not answer
 */
export async function openEmbed(place: HTMLElement, address: string): Promise<void> {
  const known = embedOf(address);
  if (!known) throw new Error(`${address} cannot be shown in a frame`);
  const embed = await settled(known);
  const frame = document.createElement('iframe');
  // `src` is set last: the other attributes apply only to content that is loaded after them.
  const attributes = {
    title: embedWords(embed).title,
    ...RIGHTS[embed.kind],
    // The container is already on screen.
    loading: 'eager',
    src: frameUrl(embed, getComputedStyle(place).colorScheme === 'dark' ? 'dark' : 'light'),
  };
  for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value);
  place.append(frame);
  frame.focus();
}

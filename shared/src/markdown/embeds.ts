/*
 * The embeds that a text can show in a frame. Ids are extracted from an address and checked against each site's rules; the frame's
 * address is built from these ids alone, so nothing else that a writer typed is passed on.
 */

export type Embed =
  | { readonly kind: 'youtube'; readonly videoId: string; readonly startSeconds: number; readonly isShort: boolean }
  /** `hash` gives access to unlisted videos. */
  | { readonly kind: 'vimeo'; readonly videoId: string; readonly hash: string | null; readonly startSeconds: number }
  /** `account` is a DID, or a handle, which Bluesky's frame does not take. */
  | { readonly kind: 'bluesky'; readonly account: string; readonly postKey: string }
  /** `owner` is a user, or `team/` and a team. */
  | { readonly kind: 'codepen'; readonly owner: string; readonly penId: string };

type Kind = Embed['kind'];

/** The hosts of frames. The Content-Security-Policy allows these and the hosts for signing in. */
export const FRAME_ORIGINS: Readonly<Record<Kind, string>> = {
  youtube: 'https://www.youtube-nocookie.com',
  vimeo: 'https://player.vimeo.com',
  bluesky: 'https://embed.bsky.app',
  codepen: 'https://codepen.io',
};

/** Resolves handles to accounts. */
export const BLUESKY_API = 'https://public.api.bsky.app';

/** Longer addresses are refused, because browsers and sites do not support them. */
export const MAX_ADDRESS_CHARS = 2_000;

interface Parts {
  /** The segments of the path. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  /** The fragment, read as a query: `#t=90`. */
  readonly fragment: URLSearchParams;
}

type EmbedOf<K extends Kind> = Extract<Embed, { readonly kind: K }>;
type Reader<K extends Kind> = (parts: Parts) => EmbedOf<K> | null;

const VIDEO_ID = /^[\w-]{11}$/;
/** Words in the addresses of lists and channels that are as long as an id. */
const NO_VIDEOS = new Set(['videoseries', 'live_stream']);
const YOUTUBE_PATHS = new Set(['shorts', 'live', 'embed', 'v']);

function youtube(videoId: string | null | undefined, { path, query, fragment }: Parts): EmbedOf<'youtube'> | null {
  if (!videoId || !VIDEO_ID.test(videoId) || NO_VIDEOS.has(videoId)) return null;
  const start = query.get('t') ?? query.get('start') ?? fragment.get('t');
  return { kind: 'youtube', videoId, startSeconds: secondsOf(start), isShort: path[0] === 'shorts' };
}

const youtubeSite: Reader<'youtube'> = (parts) => {
  const [first = '', second, ...others] = parts.path;
  if (first === 'watch' && second === undefined) return youtube(parts.query.get('v'), parts);
  return YOUTUBE_PATHS.has(first) && others.length === 0 ? youtube(second, parts) : null;
};

const youtubeShort: Reader<'youtube'> = (parts) => (parts.path.length === 1 ? youtube(parts.path[0], parts) : null);

const VIMEO_ID = /^[1-9]\d{0,11}$/;
const VIMEO_HASH = /^[0-9a-f]{6,40}$/;
/** `/channels/staffpicks/1`, `/groups/shorts/videos/1`, `/showcase/2/video/1` and the like. */
const VIMEO_COLLECTION = /^(?:channels\/[\w-]+|groups\/[\w-]+\/videos|(?:album|showcase)\/\d+\/video)$/;

function vimeo(videoId: string, hash: string | null, { query, fragment }: Parts): EmbedOf<'vimeo'> | null {
  if (!VIMEO_ID.test(videoId) || (hash !== null && !VIMEO_HASH.test(hash))) return null;
  return { kind: 'vimeo', videoId, hash, startSeconds: secondsOf(fragment.get('t') ?? query.get('t')) };
}

const vimeoSite: Reader<'vimeo'> = (parts) => {
  const [first = '', second, ...others] = parts.path;
  if (VIMEO_ID.test(first) && others.length === 0) return vimeo(first, second ?? parts.query.get('h'), parts);
  const isCollection = VIMEO_COLLECTION.test(parts.path.slice(0, -1).join('/'));
  return isCollection ? vimeo(parts.path.at(-1) ?? '', null, parts) : null;
};

const vimeoPlayer: Reader<'vimeo'> = (parts) => {
  const [first, id = '', ...others] = parts.path;
  return first === 'video' && others.length === 0 ? vimeo(id, parts.query.get('h'), parts) : null;
};

/** https://atproto.com/specs/did: of these two kinds, the second without paths and ports. */
const DID = /^did:(?:plc:[a-z2-7]{24}|web:[a-z0-9.-]{3,253})$/;
/** https://atproto.com/specs/handle */
const HANDLE = /^(?=.{3,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
/** https://atproto.com/specs/tid */
const POST_KEY = /^[2-7a-j][2-7a-z]{12}$/;

export const isDid = (account: string): boolean => DID.test(account);

const bluesky: Reader<'bluesky'> = ({ path }) => {
  const [profile, account = '', post, postKey = '', ...others] = path;
  if (profile !== 'profile' || post !== 'post' || others.length > 0 || !POST_KEY.test(postKey)) return null;
  if (!isDid(account) && !HANDLE.test(account)) return null;
  return { kind: 'bluesky', account, postKey };
};

const PEN = /^((?:team\/)?[a-z0-9][\w-]{0,63})\/(?:pen|details|full|embed(?:\/preview)?)\/([a-z0-9]{4,64})$/i;

const codepen: Reader<'codepen'> = ({ path }) => {
  const [, owner, penId] = PEN.exec(path.join('/')) ?? [];
  return owner && penId && owner !== 'team' ? { kind: 'codepen', owner, penId } : null;
};

/** The parsers of each kind, by host. */
const HOSTS: { readonly [K in Kind]: Readonly<Record<string, Reader<K>>> } = {
  youtube: {
    'youtube.com': youtubeSite,
    'www.youtube.com': youtubeSite,
    'm.youtube.com': youtubeSite,
    'music.youtube.com': youtubeSite,
    'youtube-nocookie.com': youtubeSite,
    'www.youtube-nocookie.com': youtubeSite,
    'youtu.be': youtubeShort,
  },
  vimeo: { 'vimeo.com': vimeoSite, 'www.vimeo.com': vimeoSite, 'player.vimeo.com': vimeoPlayer },
  bluesky: { 'bsky.app': bluesky },
  codepen: { 'codepen.io': codepen },
};
const READERS = new Map<string, Reader<Kind>>(Object.values(HOSTS).flatMap((readers) => Object.entries(readers)));

/** Seconds from `90`, `90s`, `1m30s` or `1h2m3s`; else 0. */
function secondsOf(time: string | null): number {
  const [, hours = 0, minutes = 0, seconds = 0] =
    /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,6})s?)?$/.exec(time ?? '') ?? [];
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
}

/** The embed for an address; null if the address has no supported form. */
export function embedOf(address: string): Embed | null {
  if (address.length > MAX_ADDRESS_CHARS || !URL.canParse(address)) return null;
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol) || url.port || url.username || url.password) return null;
  return (
    READERS.get(url.hostname)?.({
      path: url.pathname.replace(/\/$/, '').slice(1).split('/'),
      query: url.searchParams,
      fragment: new URLSearchParams(url.hash.slice(1)),
    }) ?? null
  );
}

/**
 * The address of the frame. Videos start at once, because the reader has pressed "Play".
 * @throws Error for a post of Bluesky whose account is not a DID yet
 */
export function frameUrl(embed: Embed, scheme: 'light' | 'dark'): string {
  const url = new URL(FRAME_ORIGINS[embed.kind]);
  const { searchParams: query } = url;
  switch (embed.kind) {
    case 'youtube':
      url.pathname = `/embed/${embed.videoId}`;
      query.set('autoplay', '1');
      if (embed.startSeconds > 0) query.set('start', String(embed.startSeconds));
      break;
    case 'vimeo':
      url.pathname = `/video/${embed.videoId}`;
      query.set('autoplay', '1');
      // Without it, Vimeo sets long-lived tracking cookies.
      query.set('dnt', '1');
      if (embed.hash) query.set('h', embed.hash);
      if (embed.startSeconds > 0) url.hash = `t=${embed.startSeconds}s`;
      break;
    case 'bluesky':
      if (!isDid(embed.account)) throw new Error('A frame of Bluesky takes the DID of an account, not its handle');
      url.pathname = `/embed/${embed.account}/app.bsky.feed.post/${embed.postKey}`;
      query.set('colorMode', scheme);
      break;
    case 'codepen':
      url.pathname = `/${embed.owner}/embed/${embed.penId}`;
      query.set('default-tab', 'result');
      query.set('theme-id', scheme);
      break;
    default:
      embed satisfies never;
  }
  return url.href;
}

interface EmbedWords {
  /** The heading of the card and title of the frame. */
  readonly title: string;
  /** The label of the button. */
  readonly action: string;
  /** The data that the other site receives after a press of the button. */
  readonly notice: string;
  /** The shape of the frame (web/src/styles/embeds.css). */
  readonly shape: 'wide' | 'tall' | 'post' | 'pen';
}

export function embedWords(embed: Embed): EmbedWords {
  const video = (site: string) => ({
    action: 'Play video',
    notice: `Plays from ${site}, which then sees your visit.`,
  });
  switch (embed.kind) {
    case 'youtube':
      return embed.isShort
        ? { ...video('YouTube'), title: 'Short video on YouTube', shape: 'tall' }
        : { ...video('YouTube'), title: 'Video on YouTube', shape: 'wide' };
    case 'vimeo':
      return { ...video('Vimeo'), title: 'Video on Vimeo', shape: 'wide' };
    case 'bluesky':
      return {
        title: 'Post on Bluesky',
        action: 'Show post',
        notice: 'Comes from Bluesky, which then sees your visit.',
        shape: 'post',
      };
    case 'codepen':
      return {
        title: 'Pen on CodePen',
        action: 'Run pen',
        notice: 'Comes from CodePen, which then sees your visit. It runs code of its author.',
        shape: 'pen',
      };
  }
}

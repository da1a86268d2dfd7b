/* Without schemas, because reader pages create links from handles. */

/** A handle at one service: its text and its address. */
interface HandleKind {
  readonly label: string;
  readonly example: string;
  /** Without the `@` that many begin with. */
  readonly shape: RegExp;
  /** The part of the address before the handle. */
  readonly before: string;
}

/** The services for which people may enter their handle, in the order of forms and pages. */
export const HANDLE_KINDS = {
  fediverse: {
    label: 'Fediverse',
    example: '@name@mastodon.social',
    shape: /^[a-z0-9_][a-z0-9_.-]{0,63}@(?:[a-z0-9][a-z0-9-]{0,62}\.)+[a-z]{2,24}$/i,
    before: '',
  },
  bluesky: {
    label: 'Bluesky',
    example: 'name.bsky.social',
    shape: /^(?:[a-z0-9][a-z0-9-]{0,62}\.)+[a-z]{2,24}$/i,
    before: 'https://bsky.app/profile/',
  },
  github: { label: 'GitHub', example: 'name', shape: /^[a-z0-9](?:-?[a-z0-9]){0,38}$/i, before: 'https://github.com/' },
  linkedin: {
    label: 'LinkedIn',
    example: 'name',
    shape: /^[\p{L}\p{N}_-]{3,100}$/u,
    before: 'https://www.linkedin.com/in/',
  },
  x: { label: 'X', example: '@name', shape: /^\w{1,15}$/, before: 'https://x.com/' },
  instagram: {
    label: 'Instagram',
    example: '@name',
    shape: /^[a-z0-9_](?:\.?[a-z0-9_]){0,29}$/i,
    before: 'https://www.instagram.com/',
  },
  youtube: {
    label: 'YouTube',
    example: '@name',
    shape: /^[\p{L}\p{N}_](?:[.-]?[\p{L}\p{N}_]){2,29}$/u,
    before: 'https://www.youtube.com/@',
  },
} as const satisfies Readonly<Record<string, HandleKind>>;

export type HandleName = keyof typeof HANDLE_KINDS;
export const HANDLE_NAMES = Object.keys(HANDLE_KINDS) as HandleName[];

/** A person's handles, without a leading `@`. */
export type Handles = { readonly [Kind in HandleName]?: string | undefined };

/** The handles with their labels, texts and addresses, in the order of the services. */
export function handleLinks(handles: Handles): { kind: HandleName; label: string; text: string; url: string }[] {
  return HANDLE_NAMES.flatMap((kind) => {
    const handle = handles[kind];
    // Stored values are validated again, because they become part of an address.
    if (!handle || !HANDLE_KINDS[kind].shape.test(handle)) return [];
    const { label, before, example }: HandleKind = HANDLE_KINDS[kind];
    const [name, host] = handle.split('@');
    const url = host ? `https://${host}/@${name}` : before + encodeURIComponent(handle);
    return [{ kind, label, text: (example.startsWith('@') ? '@' : '') + handle, url }];
  });
}

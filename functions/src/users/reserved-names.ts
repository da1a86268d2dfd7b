/** Names that could impersonate staff, in addition to the publication's. */
const RESERVED = [
  ...['admin', 'admins', 'administrator', 'administrators', 'administration', 'sysadmin', 'webmaster', 'postmaster'],
  ...[
    'moderator',
    'moderators',
    'moderation',
    'mod',
    'mods',
    'support',
    'help',
    'system',
    'staff',
    'official',
    'security',
  ],
  ...[
    'editor',
    'editors',
    'editorial',
    'newsroom',
    'publisher',
    'publishers',
    'management',
    'manager',
    'founder',
    'ceo',
  ],
  ...['owners', 'the owner'],
  // "Mr Owner" is a name.
  ...['site', 'website', 'web', 'blog', 'page', 'community'].flatMap((it) => [
    `${it} owner`,
    `owner ${it}`,
    `owner of ${it}`,
    `owner of the ${it}`,
  ]),
  ...['root', 'superuser', 'sudo', 'sysop', 'operator', 'operators', 'team', 'moderating'],
  // Local parts of addresses that RFC 2142 and mail servers reserve.
  ...['hostmaster', 'abuse', 'noreply', 'donotreply', 'mailer daemon'],
];

/** Words that do not change the meaning of such a name. */
const FILLERS = [
  ...['hq', 'in', 'info', 'media', 'mr', 'mrs', 'ms', 'news', 'owner', 'press', 'real', 'verified'],
  ...['the', 'our', 'your', 'desk', 'crew', 'group', 'account', 'service', 'center', 'centre', 'office', 'bot'],
  ...[
    'chief',
    'head',
    'super',
    'customer',
    'site',
    'web',
    'page',
    'community',
    'user',
    'blog',
    'newsletter',
    'of',
    'at',
    'from',
    'and',
    'com',
    'org',
    'net',
  ],
];

/** Characters that look like a Latin letter but do not decompose to it (NFKD). */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: 'аαΑɑᴀ@4',
  b: 'вьΒβʙ8',
  c: 'сϲᴄⅽ',
  d: 'ԁđᴅ',
  e: 'еєεΕᴇ3',
  f: 'ꜰƒ',
  g: 'ɡգɢ',
  h: 'һнΗʜհ',
  i: 'іїιΙıɩɪӏlłʟ1|!ⅼ',
  j: 'јᴊ',
  k: 'кκΚᴋ',
  m: 'мΜᴍ',
  n: 'ոпиηΝɴ',
  o: 'оοσΟօøᴏ0',
  p: 'рρΡᴘ',
  q: 'ԛզ',
  r: 'гʀ',
  s: 'ѕꜱ$5',
  t: 'тτΤᴛ7',
  u: 'υսᴜц',
  v: 'νѵᴠ',
  w: 'ԝωшᴡ',
  x: 'хχΧ',
  y: 'уγΥʏ',
  z: 'ΖᴢƶƷ',
};

const LATIN_OF = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([letter, others]) => Array.from(others, (other) => [other, letter] as const)),
);

/** The first characters of alphabets without decomposition: negative circled, negative squared, flags. */
const DRAWN_ALPHABETS = [0x1f150, 0x1f170, 0x1f1e6];

function latinOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const alphabet = DRAWN_ALPHABETS.find((begin) => code >= begin && code < begin + 26);
  if (alphabet !== undefined) return latinOf(String.fromCodePoint(0x61 + code - alphabet));
  const lower = character.toLowerCase();
  // Capitals first, because some resemble another letter than their lowercase form.
  return LATIN_OF.get(character) ?? LATIN_OF.get(lower) ?? lower;
}

/** Names that look alike have the same skeleton. Based on Unicode Technical Standard 39, §4. */
function skeletonOf(name: string): string {
  return Array.from(name.normalize('NFKD'), latinOf)
    .join('')
    .replace(/[^\p{L}\p{Nd}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}

const skeletons = (names: readonly string[]): string[] => [...new Set(names.map(skeletonOf))].filter(Boolean);
const OF_STAFF = skeletons(RESERVED);
const OTHERS = skeletons(FILLERS);

interface Words {
  readonly reserved: readonly string[];
  /** The same, with words that may be next to them. */
  readonly all: readonly string[];
}

function wordsFor(siteName: string): Words {
  const reserved = [...skeletons([siteName]), ...OF_STAFF];
  return { reserved, all: [...reserved, ...OTHERS] };
}

/**
 * Whether a text consists of words, one of them reserved. Looks at each position once. A regular expression would try every way to split the text,
 * and a site's name can allow very many.
 */
function isMadeOf(text: string, { reserved, all }: Words): boolean {
  /** The positions up to which the text consists of words, and those with a reserved word before them. */
  const [plain, found] = [new Set([0]), new Set<number>()];
  for (let at = 0; at < text.length; at += 1) {
    const next = (words: readonly string[]) =>
      words.filter((word) => text.startsWith(word, at)).map((word) => at + word.length);
    if (plain.has(at)) {
      for (const end of next(all)) plain.add(end);
      for (const end of next(reserved)) found.add(end);
    }
    if (found.has(at)) for (const end of next(all)) found.add(end);
  }
  return found.has(text.length);
}

/** The name of the publication changes rarely. */
let known: { readonly siteName: string; readonly words: Words } | undefined;

/**
 * Whether a name looks like that of the publication or its staff, in any alphabet, with digits as letters, split, numbered, or with filler
 * words.
 */
export function isReservedName(name: string, siteName: string): boolean {
  if (known?.siteName !== siteName) known = { siteName, words: wordsFor(siteName) };
  const { words } = known;
  return [name, name.replace(/\p{Nd}+/gu, '')]
    .map(skeletonOf)
    .some((text) => text === 'owner' || isMadeOf(text, words));
}

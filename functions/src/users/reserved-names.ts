import { SITE_NAME } from '@inkwell/shared/site';

/** Names with which somebody could impersonate staff. */
const RESERVED = [
  SITE_NAME,
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

const skeletons = (names: readonly string[]) => names.map(skeletonOf).filter(Boolean).join('|');
const WORDS = skeletons([...RESERVED, ...FILLERS]);
const PATTERN = new RegExp(`^(?:owner|(?:${WORDS})*(?:${skeletons(RESERVED)})(?:${WORDS})*)$`, 'u');

/**
 * Whether a name looks like that of the publication or its staff, in any alphabet, with digits as letters, split, numbered, or with filler
 * words.
 */
export const isReservedName = (name: string): boolean =>
  [name, name.replace(/\p{Nd}+/gu, '')].some((spelling) => PATTERN.test(skeletonOf(spelling)));

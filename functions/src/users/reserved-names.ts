import { SITE_NAME } from '@inkwell/shared/site';

/** Names that readers would take for those who run the place. */
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
  ...['editor', 'editors', 'editorial'],
];

/** Words that leave such a name what it is. */
const FILLERS = [
  ...[
    'hq',
    'in',
    'info',
    'media',
    'mr',
    'mrs',
    'ms',
    'news',
    'newsroom',
    'owner',
    'press',
    'publisher',
    'real',
    'verified',
  ],
  ...['the', 'our', 'your', 'team', 'desk', 'crew', 'group', 'account', 'service', 'center', 'centre', 'office', 'bot'],
  ...[
    'chief',
    'head',
    'super',
    'customer',
    'site',
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

/** What looks like a Latin letter without being one, by that letter: what Unicode's own folding (NFKD) does not know. */
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

/** Where alphabets of drawn letters begin that have no decomposition: negative circled, negative squared, flags. */
const DRAWN_ALPHABETS = [0x1f150, 0x1f170, 0x1f1e6];

function latinOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const alphabet = DRAWN_ALPHABETS.find((begin) => code >= begin && code < begin + 26);
  if (alphabet !== undefined) return latinOf(String.fromCodePoint(0x61 + code - alphabet));
  const lower = character.toLowerCase();
  // Capitals first: some of another alphabet look like another letter than their small ones.
  return LATIN_OF.get(character) ?? LATIN_OF.get(lower) ?? lower;
}

/** What a name looks like: two names with one skeleton pass for each other. After Unicode Technical Standard 39, §4. */
function skeletonOf(name: string): string {
  return Array.from(name.normalize('NFKD'), latinOf)
    .join('')
    .replace(/[^\p{L}\p{Nd}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}

const skeletons = (names: readonly string[]) => names.map(skeletonOf).filter(Boolean).join('|');
const WORDS = skeletons([...RESERVED, ...FILLERS]);
const PATTERN = new RegExp(`^(?:${WORDS})*(?:${skeletons(RESERVED)})(?:${WORDS})*$`, 'u');

/**
 * True for names that pass for the publication's or for those who run it, however they are written: in other alphabets, with
 * digits in place of letters, in parts, numbered, with words around them that say nothing.
 */
export const isReservedName = (name: string): boolean =>
  [name, name.replace(/\p{Nd}+/gu, '')].some((spelling) => PATTERN.test(skeletonOf(spelling)));

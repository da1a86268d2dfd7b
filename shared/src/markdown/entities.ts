/** The named references that occur in practice; others stay unchanged. HTML Living Standard §13.5 */
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  shy: '\u00ad',
  copy: '©',
  reg: '®',
  trade: '™',
  deg: '°',
  para: '¶',
  sect: '§',
  middot: '·',
  bull: '•',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  laquo: '«',
  raquo: '»',
  larr: '←',
  uarr: '↑',
  rarr: '→',
  darr: '↓',
  harr: '↔',
  times: '×',
  divide: '÷',
  plusmn: '±',
  minus: '−',
  ne: '≠',
  le: '≤',
  ge: '≥',
  infin: '∞',
  asymp: '≈',
  frac12: '½',
  frac14: '¼',
  frac34: '¾',
  sup2: '²',
  sup3: '³',
  micro: 'µ',
  euro: '€',
  pound: '£',
  yen: '¥',
  cent: '¢',
  colon: ':',
  sol: '/',
  lpar: '(',
  rpar: ')',
  num: '#',
  Tab: '\t',
  NewLine: '\n',
  szlig: 'ß',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  eacute: 'é',
  egrave: 'è',
  ccedil: 'ç',
  ntilde: 'ñ',
  hearts: '♥',
  check: '✓',
};

const REFERENCE = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,31}));/g;
const REPLACEMENT = '\ufffd';

function fromCodePoint(code: number): string {
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return code === 0 || isSurrogate || code > 0x10ffff ? REPLACEMENT : String.fromCodePoint(code);
}

/** Decodes character references as in CommonMark §2.5. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(REFERENCE, (whole, decimal?: string, hex?: string, name?: string) => {
    if (decimal) return fromCodePoint(Number.parseInt(decimal, 10));
    if (hex) return fromCodePoint(Number.parseInt(hex, 16));
    return (name && Object.hasOwn(NAMED, name) ? NAMED[name] : undefined) ?? whole;
  });
}

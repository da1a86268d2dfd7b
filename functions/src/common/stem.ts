/** English words whose forms begin differently. */
const IRREGULAR: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'be am is are was were been',
    'begin began begun',
    'bring brought',
    'build built',
    'buy bought',
    'catch caught',
    'child children',
    'choose chose chosen',
    'come came',
    'draw drew drawn',
    'drink drank drunk',
    'drive drove driven',
    'eat ate eaten',
    'fall fell fallen',
    'feel felt',
    'find found',
    'fly flew flown',
    'foot feet',
    'forget forgot forgotten',
    'freeze froze frozen',
    'get got gotten',
    'give gave given',
    'go went gone goes',
    'goose geese',
    'grow grew grown',
    'have has had',
    'hear heard',
    'hide hid hidden',
    'hold held',
    'keep kept',
    'know knew known',
    'leave left',
    'knife knives',
    'life lives',
    'loaf loaves',
    'lose lost',
    'make made',
    'man men',
    'mean meant',
    'meet met',
    'mouse mice',
    'pay paid',
    'ride rode ridden',
    'ring rang rung',
    'rise rose risen',
    'run ran',
    'say said',
    'see saw seen',
    'sell sold',
    'send sent',
    'shelf shelves',
    'shake shook shaken',
    'sing sang sung',
    'sink sank sunk',
    'sit sat',
    'sleep slept',
    'speak spoke spoken',
    'spend spent',
    'stand stood',
    'steal stole stolen',
    'swim swam swum',
    'take took taken',
    'teach taught',
    'tell told',
    'think thought',
    'thief thieves',
    'throw threw thrown',
    'tooth teeth',
    'wear wore worn',
    'win won',
    'wolf wolves',
    'woman women',
    'write wrote written',
  ].flatMap((line) => {
    const [base = '', ...forms] = line.split(' ');
    return forms.map((form) => [form, base]);
  }),
);

const VOWEL = 'aeiouy';
const LATIN = /^[a-z]+$/;
const ARABIC = /^\p{Script=Arabic}+$/u;

/**
 * The common stem of a word's forms: `harbours`, `harbour`; `running`, `ran`, `run`. English by Porter's rules ("An algorithm for suffix stripping",
 * 1980) and a list of irregular words; Arabic without the article and common endings. Other words are their own stems. The word must be folded.
 */
export function stemOf(word: string): string {
  const before = known.get(word);
  if (before !== undefined) return before;
  const stem = stemmed(word);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(word, stem);
  return stem;
}

/** Stems are cached, because words repeat within and across texts: an entry of 270 words took 10 ms, and takes 3. */
const known = new Map<string, string>();
/** About 5 MB. */
const MAX_KNOWN = 50_000;

function stemmed(word: string): string {
  if (ARABIC.test(word)) return arabicStem(word);
  if (!LATIN.test(word) || word.length < 3) return word;
  const base = Object.hasOwn(IRREGULAR, word) ? (IRREGULAR[word] ?? word) : word;
  return LAST_STEPS.reduce((stem, step) => step(stem), firstStep(base));
}

/** Whether each letter is a consonant; `y` after a consonant is a vowel. */
function isConsonant(word: string, at: number): boolean {
  const letter = word[at] ?? '';
  if (letter === 'y') return at === 0 || !isConsonant(word, at - 1);
  return !VOWEL.includes(letter);
}

/** The number of changes from vowels to consonants: Porter's measure. */
function measure(stem: string): number {
  let count = 0;
  for (let at = 1; at < stem.length; at += 1) {
    if (isConsonant(stem, at) && !isConsonant(stem, at - 1)) count += 1;
  }
  return count;
}

const hasVowel = (stem: string): boolean => [...stem].some((_, at) => !isConsonant(stem, at));

const endsDouble = (stem: string): boolean =>
  stem.length > 1 && stem.at(-1) === stem.at(-2) && isConsonant(stem, stem.length - 1);

/** Consonant, vowel, consonant other than w, x or y: `hop`, which gets an `e` back when stemmed from `hoping`. */
const endsShort = (stem: string): boolean => {
  const last = stem.length - 1;
  return (
    last >= 2 &&
    isConsonant(stem, last) &&
    !isConsonant(stem, last - 1) &&
    isConsonant(stem, last - 2) &&
    !'wxy'.includes(stem[last] ?? '')
  );
};

/** Plurals, -ed and -ing. */
function firstStep(word: string): string {
  if (/..ie[sd]$/.test(word)) return word.slice(0, -2);
  const single = word.endsWith('sses') ? word.slice(0, -2) : word.replace(/([^s])s$/, '$1');
  if (single.endsWith('eed')) return measure(single.slice(0, -3)) > 0 ? single.slice(0, -1) : single;
  const [ending] = /(?:ed|ing)$/.exec(single) ?? [];
  const stem = ending && single.slice(0, -ending.length);
  if (!stem || !hasVowel(stem)) return single;
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (endsDouble(stem) && !'lsz'.includes(stem.at(-1) ?? '')) return stem.slice(0, -1);
  return measure(stem) === 1 && endsShort(stem) ? `${stem}e` : stem;
}

/** Replaces an ending if the rest of the word has at least this measure. */
const rule =
  (atLeast: number, endings: Readonly<Record<string, string>>) =>
  (word: string): string => {
    const ending = Object.keys(endings).find((one) => word.endsWith(one));
    if (ending === undefined) return word;
    const stem = word.slice(0, -ending.length);
    return measure(stem) >= atLeast ? stem + (endings[ending] ?? '') : word;
  };

const pairsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split(' ').map((pair) => {
      const [ending = '', instead = ''] = pair.split('>');
      return [ending, instead];
    }),
  );

const LAST_STEPS: readonly ((word: string) => string)[] = [
  (word) => word.replace(/(?<=.[^aeiou])y$/, 'i'),
  rule(
    1,
    pairsOf(
      'ational>ate tional>tion enci>ence anci>ance izer>ize bli>ble alli>al entli>ent eli>e ousli>ous ization>ize ation>ate ator>ate alism>al iveness>ive fulness>ful ousness>ous aliti>al iviti>ive biliti>ble logi>log',
    ),
  ),
  (word) => word.replace(/(?<=.)ili$/, 'i').replace(/(?<=..[cdeghkmnrt])li$/, ''),
  rule(1, pairsOf('icate>ic ative> alize>al iciti>ic ical>ic ful> ness>')),
  (word) => {
    if (/[st]ion$/.test(word)) return measure(word.slice(0, -3)) > 1 ? word.slice(0, -3) : word;
    return rule(
      2,
      pairsOf('ement> ment> ance> ence> able> ible> ant> ent> ism> ate> iti> ous> ive> ize> al> er> ic> ou>'),
    )(word);
  },
  (word) => {
    if (!word.endsWith('e')) return word;
    const stem = word.slice(0, -1);
    return measure(stem) > 1 || (measure(stem) === 1 && !endsShort(stem)) ? stem : word;
  },
  (word) => (word.endsWith('ll') && measure(word.slice(0, -1)) > 1 ? word.slice(0, -1) : word),
];

/** Removes the article with a preceding conjunction or preposition, and endings of number and gender. Unifies variants of letters. */
function arabicStem(word: string): string {
  const letters = word.replace(/[أإآ]/g, 'ا').replace(/ى/g, 'ي').replace(/ة/g, 'ه');
  const bare = letters.replace(/^(?:[وفبك]?ال|لل)(?=.{3})/u, '');
  return bare.replace(/(?<=.{3})(?:ات|ون|ين|ان|ها|ه|ي)$/u, '');
}

import { createRandom } from '@inkwell/shared/testing/random';

/** What a judged query tests. */
export type Kind =
  | 'exact words'
  | 'exact words of a text'
  | 'word forms'
  | 'typing errors'
  | 'words far apart'
  | 'last paragraph'
  | 'title over views'
  | 'author'
  | 'tag'
  | 'accents'
  | 'CJK'
  | 'Arabic';

export interface JudgedQuery {
  readonly kind: Kind;
  readonly q: string;
  /** The numbers of the posts that answer it, each with how well: 2 or 1. */
  readonly judged: ReadonlyMap<number, number>;
}

export interface QualityPost {
  readonly title: string;
  readonly content: string;
  readonly excerpt: string | null;
  readonly views: number;
  readonly author: string;
  readonly tags: readonly string[];
}

export const AUTHORS = ['Wisława Okafor', 'Tomás Lindqvist', 'Beatrix Moravec', 'Kenji Arakawa'] as const;
export const TAGS = ['Beekeeping', 'Typography', 'Cartography'] as const;

const ADJECTIVES =
  'quiet narrow wooden early distant patient silver broken hidden northern careful ordinary gentle crowded empty golden heavy hollow modern ancient bitter clever damp eager faded grey honest idle joyful keen'.split(
    ' ',
  );
const NOUNS =
  'river market bridge window garden kitchen letter morning street winter summer teacher painter village island mountain forest train station library school orchard machine engine harbor festival doctor farmer singer builder bottle basket candle curtain ladder mirror pocket ribbon saddle table village wagon blanket carpet dinner feather hammer island jacket kettle lantern needle paper quilt river shadow tunnel valley willow yard'.split(
    ' ',
  );
const VERBS =
  'carried opened painted followed crossed watched repaired measured borrowed collected described explained gathered imagined noticed planted recorded remembered sorted studied traded visited walked wandered wrapped'.split(
    ' ',
  );

/** A fact of one post. `far`: the second half stands at the end of the text; `last`: all of it does. */
interface Fact {
  readonly kind: Kind;
  readonly q: string;
  readonly in: 'title' | 'first' | 'last' | 'far' | 'byline' | 'tags';
  readonly text: string;
  /** Text of much-read posts that have some of the words, and do not answer the query. */
  readonly beside?: string;
}

const FACTS: readonly Fact[] = [
  {
    kind: 'exact words',
    q: 'sourdough starter',
    in: 'first',
    text: 'Her sourdough starter is older than the bakery.',
    beside: 'The starter of the race overslept.',
  },
  {
    kind: 'exact words',
    q: 'tidal turbine',
    in: 'first',
    text: 'A tidal turbine turned below the pier.',
    beside: 'Tidal pools are cold in March.',
  },
  {
    kind: 'exact words',
    q: 'copper kettle auction',
    in: 'first',
    text: 'They sold a copper kettle at the auction.',
    beside: 'The auction of paintings began late.',
  },
  {
    kind: 'exact words',
    q: 'glacier diary',
    in: 'first',
    text: 'Her glacier diary fills nine books.',
    beside: 'A diary was found in the attic.',
  },
  {
    kind: 'exact words',
    q: 'pinhole camera',
    in: 'first',
    text: 'A shoebox became a pinhole camera.',
    beside: 'The camera was stolen on Sunday.',
  },
  {
    kind: 'exact words',
    q: 'velvet theatre seats',
    in: 'first',
    text: 'The velvet of the theatre seats was red once.',
    beside: 'The theatre opens at eight.',
  },
  {
    kind: 'word forms',
    q: 'mended nets',
    in: 'first',
    text: 'Every fisherman mends his own net on Mondays.',
    beside: 'The net result was small.',
  },
  {
    kind: 'word forms',
    q: 'foxes crossing motorway',
    in: 'first',
    text: 'A fox crosses the motorways at night.',
    beside: 'A fox slept in the garden.',
  },
  {
    kind: 'word forms',
    q: 'baking loaves competition',
    in: 'first',
    text: 'He baked for competitions, and every loaf won.'.replace('loaf', 'loaves'),
    beside: 'The competition was cancelled.',
  },
  {
    kind: 'word forms',
    q: 'juggle oranges',
    in: 'first',
    text: 'Juggling with an orange is a beginning.',
    beside: 'An orange rolled down the stairs.',
  },
  {
    kind: 'word forms',
    q: 'organised choirs',
    in: 'first',
    text: 'Organising a choir takes patience.',
    beside: 'The choir was on tour.',
  },
  {
    kind: 'word forms',
    q: 'whistles glassblower',
    in: 'first',
    text: 'Glassblowers whistled in the heat.',
    beside: 'The referee whistled twice.',
  },
  {
    kind: 'word forms',
    q: 'drying apricots',
    in: 'first',
    text: 'An apricot dries in four days.',
    beside: 'The paint dries slowly.',
  },
  {
    kind: 'word forms',
    q: 'children wrote postcards',
    in: 'first',
    text: 'One child writes a postcard each week.',
    beside: 'A postcard arrived from Oslo.',
  },
  {
    kind: 'typing errors',
    q: 'ligthhouse keper',
    in: 'first',
    text: 'The lighthouse had a keeper until May.',
    beside: 'The keeper of the museum retired.',
  },
  {
    kind: 'typing errors',
    q: 'acordion waltz',
    in: 'first',
    text: 'An accordion played the last waltz.',
    beside: 'The waltz went on.',
  },
  {
    kind: 'typing errors',
    q: 'marmelade recipee',
    in: 'first',
    text: 'A marmalade without a recipe.',
    beside: 'A recipe for soup.',
  },
  {
    kind: 'typing errors',
    q: 'cathederal scaffoldng',
    in: 'first',
    text: 'The cathedral wears its scaffolding.',
    beside: 'Scaffolding covers the bank.',
  },
  { kind: 'typing errors', q: 'hedghog', in: 'first', text: 'A hedgehog sleeps under the shed.' },
  {
    kind: 'typing errors',
    q: 'kayaik rapids',
    in: 'first',
    text: 'The kayak survived the rapids.',
    beside: 'Rapids are marked in red.',
  },
  { kind: 'typing errors', q: 'observatroy', in: 'title', text: 'The observatory on the hill' },
  {
    kind: 'typing errors',
    q: 'dulcimmer strings',
    in: 'first',
    text: 'A dulcimer has fourteen strings.',
    beside: 'Strings of lights hang there.',
  },
  { kind: 'typing errors', q: 'pomegrenate', in: 'last', text: 'We planted a pomegranate.' },
  {
    kind: 'typing errors',
    q: 'vetrinarian parrot',
    in: 'first',
    text: 'The veterinarian knew the parrot.',
    beside: 'A parrot flew away.',
  },
  {
    kind: 'words far apart',
    q: 'saxophone greenhouse',
    in: 'far',
    text: 'A saxophone stood there.|The greenhouse leaks.',
    beside: 'The greenhouse was sold.',
  },
  {
    kind: 'words far apart',
    q: 'zeppelin embroidery',
    in: 'far',
    text: 'A zeppelin passed over us.|The embroidery is blue.',
    beside: 'Embroidery takes time.',
  },
  {
    kind: 'words far apart',
    q: 'monastery skateboard',
    in: 'far',
    text: 'The monastery is closed.|A skateboard is left.',
    beside: 'The skateboard was new.',
  },
  {
    kind: 'words far apart',
    q: 'volcano typewriter',
    in: 'far',
    text: 'The volcano smoked again.|He bought a typewriter.',
    beside: 'The typewriter broke.',
  },
  {
    kind: 'last paragraph',
    q: 'barometer inheritance',
    in: 'last',
    text: 'The barometer was his inheritance.',
    beside: 'An inheritance was divided.',
  },
  {
    kind: 'last paragraph',
    q: 'rhubarb syrup',
    in: 'last',
    text: 'Rhubarb makes the best syrup.',
    beside: 'Syrup is sweet.',
  },
  {
    kind: 'last paragraph',
    q: 'cobbler apprentice',
    in: 'last',
    text: 'The cobbler took an apprentice.',
    beside: 'The apprentice was late.',
  },
  {
    kind: 'title over views',
    q: 'periscope',
    in: 'title',
    text: 'Periscope',
    beside: 'A periscope was in the picture.',
  },
  {
    kind: 'title over views',
    q: 'chess clock',
    in: 'title',
    text: 'A chess clock',
    beside: 'The chess clock was wound.',
  },
  { kind: 'title over views', q: 'snow', in: 'title', text: 'Snow', beside: 'There was snow on the roof.' },
  { kind: 'author', q: 'moravec', in: 'byline', text: 'Beatrix Moravec' },
  { kind: 'author', q: 'wislawa okafor', in: 'byline', text: 'Wisława Okafor' },
  { kind: 'author', q: 'arakava', in: 'byline', text: 'Kenji Arakawa' },
  { kind: 'tag', q: 'beekeeping', in: 'tags', text: 'Beekeeping' },
  { kind: 'tag', q: 'cartography', in: 'tags', text: 'Cartography' },
  { kind: 'tag', q: 'tipography', in: 'tags', text: 'Typography' },
  { kind: 'accents', q: 'creme brulee', in: 'first', text: 'A crème brûlée for breakfast.' },
  { kind: 'accents', q: 'smörgåsbord', in: 'first', text: 'A smorgasbord of cables.' },
  { kind: 'accents', q: 'lodz tramwaj', in: 'first', text: 'Tramwaj w mieście Łódź.' },
  { kind: 'accents', q: 'ёлка', in: 'first', text: 'Елка стоит у окна.' },
  { kind: 'CJK', q: '灯台', in: 'first', text: '岬の灯台は白い。' },
  { kind: 'CJK', q: '図書館', in: 'last', text: '雨の日は図書館へ行く。' },
  { kind: 'CJK', q: '장독대', in: 'first', text: '장독대 위에 눈이 내렸다.' },
  { kind: 'Arabic', q: 'المنارة', in: 'first', text: 'رأينا منارة قديمة.' },
  { kind: 'Arabic', q: 'مكتبة', in: 'first', text: 'أغلقت المكتبة أبوابها.' },
  { kind: 'Arabic', q: 'مُعَلِّم', in: 'last', text: 'كتب معلم رسالة.' },
];

/** Much-read posts with some of the words of a fact. */
const BESIDE = 9;

const WORDS_OF_SENTENCE = 12;

const [STARTS, ENDS] = ['bdfgklmnprstvz', 'aeiou'].map((letters) => [...letters]) as [string[], string[]];
const SYLLABLES = STARTS.flatMap((start) => ENDS.map((end) => start + end));

/** A made-up word, another for each rank. */
function wordOf(rank: number): string {
  const [first, second, third] = [rank % 70, Math.floor(rank / 70) % 70, Math.floor(rank / 4_900) % 70];
  return `${SYLLABLES[first]}${SYLLABLES[(second + first) % 70]}${SYLLABLES[(third + second) % 70]}x`;
}

/** Words that say as little as "with" and "about". */
const COMMON = new Set(Array.from({ length: 100 }, (_, rank) => wordOf(rank)));

/** Draws from made-up words as often as words of a language: the second half as often as the first, the third a third as often (Zipf's law). */
function zipfWords(random: () => number, count: number): () => string {
  const sums: number[] = [];
  for (let rank = 0; rank < count; rank += 1) sums.push((sums.at(-1) ?? 0) + 1 / (rank + 2.7));
  const total = sums.at(-1) ?? 1;
  return () => {
    const at = random() * total;
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    return wordOf(low);
  };
}

/** `count` posts, the same for the same numbers, among them those that answer the judged queries. @param vocabulary the number of words of a large publication; 0 for a few plain ones */
export function qualityPosts(count: number, vocabulary = 0): QualityPost[] {
  const random = createRandom(count);
  const word = vocabulary > 0 ? zipfWords(random, vocabulary) : null;
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const sentence = () =>
    word
      ? `${Array.from({ length: WORDS_OF_SENTENCE }, word).join(' ')}.`
      : `The ${one(ADJECTIVES)} ${one(NOUNS)} ${one(VERBS)} a ${one(ADJECTIVES)} ${one(NOUNS)} near the ${one(NOUNS)}.`;
  const paragraph = () => Array.from({ length: 4 }, sentence).join(' ');
  const posts = Array.from({ length: count }, () => ({
    title: `The ${one(ADJECTIVES)} ${one(NOUNS)} and the ${one(NOUNS)}`,
    paragraphs: Array.from({ length: 6 }, paragraph),
    views: Math.floor(random() ** 3 * 500),
    author: 'Tomás Lindqvist' as string,
    tags: [] as string[],
  }));
  for (const [n, fact] of FACTS.entries()) {
    const post = posts[targetOf(n, count)];
    if (!post) continue;
    const [first = '', last = first] = fact.text.split('|');
    if (fact.in === 'title') post.title = fact.text;
    if (fact.in === 'first' || fact.in === 'far') post.paragraphs.splice(0, 1, `${first} ${paragraph()}`);
    if (fact.in === 'last' || fact.in === 'far') post.paragraphs.push(`${paragraph()} ${last}`);
    if (fact.in === 'byline') post.author = fact.text;
    if (fact.in === 'tags') post.tags.push(fact.text);
    for (let other = 0; fact.beside && other < BESIDE; other += 1) {
      const much = posts[besideOf(n, other, count)];
      much?.paragraphs.splice(2, 0, fact.beside);
      if (much) much.views = 2_000 + other;
    }
  }
  return posts.map(({ paragraphs, ...post }) => ({ ...post, excerpt: null, content: paragraphs.join('\n\n') }));
}

/** Every ninth post or so answers a query; the others are spread between them. */
const targetOf = (fact: number, count: number): number => fact * Math.floor(count / FACTS.length);

const besideOf = (fact: number, other: number, count: number): number => {
  const step = Math.floor(count / FACTS.length);
  const at = targetOf((fact + 5 * other + 1) % FACTS.length, count);
  return at + 1 + (other % (step - 1));
};

export const judgedQueries = (count: number): JudgedQuery[] =>
  FACTS.map(({ kind, q }, n) => ({ kind, q, judged: new Map([[targetOf(n, count), 2]]) }));

/** Two or three words that stand beside each other in one post of a large publication, none of them common. */
export function phrasesOf(posts: readonly QualityPost[], count: number): JudgedQuery[] {
  const random = createRandom(posts.length + 1);
  return Array.from({ length: count }, (_, n): JudgedQuery => {
    for (;;) {
      const number = Math.floor(random() * posts.length);
      const words = posts[number]?.content.split(/[^\p{L}]+/u) ?? [];
      const at = Math.floor(random() * (words.length - 3));
      const phrase = words.slice(at, at + 2 + (n % 2));
      if (new Set(phrase).size === phrase.length && phrase.every((one) => one.endsWith('x') && !COMMON.has(one))) {
        return { kind: 'exact words of a text', q: phrase.join(' '), judged: new Map([[number, 2]]) };
      }
    }
  });
}

/** How much of what answers a query is among the first eight. */
export function recallOf(found: readonly number[], judged: ReadonlyMap<number, number>): number {
  const first = found.slice(0, 8).filter((post) => judged.has(post));
  return first.length / Math.min(8, judged.size);
}

/** Normalized discounted cumulative gain of the first eight (Järvelin and Kekäläinen, 2002). */
export function gainOf(found: readonly number[], judged: ReadonlyMap<number, number>): number {
  const sum = (grades: readonly number[]) => grades.reduce((total, grade, at) => total + grade / Math.log2(at + 2), 0);
  const best = sum([...judged.values()].sort((a, b) => b - a).slice(0, 8));
  return sum(found.slice(0, 8).map((post) => judged.get(post) ?? 0)) / best;
}

import { createRandom } from '@inkwell/shared/testing/random';

/** The aspect of search that a judged query tests. */
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
  /** The relevant posts by number, with their grades: 2 or 1. */
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

type Place = 'title' | 'first' | 'last' | 'far' | 'byline' | 'tags';

/**
 * Each fact is in one post: the query, the text that answers it, and a distracting text for popular posts that has some of the query's words. `far`:
 * the second half of the text is at the end of the post; `last`: the whole text is.
 */
const FACTS_BY_KIND: Readonly<
  Partial<Record<Kind, readonly (readonly [q: string, text: string, beside?: string | null, place?: Place])[]>>
> = {
  'exact words': [
    ['sourdough starter', 'Her sourdough starter is older than the bakery.', 'The starter of the race overslept.'],
    ['tidal turbine', 'A tidal turbine turned below the pier.', 'Tidal pools are cold in March.'],
    ['copper kettle auction', 'They sold a copper kettle at the auction.', 'The auction of paintings began late.'],
    ['glacier diary', 'Her glacier diary fills nine books.', 'A diary was found in the attic.'],
    ['pinhole camera', 'A shoebox became a pinhole camera.', 'The camera was stolen on Sunday.'],
    ['velvet theatre seats', 'The velvet of the theatre seats was red once.', 'The theatre opens at eight.'],
  ],
  'word forms': [
    ['mended nets', 'Every fisherman mends his own net on Mondays.', 'The net result was small.'],
    ['foxes crossing motorway', 'A fox crosses the motorways at night.', 'A fox slept in the garden.'],
    ['baking loaves competition', 'He baked for competitions, and every loaves won.', 'The competition was cancelled.'],
    ['juggle oranges', 'Juggling with an orange is a beginning.', 'An orange rolled down the stairs.'],
    ['organised choirs', 'Organising a choir takes patience.', 'The choir was on tour.'],
    ['whistles glassblower', 'Glassblowers whistled in the heat.', 'The referee whistled twice.'],
    ['drying apricots', 'An apricot dries in four days.', 'The paint dries slowly.'],
    ['children wrote postcards', 'One child writes a postcard each week.', 'A postcard arrived from Oslo.'],
  ],
  'typing errors': [
    ['ligthhouse keper', 'The lighthouse had a keeper until May.', 'The keeper of the museum retired.'],
    ['acordion waltz', 'An accordion played the last waltz.', 'The waltz went on.'],
    ['marmelade recipee', 'A marmalade without a recipe.', 'A recipe for soup.'],
    ['cathederal scaffoldng', 'The cathedral wears its scaffolding.', 'Scaffolding covers the bank.'],
    ['hedghog', 'A hedgehog sleeps under the shed.'],
    ['kayaik rapids', 'The kayak survived the rapids.', 'Rapids are marked in red.'],
    ['observatroy', 'The observatory on the hill', null, 'title'],
    ['dulcimmer strings', 'A dulcimer has fourteen strings.', 'Strings of lights hang there.'],
    ['pomegrenate', 'We planted a pomegranate.', null, 'last'],
    ['vetrinarian parrot', 'The veterinarian knew the parrot.', 'A parrot flew away.'],
  ],
  'words far apart': [
    ['saxophone greenhouse', 'A saxophone stood there.|The greenhouse leaks.', 'The greenhouse was sold.', 'far'],
    ['zeppelin embroidery', 'A zeppelin passed over us.|The embroidery is blue.', 'Embroidery takes time.', 'far'],
    ['monastery skateboard', 'The monastery is closed.|A skateboard is left.', 'The skateboard was new.', 'far'],
    ['volcano typewriter', 'The volcano smoked again.|He bought a typewriter.', 'The typewriter broke.', 'far'],
  ],
  'last paragraph': [
    ['barometer inheritance', 'The barometer was his inheritance.', 'An inheritance was divided.', 'last'],
    ['rhubarb syrup', 'Rhubarb makes the best syrup.', 'Syrup is sweet.', 'last'],
    ['cobbler apprentice', 'The cobbler took an apprentice.', 'The apprentice was late.', 'last'],
  ],
  'title over views': [
    ['periscope', 'Periscope', 'A periscope was in the picture.', 'title'],
    ['chess clock', 'A chess clock', 'The chess clock was wound.', 'title'],
    ['snow', 'Snow', 'There was snow on the roof.', 'title'],
  ],
  author: [
    ['moravec', 'Beatrix Moravec', null, 'byline'],
    ['wislawa okafor', 'Wisława Okafor', null, 'byline'],
    ['arakava', 'Kenji Arakawa', null, 'byline'],
  ],
  tag: [
    ['beekeeping', 'Beekeeping', null, 'tags'],
    ['cartography', 'Cartography', null, 'tags'],
    ['tipography', 'Typography', null, 'tags'],
  ],
  accents: [
    ['creme brulee', 'A crème brûlée for breakfast.'],
    ['smörgåsbord', 'A smorgasbord of cables.'],
    ['lodz tramwaj', 'Tramwaj w mieście Łódź.'],
    ['ёлка', 'Елка стоит у окна.'],
  ],
  CJK: [
    ['灯台', '岬の灯台は白い。'],
    ['図書館', '雨の日は図書館へ行く。', null, 'last'],
    ['장독대', '장독대 위에 눈이 내렸다.'],
  ],
  Arabic: [
    ['المنارة', 'رأينا منارة قديمة.'],
    ['مكتبة', 'أغلقت المكتبة أبوابها.'],
    ['مُعَلِّم', 'كتب معلم رسالة.', null, 'last'],
  ],
};

const FACTS = Object.entries(FACTS_BY_KIND).flatMap(([kind, facts]) =>
  facts.map(([q, text, beside = null, place = 'first']) => ({ kind: kind as Kind, q, text, beside, in: place })),
);

/** The number of popular posts with a fact's distracting text. */
const BESIDE = 9;

const WORDS_OF_SENTENCE = 12;

const [STARTS, ENDS] = ['bdfgklmnprstvz', 'aeiou'].map((letters) => [...letters]) as [string[], string[]];
const SYLLABLES = STARTS.flatMap((start) => ENDS.map((end) => start + end));

/** A made-up word, different for each rank. */
function wordOf(rank: number): string {
  const [first, second, third] = [rank % 70, Math.floor(rank / 70) % 70, Math.floor(rank / 4_900) % 70];
  return `${SYLLABLES[first]}${SYLLABLES[(second + first) % 70]}${SYLLABLES[(third + second) % 70]}x`;
}

/** The most frequent words, which distinguish as little as "with" and "about". */
const COMMON = new Set(Array.from({ length: 100 }, (_, rank) => wordOf(rank)));

/** Draws made-up words with the frequencies of a language: the nth word about 1/n as often as the first (Zipf's law). */
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

/** Makes `count` posts, some of which answer the judged queries; deterministic. @param vocabulary the number of words; 0 for a few plain ones */
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

/** The number of the post that answers a fact. These posts are spread evenly. */
const targetOf = (fact: number, count: number): number => fact * Math.floor(count / FACTS.length);

const besideOf = (fact: number, other: number, count: number): number => {
  const step = Math.floor(count / FACTS.length);
  const at = targetOf((fact + 5 * other + 1) % FACTS.length, count);
  return at + 1 + (other % (step - 1));
};

export const judgedQueries = (count: number): JudgedQuery[] =>
  FACTS.map(({ kind, q }, n) => ({ kind, q, judged: new Map([[targetOf(n, count), 2]]) }));

/** Sequences of two or three adjacent words in one post of a large publication, without common words. */
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

/** The share of relevant posts among the first eight results. */
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

/*
 * Texts that are expensive to read, to render or to send, in the shape that makes them so. docs/performance.md says what the worst of
 * them may take; `npm run markdown -w tools/bench` measures each.
 */

export interface HostileShape {
  readonly name: string;
  /** A text of at most `length` UTF-16 units. */
  textOf(length: number): string;
}

/** Each is repeated to the length of the text; `¦` is between them. */
const REPEATED: readonly string[] = [
  // Headings.
  '# a\n¦#\n¦# \n¦###### a\n¦# a\n## b\n### c\n¦# a\n### b\n¦a\n=\n¦a\n-\n¦a\n=\n\n¦# a #\n¦# **a** [b](c)\n',
  '# ﷺﷺﷺ\n¦> # a\n¦- # a\n¦- # a\n\n',
  // Lists.
  '- a\n¦-\n¦- \n¦- a\n\n¦- a\n\n- b\n\n\n¦1. a\n¦1) a\n2. b\n¦- a\n* b\n+ c\n¦- [ ] a\n¦- [x] \n¦- - - - a\n',
  '* * * a\n¦- a\n  - b\n¦- a\n  - b\n    - c\n      - d\n¦- a\n\n  b\n¦- a\nb\n¦- ```\n¦- > a\n¦1. - > a\n¦+¦- ',
  '1. ¦\t- a\n',
  // Quotes.
  '>¦> ¦> > > ¦>\n¦> a\n¦> a\n\n¦> a\nb\n¦> > a\n> b\n¦> > > a\nb\n¦> - a\n¦> - a\nb\n¦> ```\n¦> a\n> =\n',
  // Emphasis.
  '*¦_¦**¦~¦* ¦*a¦*a ¦a*¦a**b¦*a*¦*a* ¦**a** ¦***a*** ¦*a **b ¦*a_b¦_a_ ¦__a__ ¦*a __b* c__ ¦~~a~~ ¦~a~ ¦~a¦~~a ',
  '**a *b** c* ¦*a*\n\n',
  // Links, pictures and brackets.
  '[¦]¦[]¦[](¦[a¦[a](¦[a](b¦[a](b ¦[a](<b¦[a](<b)¦[a](b "¦[a](b) ¦[a](b "c") ¦[a](/b)¦[a](http://b) ¦[a][b] ¦[a][',
  '[a] ¦[a][] ¦[[a]] ¦[a[b¦![¦![a¦![](a)¦![a](b) ¦![a](b)\n\n¦![a](https://b.c/d-1600x900.webp) ',
  '![a](https://b.c/o/images%2F1763700000000-a-1600x900.webp)\n\n¦[![a](b)](c) ¦[a](#b) ¦\\[¦[\\¦(¦](¦[`¦[<',
  '[a]: b\n¦[a]: b\n\n¦[a]: <b\n¦[a]:\n¦[a]: b "c\n¦[a](javascript:b) ',
  // Addresses.
  'www.a.b ¦www.a.b\n\n¦www.¦www.a¦http://a ¦http://¦https://a.b\n\n¦https://a.b/¦https://youtu.be/aaaaaaaaaaa\n\n',
  'http://a&¦http://a)¦http://a.&amp;¦a@b.c ¦a@b.¦a@¦@¦a.¦mailto:¦mailto:a@b.c ¦xmpp:a@b.c ¦<http://a> ¦<a@b.c> ',
  '<a:¦a@b.c_',
  // Tables.
  '|¦| ¦|a¦|a|\n|-|\n¦|a|\n|-|\n\n¦|a|b|\n|-|-|\n|c|d|\n\n¦|-¦|-\n¦a|\n¦-|-\n¦|a|\n|-|\n|b|',
  // HTML.
  "<¦>a¦<a¦<a>¦<a ¦<a b=¦<a b='¦<b>a</b> ¦</a>¦</¦<!--¦<!-- a -->¦<!-- a -->\n¦<!¦<?¦<![CDATA[¦<div>\n¦<div>\n\n",
  '<div\n¦<a\n¦<script>\n¦<pre>¦<a b="c">\n\n¦<p>a</p>\n\n¦<br>\n',
  // Code.
  '`¦``¦` ¦`a¦`a`¦`a` ¦`a``¦```\n¦```a\n¦```\na\n```\n¦```js\na\n```\n¦```js\n0\n```\n\n¦~~~\n¦~~~\na\n~~~\n¦``` ',
  '    a\n¦    a\n\n¦    a\n\nb\n\n¦\ta\n',
  // Entities and escapes.
  '&¦&amp;¦&#¦&#0;¦&#x10ffff;¦&a¦\\¦\\*¦\\\n¦\\&¦"¦\'',
  // Footnotes.
  '[^a]¦[^a] ¦[^a]: b\n¦[^a]: [^a]\n\n¦[^¦[^a]: b\n\n    c\n\n',
  // Lines and breaks.
  'a¦a ¦a\n¦a\n\n¦a  \n¦a\\\n¦ ¦\n¦ \n¦\t¦\r¦\r\n¦a\r\n\r\n¦\u0000¦\u00a0¦\u200b¦\u2028¦\ufeff¦é ¦😀¦\ud83d¦ﷺ ',
  'a\u0301¦\u0301¦***\n¦---\n¦- - -\n¦_ _ _\n\n¦=\n¦-\n\n¦<<<<<<< a\nb\n=======\nc\n>>>>>>> d\n',
  '<<<<<<< a\n=======\n>>>>>>> b\n\n¦+++\n¦---\na: b\n---\n¦:::\n¦$$\n¦{{a}} ¦--¦\'"',
].flatMap((shapes) => shapes.split('¦'));

const repeated = (unit: string, length: number): string => unit.repeat(Math.floor(length / unit.length));

/** Counts up until the text is full. */
function counted(partOf: (n: number) => string, length: number): string {
  const parts: string[] = [];
  let left = length;
  for (let n = 0; ; n += 1) {
    const part = partOf(n);
    left -= part.length;
    if (left < 0) return parts.join('');
    parts.push(part);
  }
}

/** Half of one, half of the other. */
const halves = (first: string, second: string, length: number): string =>
  repeated(first, length / 2) + repeated(second, length / 2);

const BUILT: Readonly<Record<string, (length: number) => string>> = {
  'different headings': (length) => counted((n) => `# ${n}\n`, length),
  'headings that count': (length) => counted((n) => `# a-${n}\n# a\n`, length),
  'headings ever deeper': (length) => counted((n) => `${'#'.repeat(1 + (n % 6))} a\n`, length),
  'headings with long words': (length) => counted(() => `# ${'a'.repeat(990)}\n`, length),
  'one long heading': (length) => `# ${repeated('a ', length - 2)}`,
  'one long heading of marks': (length) => `# ${repeated('*a* ', length - 2)}`,
  'one long underlined heading': (length) => `${repeated('a\n', length - 2)}=`,
  'a heading with many hashes': (length) => `# a ${repeated('#', length - 6)} b`,
  'a list ever deeper': (length) => counted((n) => `${' '.repeat(2 * n)}- a\n`, length),
  'numbers ever deeper': (length) => counted((n) => `${' '.repeat(3 * n)}1. a\n`, length),
  'a list 20 deep, again and again': (length) => counted((n) => `${' '.repeat(2 * (n % 20))}- a\n`, length),
  'a list of different numbers': (length) => counted((n) => `${n}. a\n`, length),
  'a list of one long line': (length) => `- ${repeated('- ', length - 2)}`,
  'a list with a long item': (length) => `- a\n${repeated('  a\n', length - 4)}`,
  'a list with lazy lines': (length) => `- a\n${repeated('a\n', length - 4)}`,
  'a list with blank lines': (length) => `- a\n${repeated('\n', length - 8)}- b`,
  'a list in a quote': (length) => `> - a\n${repeated('>   a\n', length - 6)}`,
  'quotes ever deeper': (length) => counted((n) => `${'>'.repeat(n + 1)} a\n`, length),
  'quotes ever shallower': (length) => counted((n) => `${'>'.repeat(300 - (n % 300))} a\n`, length),
  'quotes 20 deep, again and again': (length) => counted((n) => `${'> '.repeat(1 + (n % 20))}a\n`, length),
  'quotes 20 deep, then lazy': (length) => counted((n) => (n % 2 ? 'a\n' : `${'> '.repeat(20)}a\n`), length),
  'a quote with lazy lines': (length) => `> ${repeated('a\n', length - 2)}`,
  'lists and quotes in turn': (length) => counted(() => `${'> - '.repeat(10)}a\n`, length),
  'emphasis opened, then closed': (length) => halves('*a ', ' a*', length),
  'strong opened, then closed': (length) => halves('**a ', ' a**', length),
  'emphasis of both kinds': (length) => halves('*a _b ', ' b_ a*', length),
  'strikes opened, then closed': (length) => halves('~~a ', ' a~~', length),
  'runs of stars of all lengths': (length) => counted((n) => `${'*'.repeat(n % 100)}a`, length),
  'a run of stars between words': (length) => `a${repeated('*', length - 2)}a`,
  'emphasis over lines': (length) => counted((n) => `${n % 2 ? '*' : ''}a\n`, length),
  'brackets opened, then closed': (length) => halves('[', ']', length),
  'links opened, then closed': (length) => halves('[a', '](b)', length),
  'pictures opened, then closed': (length) => halves('![', '](a)', length),
  'brackets with a definition': (length) => `[a]: b\n\n${repeated('[a] ', length - 10)}`,
  'a long definition, used often': (length) => `[a]: ${'b'.repeat(length / 2)}\n\n${repeated('[a] ', length / 2 - 10)}`,
  'a long title, used often': (length) => `[a]: b "${'c'.repeat(length / 2)}"\n\n${repeated('[a] ', length / 2 - 12)}`,
  'pictures of a long definition': (length) =>
    `[a]: /${'b'.repeat(length / 2)}\n\n${repeated('![a] ', length / 2 - 10)}`,
  'a long definition in paragraphs': (length) =>
    `[a]: ${'b'.repeat(length / 2)}\n\n${repeated('[a]\n\n', length / 2 - 10)}`,
  'a long title in paragraphs': (length) =>
    `[a]: b "${'c'.repeat(length / 2)}"\n\n${repeated('[a]\n\n', length / 2 - 12)}`,
  'pictures of a long definition in paragraphs': (length) =>
    `[a]: /${'b'.repeat(length / 2)}\n\n${repeated('![a]\n\n', length / 2 - 12)}`,
  'an address of many letters in paragraphs': (length) =>
    `[a]: /${'ﷺ'.repeat(length / 4)}\n\n${repeated('[a]\n\n', length / 2)}`,
  'different definitions': (length) => counted((n) => `[${n}]: b\n`, length),
  'different definitions, used': (length) =>
    counted((n) => `[${n}]: b\n`, length / 2) + counted((n) => `[${n}] `, length / 2),
  'a link with a long text': (length) => `[${repeated('a ', length - 6)}](b)`,
  'a link with a long address': (length) => `[a](${'b'.repeat(length - 6)})`,
  'an address in brackets': (length) => `[a](${repeated('(', length / 2)}${repeated(')', length / 2 - 4)}`,
  'a link with a long title': (length) => `[a](b "${'c'.repeat(length - 10)}")`,
  'a long address': (length) => `https://a.b/${'c'.repeat(length - 14)}`,
  'a long address of dots': (length) => `www.${repeated('a.', length - 4)}`,
  'a long address of signs': (length) => `https://a.b/${repeated('&', length - 14)}`,
  'a long address of question marks': (length) => `https://a.b/${repeated('?', length - 14)} c`,
  'a long address of brackets': (length) => `https://a.b/${repeated(')(', length - 14)}`,
  'long addresses': (length) => counted(() => `https://a.b/${'c'.repeat(500)} `, length),
  'a long mail address': (length) => `${'a'.repeat(length / 2)}@${'b'.repeat(length / 2 - 4)}.c`,
  'a mail address of dots': (length) => `a@${repeated('b.', length - 2)}`,
  'a mail address with many signs': (length) => `a@b.c${repeated('_', length - 6)}`,
  'addresses in a heading': (length) => counted(() => '# www.a.b\n', length),
  'addresses in a table': (length) => `|a|\n|-|\n${repeated('|www.a.b|\n', length - 8)}`,
  'addresses in a list': (length) => repeated('- www.a.b\n', length),
  'addresses in a quote': (length) => repeated('> www.a.b\n', length),
  'addresses in emphasis': (length) => repeated('*www.a.b* ', length),
  'a wide table': (length) =>
    `${repeated('|a', length / 3)}|\n${repeated('|-', length / 3)}|\n${repeated('|b', length / 3 - 6)}`,
  'a wide table of empty rows': (length) =>
    `${repeated('|', length / 3)}\n${repeated('|-', length / 3)}|\n${repeated('|\n', length / 3 - 6)}`,
  'a square table': (length) => {
    const columns = Math.floor(Math.sqrt(length / 2)) - 2;
    const row = `${repeated('|a', 2 * columns)}|\n`;
    return `${row}${repeated('|-', 2 * columns)}|\n${repeated(row, length - 2 * row.length)}`;
  },
  'a table of empty rows': (length) => {
    const head = `${repeated('|a', 400)}|\n${repeated('|-', 400)}|\n`;
    return head + repeated('|\n', length - head.length);
  },
  'a long table': (length) => `|a|b|\n|-|-|\n${repeated('|c|d|\n', length - 12)}`,
  'a long table of marks': (length) => `|a|\n|-|\n${repeated('|*b*|\n', length - 8)}`,
  'a table with a long cell': (length) => `|a|\n|-|\n|${repeated('b ', length - 12)}|`,
  'many tables of a row': (length) => repeated('|a|b|\n|-|-|\n\n', length),
  'a delimiter row without end': (length) => `a|b\n${repeated('-', length - 8)}|x`,
  'delimiter rows with spaces': (length) => counted(() => `a\n|${' '.repeat(200)}x\n`, length),
  'one long tag': (length) => `<a ${repeated('b=c ', length - 6)}>`,
  'a tag without end': (length) => `<a ${repeated('b="c" ', length - 6)}`,
  'a comment without end': (length) => `<!-- ${repeated('- ', length - 6)}`,
  'html over lines': (length) => `<div>\n${repeated('a\n', length - 8)}`,
  'code in long marks': (length) => counted((n) => `${'`'.repeat(n % 200)} `, length),
  'code marks ever longer': (length) => counted((n) => `${'`'.repeat(n + 1)}a`, length),
  'code without end': (length) => `\`\`\`js\n${repeated('a\n', length - 8)}`,
  'code of a coloured language': (length) => `\`\`\`js\n${repeated('if (a) "b";\n', length - 12)}\n\`\`\``,
  'many blocks of coloured code': (length) =>
    counted((n) => `\`\`\`js\n${repeated(`f${n}("a");\n`, 3_000)}\n\`\`\`\n`, length),
  'different blocks of coloured code': (length) => counted((n) => `\`\`\`js\n${n}\n\`\`\`\n`, length),
  'coloured code with brackets': (length) => counted(() => `\`\`\`js\n${'('.repeat(900)}\n\`\`\`\n`, length),
  'coloured code in long lines': (length) => counted(() => `\`\`\`html\n${'<a '.repeat(320)}\n\`\`\`\n`, length),
  'coloured styles': (length) => counted(() => `\`\`\`css\n${'a{'.repeat(450)}\n\`\`\`\n`, length),
  'coloured markdown': (length) => counted(() => `\`\`\`md\n${'*a '.repeat(300)}\n\`\`\`\n`, length),
  'coloured shell': (length) => counted(() => `\`\`\`sh\n${'$('.repeat(450)}\n\`\`\`\n`, length),
  'coloured php': (length) => counted(() => `\`\`\`php\n${'<?php '.repeat(150)}\n\`\`\`\n`, length),
  'coloured perl': (length) => counted(() => `\`\`\`perl\n${'s{'.repeat(450)}\n\`\`\`\n`, length),
  'coloured typescript': (length) => counted(() => `\`\`\`ts\n${'a<'.repeat(450)}\n\`\`\`\n`, length),
  'footnotes, each used once': (length) =>
    counted((n) => `[^${n}]`, length / 2) + counted((n) => `\n\n[^${n}]: a`, length / 2),
  'one footnote, used often': (length) => `[^a]: b\n\n${repeated('[^a] ', length - 10)}`,
  'footnotes that name each other': (length) => counted((n) => `[^${n}]: [^${n + 1}]\n\n`, length),
  'a footnote with long paragraphs': (length) => `[^a]\n\n[^a]: b\n\n${repeated('    c\n\n', length - 20)}`,
  'footnotes with long labels': (length) => counted((n) => `[^${'a'.repeat(90)}${n}] `, length),
  'a footnote in a long line': (length) => `a[^a]${repeated(' b', length - 20)}\n\n[^a]: c`,
  'a long line': (length) => 'a'.repeat(length),
  'a long line of words': (length) => repeated('lorem ipsum ', length),
  'long lines': (length) => counted(() => `${'a '.repeat(2_000)}\n\n`, length),
  'a line of spaces': (length) => `a${' '.repeat(length - 2)}b`,
  'spaces at the end of lines': (length) => counted(() => `a${' '.repeat(100)}\n`, length),
  'spaces before lines': (length) => counted(() => `${' '.repeat(100)}a\n`, length),
  'tabs before lines': (length) => counted(() => `${'\t'.repeat(100)}a\n`, length),
  'blank lines of spaces': (length) => counted(() => `${' '.repeat(100)}\n`, length),
  'a text of real length': (length) =>
    counted(
      (n) =>
        n % 12 === 0
          ? `## Part ${n}\n\n`
          : n % 7 === 0
            ? '- one thing\n- another thing\n- a third\n\n'
            : `It was a *long* time ago, and [the harbour](https://example.com/${n}) was full of **boats** that nobody had counted.\n\n`,
      length,
    ),
  'dashes between words': (length) => counted((n) => `a${'-'.repeat(n % 50)}`, length),
  'equal signs between lines': (length) => counted((n) => `a\n${'='.repeat(n % 50)} b\n`, length),
  'underscores between words': (length) => repeated('a_b', length),
  'conflict markers without end': (length) => `<<<<<<< a\n${repeated('=======\n', length - 12)}`,
  'all marks at once': (length) => repeated('*_`[<&\\!~|>#-+1. ', length),
  'random marks': (length) => {
    const marks = [
      '*',
      '_',
      '`',
      '[',
      ']',
      '(',
      ')',
      '<',
      '>',
      '!',
      '&',
      '~',
      '|',
      '#',
      '-',
      ' ',
      '\n',
      'a',
      '\\',
      ':',
      '^',
    ];
    let seed = 1;
    return counted(() => {
      seed = (seed * 48_271) % 2_147_483_647;
      return marks[seed % marks.length] ?? '';
    }, length);
  },
};

/** A mark that is looked for up to the end of its paragraph costs most in paragraphs of a certain length. */
const PARAGRAPH_CHARS = [150, 1_000, 4_000] as const;

const shapeOf = (name: string, textOf: HostileShape['textOf']): HostileShape => ({ name, textOf });

export const HOSTILE_SHAPES: readonly HostileShape[] = [
  ...REPEATED.map((unit) => shapeOf(JSON.stringify(unit), (length) => repeated(unit, length))),
  ...Object.entries(BUILT).map(([name, textOf]) => shapeOf(name, textOf)),
  ...REPEATED.filter((unit) => unit.trim() !== '' && !/[\r\n]/.test(unit)).flatMap((unit) =>
    PARAGRAPH_CHARS.map((chars) =>
      shapeOf(`${JSON.stringify(unit)} in paragraphs of ${chars}`, (length) =>
        repeated(`${repeated(unit, chars)}\n\n`, length),
      ),
    ),
  ),
];

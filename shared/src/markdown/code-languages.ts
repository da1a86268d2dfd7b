/*
 * The languages whose code is coloured, by the names that writers give them (those of highlight.js). Apart from the
 * grammars, which are large: whether any code needs those can be told without them.
 */

export interface CodeLanguage {
  /** The name of the grammar in lowlight's common ones. */
  readonly grammar: string;
  /** What readers call it. */
  readonly label: string;
}

/** Label and names by grammar; the grammar itself is a name too. */
const LANGUAGES: Readonly<Record<string, readonly [label: string, ...names: string[]]>> = {
  arduino: ['Arduino', 'ino'],
  bash: ['Bash', 'sh', 'zsh'],
  c: ['C', 'h'],
  cpp: ['C++', 'cc', 'c++', 'h++', 'hpp', 'hh', 'hxx', 'cxx'],
  csharp: ['C#', 'cs', 'c#'],
  css: ['CSS'],
  diff: ['Diff', 'patch'],
  go: ['Go', 'golang'],
  graphql: ['GraphQL', 'gql'],
  ini: ['INI'],
  java: ['Java'],
  javascript: ['JavaScript', 'js', 'jsx', 'mjs', 'cjs'],
  json: ['JSON', 'jsonc', 'json5'],
  kotlin: ['Kotlin', 'kt', 'kts'],
  less: ['Less'],
  lua: ['Lua'],
  makefile: ['Makefile', 'make', 'mk'],
  markdown: ['Markdown', 'md'],
  objectivec: ['Objective-C', 'objc', 'obj-c', 'objective-c'],
  perl: ['Perl', 'pl'],
  php: ['PHP'],
  python: ['Python', 'py'],
  'python-repl': ['Python', 'pycon'],
  r: ['R'],
  ruby: ['Ruby', 'rb'],
  rust: ['Rust', 'rs'],
  scss: ['SCSS'],
  shell: ['Shell', 'console', 'shellsession'],
  sql: ['SQL'],
  swift: ['Swift'],
  typescript: ['TypeScript', 'ts', 'tsx', 'mts', 'cts'],
  vbnet: ['Visual Basic', 'vb'],
  wasm: ['WebAssembly', 'wat'],
  xml: ['XML', 'rss', 'atom', 'xsd', 'xsl', 'plist'],
  yaml: ['YAML', 'yml'],
};

/** Names that share a grammar with a language of another label. */
const OTHER_LABELS: Readonly<Record<string, CodeLanguage>> = {
  html: { grammar: 'xml', label: 'HTML' },
  xhtml: { grammar: 'xml', label: 'HTML' },
  svg: { grammar: 'xml', label: 'SVG' },
  toml: { grammar: 'ini', label: 'TOML' },
};

/** What code without a language, or without a known one, is called. */
export const PLAIN_CODE_LABEL = 'Code';

/** Names that say that there is nothing to colour. */
const PLAIN_NAMES = new Set(['text', 'txt', 'plain', 'plaintext']);

const BY_NAME: ReadonlyMap<string, CodeLanguage> = new Map([
  ...Object.entries(LANGUAGES).flatMap(([grammar, [label, ...names]]) =>
    [grammar, ...names].map((name): [string, CodeLanguage] => [name, { grammar, label }]),
  ),
  ...Object.entries(OTHER_LABELS),
]);

/** The language of a name as writers type it behind ``` in capitals or not; null for those that are not coloured. */
export const codeLanguage = (name: string): CodeLanguage | null => BY_NAME.get(name.toLowerCase()) ?? null;

/** What stands above code of this language: its usual name, the name as it was typed where it is unknown. */
export function codeLabel(name: string): string {
  if (name === '' || PLAIN_NAMES.has(name.toLowerCase())) return PLAIN_CODE_LABEL;
  return codeLanguage(name)?.label ?? name;
}

/** Every grammar that a name may lead to. */
export const CODE_GRAMMARS: readonly string[] = Object.keys(LANGUAGES);

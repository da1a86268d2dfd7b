/* The languages that can be colored, by their names in highlight.js. Separate from the large grammars, to check whether any are needed. */

export interface CodeLanguage {
  /** The name of the grammar in lowlight's `common` set or in code-grammars.ts. */
  readonly grammar: string;
  /** The name shown to readers. */
  readonly label: string;
}

/** Labels and alternative names by grammar. */
const LANGUAGES: Readonly<Record<string, readonly [label: string, ...names: string[]]>> = {
  arduino: ['Arduino', 'ino'],
  bash: ['Bash', 'sh', 'zsh'],
  c: ['C', 'h'],
  clojure: ['Clojure', 'clj', 'edn'],
  cmake: ['CMake'],
  cpp: ['C++', 'cc', 'c++', 'h++', 'hpp', 'hh', 'hxx', 'cxx'],
  csharp: ['C#', 'cs', 'c#'],
  css: ['CSS'],
  dart: ['Dart'],
  diff: ['Diff', 'patch'],
  dockerfile: ['Dockerfile', 'docker', 'containerfile'],
  elixir: ['Elixir', 'ex', 'exs'],
  erlang: ['Erlang', 'erl'],
  fortran: ['Fortran', 'f90', 'f95'],
  fsharp: ['F#', 'fs', 'f#'],
  go: ['Go', 'golang'],
  graphql: ['GraphQL', 'gql'],
  groovy: ['Groovy', 'gradle'],
  haskell: ['Haskell', 'hs'],
  hcl: ['HCL', 'terraform', 'tf', 'tfvars'],
  http: ['HTTP', 'https'],
  ini: ['INI'],
  java: ['Java'],
  javascript: ['JavaScript', 'js', 'jsx', 'mjs', 'cjs'],
  json: ['JSON', 'jsonc', 'json5'],
  julia: ['Julia', 'jl'],
  kotlin: ['Kotlin', 'kt', 'kts'],
  latex: ['LaTeX', 'tex'],
  less: ['Less'],
  lua: ['Lua'],
  makefile: ['Makefile', 'make', 'mk'],
  markdown: ['Markdown', 'md'],
  matlab: ['MATLAB'],
  nginx: ['nginx', 'nginxconf'],
  nix: ['Nix'],
  ocaml: ['OCaml', 'ml'],
  objectivec: ['Objective-C', 'objc', 'obj-c', 'objective-c'],
  perl: ['Perl', 'pl'],
  php: ['PHP'],
  powershell: ['PowerShell', 'pwsh', 'ps1'],
  protobuf: ['Protocol Buffers', 'proto'],
  python: ['Python', 'py'],
  'python-repl': ['Python', 'pycon'],
  r: ['R'],
  ruby: ['Ruby', 'rb'],
  rust: ['Rust', 'rs'],
  scala: ['Scala', 'sbt'],
  scss: ['SCSS'],
  shell: ['Shell', 'console', 'shellsession'],
  sql: ['SQL'],
  swift: ['Swift'],
  typescript: ['TypeScript', 'ts', 'tsx', 'mts', 'cts'],
  vbnet: ['Visual Basic', 'vb'],
  vim: ['Vim script', 'vimscript'],
  wasm: ['WebAssembly', 'wat'],
  xml: ['XML', 'rss', 'atom', 'xsd', 'xsl', 'plist'],
  yaml: ['YAML', 'yml'],
  zig: ['Zig'],
};

/** Alternative names with their own label. */
const OTHER_LABELS: Readonly<Record<string, CodeLanguage>> = {
  html: { grammar: 'xml', label: 'HTML' },
  xhtml: { grammar: 'xml', label: 'HTML' },
  svg: { grammar: 'xml', label: 'SVG' },
  toml: { grammar: 'ini', label: 'TOML' },
  // Languages whose files are HTML with scripts and styles.
  vue: { grammar: 'xml', label: 'Vue' },
  svelte: { grammar: 'xml', label: 'Svelte' },
};

/** The label of code without a language. */
export const PLAIN_CODE_LABEL = 'Code';

/** Languages that are not colored. */
const PLAIN_LABELS: Readonly<Record<string, string>> = { mermaid: 'Mermaid' };

/** Names for text without a language. */
const PLAIN_NAMES = new Set(['text', 'txt', 'plain', 'plaintext']);

const BY_NAME: ReadonlyMap<string, CodeLanguage> = new Map([
  ...Object.entries(LANGUAGES).flatMap(([grammar, [label, ...names]]) =>
    [grammar, ...names].map((name): [string, CodeLanguage] => [name, { grammar, label }]),
  ),
  ...Object.entries(OTHER_LABELS),
]);

/** The language for a name after ```, regardless of case; null for languages that are not colored. */
export const codeLanguage = (name: string): CodeLanguage | null => BY_NAME.get(name.toLowerCase()) ?? null;

/** The label above a code block: the usual name of the language, or the typed name if the language is unknown. */
export function codeLabel(name: string): string {
  if (name === '' || PLAIN_NAMES.has(name.toLowerCase())) return PLAIN_CODE_LABEL;
  return codeLanguage(name)?.label ?? PLAIN_LABELS[name.toLowerCase()] ?? name;
}

/** All named grammars. */
export const CODE_GRAMMARS: readonly string[] = Object.keys(LANGUAGES);

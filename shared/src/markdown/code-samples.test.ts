import { beforeAll, expect, it } from 'vitest';
import { createHighlighter, loadGrammars } from './code-highlighter.ts';
import { CODE_GRAMMARS, codeLanguage } from './code-languages.ts';
import type { MarkdownNode } from './tree.ts';

/* One line of every language, under a name that people type, with parts that a reader expects to be colored. */

const highlight = createHighlighter();

beforeAll(() => loadGrammars(CODE_GRAMMARS));

const textOf = (node: MarkdownNode): string =>
  typeof node === 'string' ? node : 'tag' in node ? node.children.map(textOf).join('') : node.alt;

/** The colored parts, as `kind text`, including nested ones. */
const partsOf = (nodes: readonly MarkdownNode[]): string[] =>
  nodes.flatMap((node) =>
    typeof node === 'object' && 'tag' in node
      ? [`${String(node.attributes.class).replace('code-', '')} ${textOf(node)}`, ...partsOf(node.children)]
      : [],
  );

const SAMPLES: readonly (readonly [name: string, label: string, code: string, ...parts: string[]])[] = [
  ['ino', 'Arduino', 'void setup() { pinMode(13, OUTPUT); }', 'type void', 'number 13'],
  ['sh', 'Bash', 'if [ "$A" ]; then echo hi; fi # done', 'keyword then', 'comment # done'],
  ['h', 'C', 'int a = 0x1f; return a; /* b */', 'type int', 'keyword return', 'comment /* b */'],
  ['clj', 'Clojure', '(defn greet [name] (str "Hi " name))', 'string "Hi "'],
  ['cmake', 'CMake', 'if(WIN32) # Windows', 'keyword if', 'comment # Windows'],
  ['c++', 'C++', 'template <class T> constexpr T pi = 3.14;', 'keyword template', 'number 3.14'],
  ['c#', 'C#', 'public class A { string B => "c"; }', 'keyword public', 'string "c"'],
  ['css', 'CSS', '.a { color: #fff; }', 'title .a', 'attribute color'],
  ['dart', 'Dart', "final String a = 'b';", 'keyword final', "string 'b'"],
  ['patch', 'Diff', '-old\n+new', 'removed -old', 'added +new'],
  ['docker', 'Dockerfile', 'FROM node:20 # base', 'keyword FROM', 'comment # base'],
  ['ex', 'Elixir', 'defmodule A do\nend', 'keyword defmodule', 'title A'],
  ['erl', 'Erlang', 'greet(X) -> "hi". % done', 'string "hi"', 'comment % done'],
  ['f90', 'Fortran', 'integer :: a ! b', 'keyword integer', 'comment ! b'],
  ['f#', 'F#', 'let a = "b" // c', 'keyword let', 'string "b"'],
  ['golang', 'Go', 'func main() { return }', 'keyword func', 'title main'],
  ['gql', 'GraphQL', 'query A { b } # c', 'keyword query', 'comment # c'],
  ['gradle', 'Groovy', "def a = 'b'", 'keyword def', "string 'b'"],
  ['hs', 'Haskell', 'module A where -- b', 'keyword module', 'comment -- b'],
  ['tf', 'HCL', 'resource "a" "b" { count = 2 }', 'string "a"', 'number 2'],
  ['https', 'HTTP', 'GET /a HTTP/1.1\nHost: b', 'keyword GET', 'attribute Host'],
  ['ini', 'INI', '[a]\nb=1 ; c', 'keyword [a]', 'attribute b'],
  ['java', 'Java', 'public class A { int b = 1; }', 'keyword public', 'number 1'],
  ['jsx', 'JavaScript', 'const a = () => <p>b</p>;', 'keyword const', 'keyword p'],
  ['jsonc', 'JSON', '{ "a": true } // b', 'attribute "a"', 'keyword true', 'comment // b'],
  ['jl', 'Julia', 'function a() end # b', 'keyword function', 'comment # b'],
  ['kts', 'Kotlin', 'fun a(): String = "b"', 'keyword fun', 'string "b"'],
  ['tex', 'LaTeX', '\\section{A} % b', 'keyword \\section', 'comment % b'],
  ['less', 'Less', '@a: #fff; .b { color: @a; }', 'attribute @a:', 'attribute color'],
  ['lua', 'Lua', 'local a = "b" -- c', 'keyword local', 'comment -- c'],
  ['make', 'Makefile', '# a\nall: b', 'comment # a', 'keyword all: b'],
  ['md', 'Markdown', '# A\n**b**', 'keyword # A'],
  ['matlab', 'MATLAB', "a = 'b'; % c", "string 'b'", 'comment % c'],
  ['nginxconf', 'nginx', 'server { listen 80; }', 'keyword server'],
  ['nix', 'Nix', 'let a = "b"; in a # c', 'keyword let', 'comment # c'],
  ['ml', 'OCaml', 'let a = "b" (* c *)', 'keyword let', 'comment (* c *)'],
  ['objc', 'Objective-C', '@interface A : NSObject\n@end', 'keyword @interface'],
  ['pl', 'Perl', 'my $a = "b"; # c', 'keyword my', 'comment # c'],
  ['php', 'PHP', '<?php echo "a"; // b', 'keyword echo', 'comment // b'],
  ['ps1', 'PowerShell', 'if ($a) { Write-Host "b" } # c', 'keyword if', 'comment # c'],
  ['proto', 'Protocol Buffers', 'message A { string b = 1; }', 'title A', 'type string', 'number 1'],
  ['py', 'Python', 'def a(): return None # b', 'keyword def', 'comment # b'],
  ['pycon', 'Python', '>>> def a(): pass', 'meta >>>', 'keyword def'],
  ['r', 'R', 'a <- function(b) TRUE # c', 'keyword function', 'comment # c'],
  ['rb', 'Ruby', 'def a; "b"; end', 'keyword def', 'string "b"'],
  ['rs', 'Rust', 'fn a() -> u8 { 1 }', 'keyword fn', 'number 1'],
  ['sbt', 'Scala', 'val a = "b" // c', 'keyword val', 'comment // c'],
  ['scss', 'SCSS', '$a: 1px; .b { color: $a; }', 'attribute $a', 'attribute color'],
  ['console', 'Shell', '$ if true; then echo; fi', 'keyword if'],
  ['sql', 'SQL', "SELECT 'a' FROM b -- c", 'keyword SELECT', "string 'a'", 'comment -- c'],
  ['swift', 'Swift', 'let a: Int = 1 // b', 'keyword let', 'comment // b'],
  ['tsx', 'TypeScript', 'interface A { b: string }', 'keyword interface', 'type string'],
  ['vb', 'Visual Basic', "Dim a As String ' b", 'keyword Dim', "comment ' b"],
  ['vimscript', 'Vim script', 'let a = "b"', 'keyword let'],
  ['wat', 'WebAssembly', '(module (func $a)) ;; b', 'keyword module', 'comment ;; b'],
  ['xsd', 'XML', '<a b="c">d</a>', 'keyword a', 'attribute b', 'string "c"'],
  ['yml', 'YAML', 'a: "b" # c', 'attribute a:', 'comment # c'],
  ['zig', 'Zig', 'const a: u8 = 1; // b', 'keyword const', 'type u8', 'comment // b'],
  ['html', 'HTML', '<p class="a">b</p>', 'keyword p', 'attribute class'],
  ['svg', 'SVG', '<circle r="1"/>', 'keyword circle'],
  ['toml', 'TOML', '[a]\nb = "c"', 'keyword [a]', 'string "c"'],
  ['vue', 'Vue', '<script>let a = 1</script>', 'keyword script', 'keyword let'],
  ['svelte', 'Svelte', '<style>a { color: red }</style>', 'keyword style', 'attribute color'],
];

it('has a sample of every language', () => {
  expect(CODE_GRAMMARS.filter((grammar) => !SAMPLES.some(([name]) => codeLanguage(name)?.grammar === grammar))).toEqual(
    [],
  );
});

it.each(SAMPLES)('%s is %s, with its colors', (name, label, code, ...parts) => {
  const language = codeLanguage(name);

  expect(language?.label).toBe(label);
  expect(partsOf(highlight(code, language ?? { grammar: '', label: '' }))).toEqual(expect.arrayContaining(parts));
});

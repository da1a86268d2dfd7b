import type { HLJSApi, Language, LanguageFn } from 'highlight.js';

/* Grammars that are loaded one by one, with the first text that needs them. */

type Load = () => Promise<{ readonly default: LanguageFn }>;

const own =
  (grammar: LanguageFn): Load =>
  async () => ({ default: grammar });

/** HCL for Terraform and others, without a grammar in highlight.js: blocks, attributes, strings with templates, here-documents. */
const hcl = (hljs: HLJSApi): Language => ({
  name: 'HCL',
  keywords: { literal: 'true false null', keyword: 'for in if else endif endfor' },
  contains: [
    hljs.HASH_COMMENT_MODE,
    hljs.C_LINE_COMMENT_MODE,
    hljs.C_BLOCK_COMMENT_MODE,
    hljs.NUMBER_MODE,
    { scope: 'string', begin: /<<-?\s*([A-Z_]+)$/, end: /^\s*[A-Z_]+$/ },
    {
      scope: 'string',
      begin: '"',
      end: '"',
      illegal: '\\n',
      contains: [hljs.BACKSLASH_ESCAPE, { scope: 'subst', begin: /[$%]\{/, end: /\}/ }],
    },
    { scope: 'attr', begin: /^[ \t]*[\w-]+(?=[ \t]*=)/ },
    { scope: 'title', begin: /^[ \t]*[a-z][\w-]*(?=[ \t]+["{\w])/ },
  ],
});

const ZIG_KEYWORDS =
  'addrspace align allowzero and anyframe anytype asm async await break callconv catch comptime const continue defer else enum errdefer ' +
  'error export extern fn for if inline linksection noalias noinline nosuspend opaque or orelse packed pub resume return struct suspend ' +
  'switch test threadlocal try union unreachable usingnamespace var volatile while';

/** Zig, without a grammar in highlight.js. */
const zig = (hljs: HLJSApi): Language => ({
  name: 'Zig',
  keywords: {
    keyword: ZIG_KEYWORDS,
    literal: 'true false null undefined',
    type: 'bool void noreturn type anyerror comptime_int comptime_float isize usize f16 f32 f64 f80 f128',
  },
  contains: [
    hljs.C_LINE_COMMENT_MODE,
    { scope: 'string', begin: /\\\\/, end: /$/ },
    hljs.QUOTE_STRING_MODE,
    { scope: 'string', begin: /'/, end: /'/, illegal: '\\n', contains: [hljs.BACKSLASH_ESCAPE] },
    { scope: 'built_in', begin: /@[a-zA-Z]\w*/ },
    { scope: 'type', begin: /\b[iu]\d{1,5}\b/ },
    { scope: 'number', begin: /\b(?:0[xob])?\d[\da-fA-F_]*(?:\.\d+)?(?:[eEpP][-+]?\d+)?\b/ },
    { scope: 'title', begin: /(?<=\bfn )\w+/ },
  ],
});

/** Keyed by the name in code-languages.ts. */
export const MORE_GRAMMARS: Readonly<Record<string, Load>> = {
  clojure: () => import('highlight.js/lib/languages/clojure'),
  cmake: () => import('highlight.js/lib/languages/cmake'),
  dart: () => import('highlight.js/lib/languages/dart'),
  dockerfile: () => import('highlight.js/lib/languages/dockerfile'),
  elixir: () => import('highlight.js/lib/languages/elixir'),
  erlang: () => import('highlight.js/lib/languages/erlang'),
  fortran: () => import('highlight.js/lib/languages/fortran'),
  fsharp: () => import('highlight.js/lib/languages/fsharp'),
  groovy: () => import('highlight.js/lib/languages/groovy'),
  haskell: () => import('highlight.js/lib/languages/haskell'),
  hcl: own(hcl),
  http: () => import('highlight.js/lib/languages/http'),
  julia: () => import('highlight.js/lib/languages/julia'),
  latex: () => import('highlight.js/lib/languages/latex'),
  matlab: () => import('highlight.js/lib/languages/matlab'),
  nginx: () => import('highlight.js/lib/languages/nginx'),
  nix: () => import('highlight.js/lib/languages/nix'),
  ocaml: () => import('highlight.js/lib/languages/ocaml'),
  powershell: () => import('highlight.js/lib/languages/powershell'),
  protobuf: () => import('highlight.js/lib/languages/protobuf'),
  scala: () => import('highlight.js/lib/languages/scala'),
  vim: () => import('highlight.js/lib/languages/vim'),
  zig: own(zig),
};

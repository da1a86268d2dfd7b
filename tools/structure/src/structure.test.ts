import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findCircles } from './circles.ts';
import { PUBLIC_MODULES, privateImports, tiesOfTextEditor } from './features.ts';
import { inlineImports, readImports, specifiersOf } from './imports.ts';
import { arrowsUp, LAYERS, MAY_IMPORT, strangers } from './layers.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const FEATURES = 'web/src/features/';

const edge = (from: string, to: string) => ({ from, to });

describe('cyclic imports between folders', () => {
  it('are found between two folders, through different files', () => {
    const found = findCircles([edge('a/x/one.ts', 'a/y/two.ts'), edge('a/y/three.ts', 'a/x/four.ts')]);

    expect(found).toMatchObject([{ folder: 'a', members: ['x', 'y'] }]);
    expect(found[0]?.imports).toHaveLength(2);
  });

  it('are found among three files and folders', () => {
    const found = findCircles([edge('x/a.ts', 'y.ts'), edge('y.ts', 'z/b.ts'), edge('z/b.ts', 'x/c.ts')]);

    expect(found).toMatchObject([{ folder: '', members: ['x', 'y.ts', 'z'] }]);
  });

  it('are found separately if they share no member', () => {
    const found = findCircles([
      edge('a.ts', 'b.ts'),
      edge('b.ts', 'a.ts'),
      edge('b.ts', 'c.ts'),
      edge('c.ts', 'd.ts'),
      edge('d.ts', 'c.ts'),
    ]);

    expect(found.map(({ members }) => members)).toEqual(
      expect.arrayContaining([
        ['a.ts', 'b.ts'],
        ['c.ts', 'd.ts'],
      ]),
    );
    expect(found).toHaveLength(2);
  });

  it('do not include a diamond, or imports within a folder', () => {
    const diamond = [edge('a.ts', 'b.ts'), edge('a.ts', 'c.ts'), edge('b.ts', 'd.ts'), edge('c.ts', 'd.ts')];

    expect(findCircles([...diamond, edge('x/deep/one.ts', 'x/deep/two.ts')])).toEqual([]);
  });
});

describe('parts of the repository', () => {
  it('can import the parts in the table, and themselves', () => {
    const known = [edge('web/src/a.ts', 'shared/src/b.ts'), edge('shared/src/b.ts', 'shared/src/site.ts')];
    const unknown = [
      edge('shared/src/b.ts', 'functions/src/c.ts'),
      edge('tools/rules/src/d.ts', 'functions/src/c.ts'),
      edge('web/src/a.ts', 'publication.config.ts'),
      edge('lost.ts', 'shared/src/b.ts'),
    ];

    expect(strangers([...known, ...unknown])).toEqual(unknown);
  });

  it('can read the publication only through one module of the contract', () => {
    const door = edge('shared/src/site.ts', 'publication.config.ts');
    const aside = edge('shared/src/posts.ts', 'publication.config.ts');

    expect(strangers([door, aside])).toEqual([aside]);
  });

  it('exist', () => {
    const named = Object.keys(MAY_IMPORT);

    expect(named.filter((part) => !existsSync(`${ROOT}${part}`))).toEqual([]);
  });
});

describe('layers', () => {
  it('can import lower layers, but not higher ones', () => {
    const down = edge('functions/src/posts/a.ts', 'functions/src/users/b.ts');
    const within = edge('functions/src/posts/a.ts', 'functions/src/posts/b.ts');
    const up = edge('functions/src/users/b.ts', 'functions/src/posts/a.ts');
    const nowhere = edge('web/src/pages/a.ts', 'web/src/lib/b.ts');

    expect(arrowsUp([down, within, up, nowhere])).toEqual([up, nowhere]);
  });

  it('exist', () => {
    const named = Object.entries(LAYERS).flatMap(([root, order]) => order.map((layer) => `${root}/${layer}`));

    expect(named.filter((layer) => !existsSync(`${ROOT}${layer}`))).toEqual([]);
  });
});

describe('features', () => {
  it('can import only public modules of another feature', () => {
    const open = edge('web/src/features/home/a.tsx', 'web/src/features/posts/open.ts');
    const closed = edge('web/src/features/home/a.tsx', 'web/src/features/posts/closed.ts');
    const own = edge('web/src/features/home/a.tsx', 'web/src/features/home/b.ts');

    expect(privateImports([open, closed, own], new Set(['posts/open.ts']))).toEqual([closed]);
  });

  it('keep posts out of the text editor', () => {
    const textEditor = 'web/src/features/text-editor/a.tsx';
    const known = [
      edge(textEditor, 'web/src/features/text-editor/pictures/b.ts'),
      edge(textEditor, 'web/src/components/button.tsx'),
      edge(textEditor, 'shared/src/markdown/tokens.ts'),
      edge('web/src/features/post-editor/c.tsx', textEditor),
    ];
    const ties = [
      edge(textEditor, 'web/src/features/post-editor/post-form.ts'),
      edge(textEditor, 'web/src/features/posts/api/queries.ts'),
      edge(textEditor, 'shared/src/revisions.ts'),
    ];

    expect(tiesOfTextEditor([...known, ...ties])).toEqual(ties);
  });

  it('list exactly the public modules that others import', () => {
    const named = [...PUBLIC_MODULES];
    const imported = privateImports(readImports(ROOT), new Set()).map(({ to }) => to.slice(FEATURES.length));

    expect(named.filter((module) => !existsSync(`${ROOT}${FEATURES}${module}`))).toEqual([]);
    expect(named.filter((module) => !imported.includes(module))).toEqual([]);
  });
});

describe('reading imports', () => {
  it('finds static, side-effect, dynamic and re-exporting imports, and none in comments', () => {
    const source = [
      "import { a } from './a.ts';",
      "import './b.css';",
      "const c = await import('./c.ts');",
      "export { d } from './d.ts';",
      "// import { e } from './e.ts';",
      "/* import('./f.ts') */",
      "import {\n  type G,\n  h,\n} from './g.ts';",
    ].join('\n');

    expect(specifiersOf(source)).toEqual(['./a.ts', './b.css', './c.ts', './d.ts', './g.ts']);
  });
});

describe('files of a role on the server', () => {
  it.each([
    ["type Request = import('express').Request;", true],
    ["const db = await import( 'firebase-admin/firestore');", true],
    ["function of(query: typeof import('./posts.repository.ts')) {}", true],
    ["// never import('express')", false],
    ["import { posts } from './posts.ts';", false],
  ])('contain no inline imports: %s', (source, isRefused) => {
    const files = ['posts.service.ts', 'posts.routes.ts', 'posts.repository.ts', 'posts.converter.ts'];
    const sources = new Map(files.map((file) => [`functions/src/posts/${file}`, source]));

    expect(inlineImports(sources)).toEqual(isRefused ? [...sources.keys()] : []);
    expect(inlineImports(new Map([['functions/src/index.ts', source]]))).toEqual([]);
  });
});

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findCircles } from './circles.ts';
import { PUBLIC_MODULES, privateImports, tiesOfTextEditor } from './features.ts';
import { readImports, readNamedImports, specifiersOf } from './imports.ts';
import { arrowsUp, LAYERS, MAY_IMPORT, strangers } from './layers.ts';
import { BOUNDARIES, crossings, pathsIntoPackages } from './roles.ts';

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
      "type D = typeof import( './type.ts');",
      "export { d } from './d.ts';",
      "// import { e } from './e.ts';",
      "/* import('./f.ts') */",
      "import {\n  type G,\n  h,\n} from './g.ts';",
    ].join('\n');

    expect(specifiersOf(source)).toEqual(['./a.ts', './b.css', './c.ts', './type.ts', './d.ts', './g.ts']);
  });
});

describe('boundaries between roles', () => {
  const refusals = {
    'shared/src/posts.ts': 'express firebase-admin/auth firebase/app node:fs react zod',
    'shared/src/posts.test.ts': 'zod',
    'formats/src/ghost.test.ts': 'express firebase-admin/app node:http',
    'web/src/lib/a.ts':
      'express firebase-admin firebase/firestore node:fs zod shared/src/testing/random.ts web/src/test/b.ts',
    'web/src/app/a.ts': 'firebase/auth firebase-functions/v2',
    'web/src/app/a.test.ts': 'functions/src/common/b.ts tools/seed/src/b.ts',
    'functions/src/common/a.ts': 'express firebase-admin functions/src/posts/b.ts process',
    'functions/src/html/a.ts': '@google-cloud/firestore functions/src/common/b.ts',
    'functions/src/http/a.ts': 'firebase-admin/firestore functions/src/users/b.ts',
    'functions/src/runtime/a.ts': 'express functions/src/http/b.ts',
    'functions/src/firestore/a.ts': 'express functions/src/jobs/b.ts',
    'functions/src/posts/a.routes.ts':
      'firebase-admin functions/src/firestore/b.ts functions/src/posts/b.converter.ts functions/src/posts/b.repository.ts',
    'functions/src/posts/a.service.ts':
      'express firebase-admin functions/src/http/b.ts functions/src/posts/b.routes.ts',
    'functions/src/posts/a.repository.ts':
      'express functions/src/posts/b.routes.ts functions/src/posts/b.service.ts shared/src/testing/random.ts',
    'functions/src/posts/a.ts': '@google-cloud/firestore/types express firebase-functions node:process',
    'functions/src/compose/a.ts': 'firebase-functions/v2 node:process',
    'functions/src/compose/config.ts': 'firebase-functions',
    'functions/src/index.ts': 'firebase-admin functions/src/posts/b.ts node:process',
  };
  const allowed = {
    'web/src/lib/a.ts': 'firebase/auth react zod/mini',
    'functions/src/http/a.ts': 'express functions/src/common/b.ts functions/src/http/b.ts',
    'functions/src/posts/a.routes.ts': 'express functions/src/http/b.ts functions/src/posts/b.service.ts',
    'functions/src/posts/a.service.ts': 'firebase-admin/auth functions/src/posts/b.repository.ts zod',
    'functions/src/posts/a.converter.ts': 'firebase-admin/firestore functions/src/firestore/b.ts',
    'functions/src/posts/a.service.test.ts': 'express functions/src/testing/b.ts',
    'functions/src/compose/config.ts': 'node:process',
    'functions/src/index.ts': 'firebase-functions functions/src/compose/b.ts functions/src/inventory.ts',
  };
  const namesIn = (table: Record<string, string>) =>
    Object.entries(table).flatMap(([from, names]) => names.split(' ').map((to) => ({ from, to, specifier: to })));

  it('refuse what a file of this role may not know, and nothing else', () => {
    expect(namesIn(refusals).filter((named) => crossings([named]).length === 0)).toEqual([]);
    expect(crossings(namesIn(allowed))).toEqual([]);
  });

  it('are each tested with a refusal', () => {
    const whys = crossings(namesIn(refusals)).map(({ why }) => why);

    expect(BOUNDARIES.filter(({ why }) => !whys.includes(why))).toEqual([]);
  });

  it('name folders that exist', () => {
    const files = readNamedImports(ROOT).map(({ from }) => from);

    expect(BOUNDARIES.filter((boundary) => !files.some((file) => boundary.files.test(file)))).toEqual([]);
  });

  it('refuse paths into packages, except in builds', () => {
    const path = { from: 'web/src/a.ts', to: 'shared/src/b.ts', specifier: '../../shared/src/b.ts' };

    expect(pathsIntoPackages([path, { ...path, specifier: '@inkwell/shared/b' }])).toEqual([path]);
    expect(pathsIntoPackages([{ ...path, from: 'web/scripts/a.ts' }])).toEqual([]);
  });
});

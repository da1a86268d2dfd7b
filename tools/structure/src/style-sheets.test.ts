import { describe, expect, it } from 'vitest';
import { mantineComplaints, sheetComplaints } from './style-sheets.ts';

const FEATURE = 'web/src/features/home';

const complaintsOf = (files: Record<string, string>) => sheetComplaints(new Map(Object.entries(files)));

describe('style sheets', () => {
  it('can belong to the component in their folder, to the folder, or to a whole feature', () => {
    const complaints = complaintsOf({
      'web/src/styles/base.css': 'body {}',
      'web/src/styles/all.css': '@import url("./base.css");',
      'web/src/main.tsx': "import './styles/all.css';",
      [`${FEATURE}/home.module.css`]: '.page { color: red; }',
      [`${FEATURE}/pages/home-page.tsx`]: "import styles from '../home.module.css';\nstyles.page;",
      [`${FEATURE}/components/card.module.css`]: '.card:hover { margin: 0.5rem; }\n@media print { .words {} }',
      [`${FEATURE}/components/card.tsx`]: "import styles from './card.module.css';\nstyles.card;",
      [`${FEATURE}/components/card-list.tsx`]: "import styles from './card.module.css';\nstyles.words;",
      'web/src/components/button.module.css': '.button {} .small {}',
      'web/src/components/button.tsx': "import styles from './button.module.css';\nstyles.button;\nstyles[size];",
    });

    expect(complaints).toEqual([]);
  });

  it('count classes that other sheets compose, and ignore global ones', () => {
    const complaints = complaintsOf({
      [`${FEATURE}/home.module.css`]: '.row {}\n.page :global(.text:has(> .note)) {}',
      [`${FEATURE}/home.tsx`]: "import styles from './home.module.css';\nstyles.page;",
      [`${FEATURE}/card.module.css`]: '.card {\n  composes: row from "./home.module.css";\n}',
      [`${FEATURE}/card.tsx`]: "import styles from './card.module.css';\nstyles.card;",
    });

    expect(complaints).toEqual([]);
  });

  it.each([
    ['a name other than styles', { 'card.tsx': "import card from './card.module.css';" }, 'as card, not as styles'],
    [
      'a second style sheet in one file',
      {
        'card.tsx': "import styles from './card.module.css';\nimport styles from './other.module.css';",
        'other.tsx': '',
        'other.module.css': '',
      },
      'imports a second style sheet, web/src/features/home/other.module.css',
    ],
    [
      'a style sheet of another feature',
      {
        'card.tsx': "import styles from './card.module.css';",
        '../posts/list.tsx': "import styles from '../home/card.module.css';",
      },
      'which belongs to web/src/features/home',
    ],
    [
      'a sheet without its component',
      { 'list.tsx': "import styles from './card.module.css';" },
      'is named after neither',
    ],
    ['a sheet that nothing imports', { 'card.tsx': '' }, 'card.module.css is imported nowhere'],
    [
      'a class that nothing uses',
      { 'card.tsx': "import styles from './card.module.css';\nstyles.cards;", 'card.module.css': '.card {}' },
      '.card is used nowhere',
    ],
  ])('are refused with %s', (_, files: Record<string, string>, complaint) => {
    const sources = { 'card.module.css': '', ...files };
    const paths = Object.entries(sources).map(([file, text]) => [new URL(file, `file:///${FEATURE}/`), text] as const);

    const complaints = complaintsOf(Object.fromEntries(paths.map(([url, text]) => [url.pathname.slice(1), text])));

    expect(complaints.some((text) => text.includes(complaint))).toBe(true);
  });
});

describe('components of Mantine', () => {
  it('need their style sheet in the file that uses them, or in one for whole pages', () => {
    const complaints = mantineComplaints(
      new Map([
        ['web/src/styles/mantine-forms.css', '@import url("@mantine/core/styles/Input.layer.css");'],
        [
          'web/src/a.tsx',
          "import '@mantine/core/styles/Radio.layer.css';\nimport { Input, Radio } from '@mantine/core';",
        ],
        ['web/src/b.tsx', "import {\n  Box,\n  Radio,\n} from '@mantine/core';"],
      ]),
      new Set(['Input', 'Radio']),
    );

    expect(complaints).toEqual(['web/src/b.tsx uses Radio, but does not import @mantine/core/styles/Radio.layer.css']);
  });
});

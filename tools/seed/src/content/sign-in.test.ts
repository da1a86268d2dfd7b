import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { loadStackConfig } from 'firebase-local/stack-config';
import { expect, it } from 'vitest';
import { SEED_PASSWORD } from '../load/people.ts';
import { readPublication } from './publication.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

const accountsIn = (text: string): string[] => text.match(/[a-z]+@inkwell\.test/g) ?? [];

it('README.md and the output of the start list the same accounts, which exist in the publication', async () => {
  const { notes } = await loadStackConfig(ROOT);
  const printed = notes.map(({ text }) => text).join('\n');
  const readme = await readFile(`${ROOT}/README.md`, 'utf8');
  const { authors, writers, readers } = await readPublication();

  expect(accountsIn(printed)).toHaveLength(5);
  expect(accountsIn(printed)).toEqual(accountsIn(readme));
  expect([...authors, ...writers, ...readers].map(({ email }) => email)).toEqual(
    expect.arrayContaining(accountsIn(printed)),
  );
  expect(printed).toContain(SEED_PASSWORD);
  expect(readme).toContain(`\`${SEED_PASSWORD}\``);
});

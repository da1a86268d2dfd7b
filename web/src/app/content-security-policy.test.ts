import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import firebase from '../../../firebase.json' with { type: 'json' };
import shell from '../../app.html?raw';

const policy = firebase.hosting.headers
  .flatMap(({ headers }) => headers)
  .find(({ key }) => key === 'Content-Security-Policy')?.value;

it('admits the inline script of the shell by its hash, and no other', () => {
  const scripts = [...shell.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text);
  const hashes = scripts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);

  expect(scripts).toHaveLength(1);
  expect(policy).toContain(`script-src 'self' ${hashes.join(' ')} https://apis.google.com;`);
});

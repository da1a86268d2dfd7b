import { createHash } from 'node:crypto';
import { BLUESKY_API, FRAME_ORIGINS } from '@inkwell/shared/markdown/embeds';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import firebase from '../../../firebase.json' with { type: 'json' };
import shell from '../../app.html?raw';

const policy = firebase.hosting.headers
  .flatMap(({ headers }) => headers)
  .find(({ key }) => key === 'Content-Security-Policy')?.value;

it("allows only the shell's inline script, by its hash", () => {
  const scripts = [...shell.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text);
  const hashes = scripts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);

  expect(scripts).toHaveLength(1);
  expect(policy).toContain(`script-src 'self' ${hashes.join(' ')} https://apis.google.com;`);
});

it('allows frames only for signing in and for embeds', () => {
  const signingIn = ['https://*.firebaseapp.com', 'https://accounts.google.com'];

  expect(policy).toContain(`; frame-src ${[...signingIn, ...Object.values(FRAME_ORIGINS)].join(' ')};`);
  expect(policy).toMatch(new RegExp(`; connect-src [^;]* ${BLUESKY_API} `));
});

it('matches the settings that main.tsx makes before zod is loaded', () => {
  expect(z.config()).toBe(Reflect.get(globalThis, '__zod_globalConfig'));
});

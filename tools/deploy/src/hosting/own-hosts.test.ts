import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withOwnHosts } from './own-hosts.ts';

const firebaseJson = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../firebase.json'), 'utf8'));
const HOSTS = { authDomain: 'inkwell-prod.firebaseapp.com', liveUrl: 'wss://live-abc123-ew.a.run.app/ws' };

const configWith = (value: string) => ({
  hosting: { headers: [{ source: '**', headers: [{ key: 'Content-Security-Policy', value }] }] },
});

const policyOf = (config: ReturnType<typeof configWith>) => config.hosting.headers[0]?.headers[0]?.value ?? '';

describe('the deployed policy', () => {
  it("contains this project's hosts and no wildcard", () => {
    const policy = policyOf(withOwnHosts(firebaseJson, HOSTS));

    expect(policy).toContain(' https://live-abc123-ew.a.run.app wss://live-abc123-ew.a.run.app;');
    expect(policy).toContain('frame-src https://inkwell-prod.firebaseapp.com https://accounts.google.com ');
    expect(policy).not.toContain('*');
  });

  it('contains no socket if the app only polls', () => {
    const policy = policyOf(withOwnHosts(firebaseJson, { ...HOSTS, liveUrl: undefined }));

    expect(policy).not.toContain('run.app');
    expect(policy).not.toContain('*');
  });

  it('is the only change of firebase.json', () => {
    const deployed = withOwnHosts(firebaseJson, HOSTS);
    const restored = JSON.stringify(deployed).replace(policyOf(deployed), policyOf(firebaseJson));

    expect(restored).toBe(JSON.stringify(firebaseJson));
  });

  it.each([
    ['no policy', { hosting: { headers: [] } }, HOSTS, 'has no Content-Security-Policy'],
    [
      'a wildcard for other projects',
      configWith('img-src https://*.example.com'),
      HOSTS,
      'still allows https://*.example.com',
    ],
    ['an invalid address', configWith("default-src 'self'"), { ...HOSTS, liveUrl: 'live' }, 'live names no host'],
    [
      'an invalid domain',
      configWith("default-src 'self'"),
      { ...HOSTS, authDomain: 'a; script-src *' },
      'names no host',
    ],
  ])('is refused with %s', (_, config, hosts, message) => {
    expect(() => withOwnHosts(config, hosts)).toThrow(message);
  });
});

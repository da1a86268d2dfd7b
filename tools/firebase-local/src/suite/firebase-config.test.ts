import { describe, expect, it } from 'vitest';
import { allowLocalOrigins, type FirebaseJson, localFirebaseConfig, normalized } from './firebase-config.ts';

const PORTS = {
  auth: 1,
  firestore: 2,
  storage: 3,
  hosting: 4,
  hub: 5,
  logging: 6,
  firestoreWebsocket: 7,
  functions: 8,
  eventarc: 9,
  tasks: 10,
};
const SOURCE: FirebaseJson = {
  hosting: {
    public: 'web/dist',
    predeploy: ['npm run build'],
    rewrites: [
      { source: '/api/**', function: { functionId: 'api', region: 'europe-west1' } },
      { source: '**', destination: '/app.html' },
    ],
    headers: [
      { source: '**', headers: [{ key: 'content-security-policy', value: "connect-src 'self'" }] },
      { source: '/a', headers: [{ key: 'X-Other', value: "connect-src 'self'" }] },
    ],
  },
  functions: [{ source: 'functions', runtime: 'nodejs22', predeploy: ['npm run build'] }],
};

describe('localFirebaseConfig', () => {
  const config = localFirebaseConfig(SOURCE, {
    services: ['auth', 'firestore', 'storage', 'hosting'],
    ports: PORTS,
  });

  it('puts every emulator on its port of the loopback interface, without the emulator UI', () => {
    expect(config.emulators).toEqual({
      singleProjectMode: true,
      ui: { enabled: false },
      hub: { host: '127.0.0.1', port: 5 },
      logging: { host: '127.0.0.1', port: 6 },
      auth: { host: '127.0.0.1', port: 1 },
      firestore: { host: '127.0.0.1', port: 2, websocketPort: 7 },
      storage: { host: '127.0.0.1', port: 3 },
      hosting: { host: '127.0.0.1', port: 4 },
    });
  });

  it('omits functions, rewrites to functions and deployment hooks', () => {
    expect(config.functions).toBeUndefined();
    expect(config.hosting?.rewrites).toEqual([{ source: '**', destination: '/app.html' }]);
    expect(config.hosting).not.toHaveProperty('predeploy');
  });

  it('keeps functions and rewrites when the Functions emulator runs', () => {
    const complete = localFirebaseConfig(SOURCE, { services: ['hosting', 'functions'], ports: PORTS });

    expect(complete.functions).toEqual([{ source: 'functions', runtime: 'nodejs22' }]);
    expect(complete.hosting?.rewrites).toHaveLength(2);
  });

  it('changes the Content-Security-Policy and no other header', () => {
    const [policy, other] = config.hosting?.headers ?? [];

    expect(policy?.headers[0]?.value).toContain('http://127.0.0.1:1');
    expect(other?.headers[0]?.value).toBe("connect-src 'self'");
  });

  it('lists only the requested emulators', () => {
    const authOnly = localFirebaseConfig(SOURCE, { services: ['auth'], ports: PORTS });

    expect(Object.keys(authOnly)).toEqual(['emulators']);
  });
});

describe('allowLocalOrigins', () => {
  it('allows the Auth and Storage emulators and no other origin', () => {
    const policy = allowLocalOrigins(
      "default-src 'self'; connect-src 'self'; img-src 'self' https:; script-src 'self'",
      PORTS,
    );

    expect(policy).toBe(
      "default-src 'self'; connect-src 'self' http://127.0.0.1:1 http://localhost:1 http://127.0.0.1:3 http://localhost:3; " +
        "img-src 'self' https: http://127.0.0.1:3 http://localhost:3; script-src 'self'",
    );
  });

  it("replaces 'none', and removes the upgrade to https", () => {
    const policy = allowLocalOrigins("frame-src 'none'; upgrade-insecure-requests", PORTS);

    expect(policy).toBe('frame-src http://127.0.0.1:1 http://localhost:1');
  });
});

describe('normalized', () => {
  it('reads a section that is an object or a list of one in the same way', () => {
    const hosting = { public: 'site' };
    const functions = { source: 'functions' };

    expect(normalized({ hosting: [hosting], functions })).toEqual({ hosting, functions: [functions] });
    expect(normalized({ hosting, functions: [functions] })).toEqual({ hosting, functions: [functions] });
  });

  it('refuses several sites, databases or code bases, and names the section', () => {
    expect(() => normalized({ hosting: [{ target: 'a' }, { target: 'b' }] })).toThrow('lists several under "hosting"');
  });
});

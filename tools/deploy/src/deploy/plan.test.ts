import { describe, expect, it } from 'vitest';
import firebase from '../../../../firebase.json' with { type: 'json' };
import { deployArguments, deployedConfig, liveUrlOf } from './plan.ts';

const HOSTS = { authDomain: 'p.firebaseapp.com', liveUrl: 'wss://live-1-ew.a.run.app/ws' };

describe('the deployment plan', () => {
  it("allows only this project's hosts", () => {
    const text = JSON.stringify(deployedConfig(firebase, [], HOSTS));

    expect(text).toContain('wss://live-1-ew.a.run.app');
    expect(text).not.toMatch(/\*\.(?:run\.app|firebaseapp\.com)/);
  });

  it('finds the socket address of the build: later files take precedence, and the environment overrides all', () => {
    const files = ['VITE_LIVE_URL=wss://a.example/ws', null, 'VITE_LIVE_URL=wss://b.example/ws', null];

    expect(liveUrlOf(files, undefined)).toBe('wss://b.example/ws');
    expect(liveUrlOf(files, 'wss://c.example/ws')).toBe('wss://c.example/ws');
    expect(liveUrlOf([null, null, 'VITE_LIVE_URL=', null], undefined)).toBeUndefined();
  });

  it('equals firebase.json with rules for the files of this build and without build commands', () => {
    const config = deployedConfig(firebase, ['app-1.js', 'app-1.js.map'], HOSTS) as typeof firebase;

    expect(config.hosting.headers.map(({ source }) => source)).toContain('/assets/@(app-1.js)');
    expect(JSON.stringify(config)).not.toContain('predeploy');
    expect(firebase.hosting.ignore).toContain('**/*.map');
    expect({ ...config, hosting: undefined, functions: undefined }).toEqual({
      ...firebase,
      hosting: undefined,
      functions: undefined,
    });
    expect(config.hosting.rewrites).toEqual(firebase.hosting.rewrites);
    expect(config.functions[0]?.source).toBe('functions');
  });

  it('asks nothing without a terminal', () => {
    expect(deployArguments('p', ['--only', 'hosting'], false)).toEqual(
      expect.arrayContaining(['--non-interactive', '--only', 'hosting']),
    );
    expect(deployArguments('p', [], true)).not.toContain('--non-interactive');
  });
});

import { describe, expect, it } from 'vitest';
import firebase from '../../../../firebase.json' with { type: 'json' };
import { deployArguments, deployedConfig } from './plan.ts';

describe('what is deployed', () => {
  it('is firebase.json with rules for the files of this build, and builds nothing again', () => {
    const config = deployedConfig(firebase, ['app-1.js', 'app-1.js.map']) as typeof firebase;

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

  it('is deployed by itself where nobody can answer', () => {
    expect(deployArguments('p', ['--only', 'hosting'], false)).toEqual(
      expect.arrayContaining(['--non-interactive', '--only', 'hosting']),
    );
    expect(deployArguments('p', [], true)).not.toContain('--non-interactive');
  });
});

import { describe, expect, it } from 'vitest';
import { lockOf } from './lock.ts';

const manifest = { name: 'f', version: '1.0.0', dependencies: { web: '^5.0.0', runtime: '^1.0.0' } };

describe('the lock file of the functions', () => {
  it('keeps every version, and resolves two versions of one package correctly', () => {
    const lock = lockOf(
      {
        packages: {
          'functions/node_modules/web': { version: '5.1.0' },
          'node_modules/web': { version: '4.9.0', dependencies: { tiny: '1' } },
          'node_modules/runtime': { version: '1.2.3', dependencies: { web: '^4.0.0' } },
          'node_modules/tiny': { version: '1.0.1', dev: true },
          'node_modules/unneeded': { version: '9.9.9' },
        },
      },
      'functions',
      manifest,
    );

    expect(lock.packages).toEqual({
      '': { ...manifest, devDependencies: {} },
      'node_modules/runtime': { version: '1.2.3', dependencies: { web: '^4.0.0' } },
      'node_modules/runtime/node_modules/web': { version: '4.9.0', dependencies: { tiny: '1' } },
      'node_modules/tiny': { version: '1.0.1' },
      'node_modules/web': { version: '5.1.0' },
    });
  });

  it('skips optional packages of other systems, but no others', () => {
    const packages = {
      'node_modules/web': { version: '5.1.0', optionalDependencies: { 'web-windows': '1' } },
      'node_modules/runtime': { version: '1.2.3' },
    };

    expect(Object.keys(lockOf({ packages }, 'functions', manifest).packages)).toHaveLength(3);
    expect(() => lockOf({ packages: {} }, 'functions', manifest)).toThrow('has no web, which functions needs');
  });

  it('refuses packages of this repository', () => {
    const packages = { 'node_modules/web': { link: true }, 'node_modules/runtime': { version: '1.2.3' } };

    expect(() => lockOf({ packages }, 'functions', manifest)).toThrow('cannot be installed elsewhere');
  });
});

import { describe, expect, it } from 'vitest';
import { readIfThere } from './files.ts';
import { projectNamed } from './project-name.ts';

describe('the project of a command', () => {
  const firebaserc = '{ "projects": { "default": "demo-inkwell", "staging": "inkwell-staging" } }';

  it('is given by an alias, an id, or the default', () => {
    expect(projectNamed('staging', firebaserc)).toBe('inkwell-staging');
    expect(projectNamed('inkwell-live', firebaserc)).toBe('inkwell-live');
    expect(projectNamed(undefined, firebaserc)).toBe('demo-inkwell');
    expect(projectNamed('inkwell-live', null)).toBe('inkwell-live');
  });

  it('has aliases for staging and production', async () => {
    const { projects } = JSON.parse((await readIfThere('.firebaserc')) ?? '');

    expect(Object.keys(projects)).toEqual(['default', 'staging', 'production']);
  });
});

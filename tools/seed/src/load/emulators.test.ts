import { describe, expect, it } from 'vitest';
import { refusalOf } from './emulators.ts';

const LOCAL = {
  FIRESTORE_EMULATOR_HOST: '127.0.0.1:8080',
  FIREBASE_AUTH_EMULATOR_HOST: 'localhost:9099',
  FIREBASE_STORAGE_EMULATOR_HOST: '[::1]:9199',
  GCLOUD_PROJECT: 'demo-inkwell',
};

describe('the target of the seed', () => {
  it('can be emulators on this machine', () => {
    expect(refusalOf(LOCAL)).toBeNull();
  });

  it.each(['FIRESTORE_EMULATOR_HOST', 'FIREBASE_AUTH_EMULATOR_HOST', 'FIREBASE_STORAGE_EMULATOR_HOST'])(
    'is refused if %s is missing or on another machine',
    (name) => {
      expect(refusalOf({ ...LOCAL, [name]: undefined })).toContain(`${name} is not set`);
      expect(refusalOf({ ...LOCAL, [name]: 'db.example.com:8080' })).toContain('not on this machine');
      expect(refusalOf({ ...LOCAL, [name]: 'localhost.example.com:8080' })).toContain('not on this machine');
    },
  );

  it('cannot be a project that could exist', () => {
    expect(refusalOf({ ...LOCAL, GCLOUD_PROJECT: 'inkwell' })).toContain('local projects only');
    expect(refusalOf({ ...LOCAL, GCLOUD_PROJECT: undefined })).toContain('local projects only');
  });
});

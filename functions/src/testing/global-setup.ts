import { startTestSuite } from 'firebase-local/testing/suite';

/** Starts the emulators once for all tests of this workspace. The environment has their addresses. */
export default async function setup(): Promise<() => Promise<void>> {
  const suite = await startTestSuite({ services: ['auth', 'firestore', 'storage'] });
  Object.assign(process.env, suite.env);
  return suite.stop;
}

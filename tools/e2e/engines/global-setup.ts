import { ENGINES, installedEngines } from './engine.ts';

/** Reports once which engines' journeys are skipped. @throws Error in CI, which must run all of them */
export default function globalSetup(): void {
  const installed = installedEngines();
  const missing = ENGINES.filter((engine) => !installed.includes(engine));
  if (missing.length === 0) return;
  const text = `Not installed, so their journeys do not run: ${missing.join(', ')}. On Debian and Ubuntu: tools/e2e/engines/install`;
  if (process.env.CI) throw new Error(text);
  console.log(text);
}

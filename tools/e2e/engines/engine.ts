import { existsSync } from 'node:fs';
import { startFirefox } from './firefox.ts';
import type { Session } from './session.ts';
import { startWebKit, WEBKIT_FILES } from './webkit.ts';

/* Browsers other than Chromium, through their own protocols. */

const FIREFOX_FILES = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'];

export const ENGINES = ['firefox', 'webkit'] as const;
export type Engine = (typeof ENGINES)[number];

/** The installed engines. */
export function installedEngines(): Engine[] {
  const isInstalled = { firefox: FIREFOX_FILES.some(existsSync), webkit: WEBKIT_FILES.every(existsSync) };
  return ENGINES.filter((engine) => isInstalled[engine]);
}

/** Starts a browser with a profile that is kept when the browser ends. */
export function start(engine: Engine, profile: string): Promise<Session> {
  if (engine === 'webkit') return startWebKit(profile);
  const program = FIREFOX_FILES.find(existsSync);
  if (program === undefined) throw new Error('Firefox is not installed.');
  return startFirefox(program, profile);
}

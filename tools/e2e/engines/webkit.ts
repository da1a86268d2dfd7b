import type { ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { findFreePorts } from 'firebase-local/ports';
import { PREPARATION } from './in-page.ts';
import { killGroup, launch, lineOf, type Session } from './session.ts';

const LIBRARIES = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;
const [DRIVER, GJS, DISPLAY] = ['/usr/bin/WebKitWebDriver', '/usr/bin/gjs', '/usr/bin/Xvfb'];
export const WEBKIT_FILES = [DRIVER, GJS, DISPLAY, `${LIBRARIES}/girepository-1.0/WebKit2-4.1.typelib`];

const WINDOW = fileURLToPath(new URL('webkit-window.js', import.meta.url));

/** Starts WebKitGTK on a virtual display. Its driver supports WebDriver. */
export async function startWebKit(profile: string): Promise<Session> {
  const display = launch(DISPLAY, ['-displayfd', '3', '-nolisten', 'tcp', '-screen', '0', '1280x1024x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const number = await lineOf(display, display.stdio[3] as Readable, /(\d+)\n/);
  const [port = 0] = await findFreePorts(1);
  const driver = launch(DRIVER, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${number}`, LANG: 'en_US.UTF-8', TZ: 'UTC' },
  });
  const kill = async () => {
    await Promise.all([killGroup(driver), killGroup(display)]);
  };
  const script = join(profile, 'preparation.js');
  writeFileSync(script, PREPARATION);
  const options = { binary: GJS, args: ['-m', WINDOW, profile, script] };
  const capabilities = { 'webkitgtk:browserOptions': options, unhandledPromptBehavior: 'accept' };
  let sessionId = '';
  try {
    await listening(driver, port);
    ({ sessionId } = await call(port, 'POST', '', { capabilities: { alwaysMatch: capabilities } }));
  } catch (error) {
    await kill();
    throw error;
  }
  const post = (path: string, data: object = {}) => call(port, 'POST', `/${sessionId}${path}`, data);

  return {
    goTo: (url) => post('/url', { url }),
    reload: () => post('/refresh'),
    async evaluate(expression) {
      const script = `const [settle] = arguments;
        Promise.resolve(${expression}).then((value) => settle({ value }), (error) => settle({ error: String(error) }));`;
      const { value, error } = await post('/execute/async', { script, args: [] });
      if (error !== undefined) throw new Error(error);
      return value;
    },
    perform: (actions) => post('/actions', { actions: [actions] }),
    resize: (width, height) => post('/window/rect', { x: 0, y: 0, width, height }),
    screenshot: () => call(port, 'GET', `/${sessionId}/screenshot`),
    kill,
  };
}

/** Calls the driver. @throws Error with its message */
// biome-ignore lint/suspicious/noExplicitAny: returns the answers of every call
async function call(port: number, method: 'GET' | 'POST', path: string, data?: object): Promise<any> {
  const answer = await fetch(`http://127.0.0.1:${port}/session${path}`, {
    method,
    ...(data && { body: JSON.stringify(data) }),
  });
  const { value } = await answer.json();
  if (!answer.ok) throw new Error(`${method} ${path.replace(/^\/[^/]+/, '')}: ${value.error}: ${value.message}`);
  return value;
}

/** Waits until the driver accepts connections. The driver does not report this. */
async function listening(driver: ChildProcess, port: number): Promise<void> {
  while (driver.exitCode === null) {
    const isReady = await fetch(`http://127.0.0.1:${port}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('WebKitWebDriver ended.');
}

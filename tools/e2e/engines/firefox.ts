import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { WebSocket } from 'ws';
import { PREPARATION } from './in-page.ts';
import { killGroup, launch, lineOf, type Session } from './session.ts';

/** No requests to Mozilla's servers, and no content other than the page. */
const PREFERENCES = {
  'app.normandy.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'toolkit.telemetry.enabled': false,
};

/** Starts Firefox, which supports WebDriver BiDi itself. */
export async function startFirefox(program: string, profile: string): Promise<Session> {
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${value});\n`);
  writeFileSync(join(profile, 'user.js'), lines.join(''));
  const browser = launch(program, ['--headless', '--profile', profile, '--remote-debugging-port', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, LANG: 'en_US.UTF-8', TZ: 'UTC' },
  });
  const address = await lineOf(browser, browser.stderr as Readable, /listening on (ws:\S+)/);
  const socket = new WebSocket(`${address}/session`);
  await once(socket, 'open');
  const send = commandsOf(socket);

  await send('session.new', { capabilities: { alwaysMatch: { unhandledPromptBehavior: { default: 'accept' } } } });
  // Unlike the first tab, a tab of a session has the focus. Without it, keys do not press buttons.
  const { context } = await send('browsingContext.create', { type: 'tab' });
  await send('script.addPreloadScript', { functionDeclaration: `() => {${PREPARATION}}` });
  const resize = (width: number, height: number) =>
    send('browsingContext.setViewport', { context, viewport: { width, height } });
  await resize(1280, 800);

  return {
    goTo: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    reload: () => send('browsingContext.reload', { context, wait: 'complete' }),
    async evaluate(expression) {
      const { result, exceptionDetails } = await send('script.evaluate', {
        expression,
        target: { context },
        awaitPromise: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return result.value;
    },
    perform: (actions) => send('input.performActions', { context, actions: [actions] }),
    resize,
    screenshot: async () => (await send('browsingContext.captureScreenshot', { context })).data,
    kill: () => killGroup(browser),
  };
}

/** Sends commands of WebDriver BiDi and returns their results. */
function commandsOf(socket: WebSocket) {
  let last = 0;
  // biome-ignore lint/suspicious/noExplicitAny: returns the results of every command
  const waiting = new Map<number, (answer: any) => void>();
  socket.on('message', (data) => {
    const answer = JSON.parse(String(data));
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  socket.on('close', () => {
    for (const settle of waiting.values()) settle({ type: 'error', error: 'closed', message: 'Firefox has ended.' });
  });
  // biome-ignore lint/suspicious/noExplicitAny: see above
  return (method: string, params: object): Promise<any> =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, ({ type, result, error, message }) =>
        type === 'error' ? reject(new Error(`${method}: ${error}: ${message}`)) : resolve(result),
      );
      socket.send(JSON.stringify({ id: last, method, params }));
    });
}

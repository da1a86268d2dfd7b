import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ADMIN, tokenFor } from '../support/people.ts';
import { expect, stackPorts, test } from '../support/test.ts';

const PROGRAM = fileURLToPath(new URL('../../deploy/src/verify/main.ts', import.meta.url));

test('the checks for deployed sites pass for this one', async ({ baseURL, request }) => {
  const ports = stackPorts();
  const { token } = await tokenFor(request, ADMIN);

  const options = [
    ['--live', `ws://127.0.0.1:${ports.functions.live}/ws`],
    ['--bucket', 'demo-inkwell.firebasestorage.app'],
    ['--storage', `http://127.0.0.1:${ports.storage}`],
  ].flat();
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', PROGRAM, String(baseURL), ...options],
    {
      env: { ...process.env, VERIFY_ADMIN_TOKEN: token },
    },
  ).catch((error: { stdout: string; stderr: string }) => ({ stdout: `${error.stdout}${error.stderr}` }));

  expect(stdout).toContain(' 0 failed, 0 could not be checked');
});

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { findFreePorts, isPortFree } from './ports.ts';
import { TSX } from './tsx.ts';

const processes: ChildProcess[] = [];
afterAll(() => {
  for (const process of processes) process.kill();
});

describe('isPortFree', () => {
  it('finds a server that listens on all interfaces', async () => {
    const [port = 0] = await findFreePorts(1);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, '0.0.0.0', resolve));

    expect(await isPortFree(port)).toBe(false);
    server.close();
  });
});

describe('findFreePorts', () => {
  it('returns the requested number of different ports', async () => {
    const ports = await findFreePorts(8);

    expect(new Set(ports).size).toBe(8);
  });

  it('returns no port that another process has reserved but does not use yet', async () => {
    // By chance alone, two lists of this length would have about 16 ports in common.
    const [one, other] = await Promise.all([portsOfProcess(600), portsOfProcess(600)]);

    expect(one.filter((port) => other.includes(port))).toEqual([]);
  });
});

/** Free ports of a process that runs until the end of the tests. */
async function portsOfProcess(count: number): Promise<number[]> {
  const source = `import { findFreePorts } from ${JSON.stringify(import.meta.resolve('./ports.ts'))};
    process.send(await findFreePorts(${count}));
    setInterval(() => undefined, 60_000);`;
  const child = spawn(process.execPath, ['--import', TSX, '--input-type=module', '--eval', source], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  processes.push(child);
  const [ports] = (await once(child, 'message')) as [number[]];
  return ports;
}

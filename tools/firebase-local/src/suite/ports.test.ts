import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { findFreePorts, isPortFree } from './ports.ts';

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
});

import { subscribe } from 'node:diagnostics_channel';
import { Server } from 'node:http';

/**
 * Calls back with every HTTP server of this process just before it listens. The functions runtime creates its server after loading this
 * code and does not expose it; a later listener would miss the upgrade request that started the instance. Node documents the channel
 * (`tracing:net.server.listen:asyncStart`, since 20.16).
 */
export function onHttpServer(callback: (server: Server) => void): void {
  subscribe('tracing:net.server.listen:asyncStart', (message) => {
    if (message instanceof Object && 'server' in message && message.server instanceof Server) callback(message.server);
  });
}

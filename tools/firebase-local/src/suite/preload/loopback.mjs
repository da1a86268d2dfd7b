/**
 * Makes servers without a host listen on the loopback interface, because the functions framework has no option for it.
 * Loaded into function processes through NODE_OPTIONS, therefore plain JavaScript.
 */
import { Server } from 'node:net';

const { listen } = Server.prototype;

Server.prototype.listen = function listenOnLoopback(...args) {
  const isPort = typeof args[0] === 'number' || (typeof args[0] === 'string' && /^\d+$/.test(args[0]));
  if (isPort && typeof args[1] !== 'string') args.splice(1, 0, '127.0.0.1');
  return listen.apply(this, args);
};

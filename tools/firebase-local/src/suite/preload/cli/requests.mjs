import { Server } from 'node:http';
import { notify } from './messages.mjs';

const TELL_EVERY_MS = 5_000;
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/**
 * Prevents a single request from ending all emulators in this process: Hosting does not catch errors of `new URL`, and Express 4 does not handle
 * rejections of async handlers, which end Node.
 */
export function survive({ Layer }) {
  const { emit } = Server.prototype;
  Server.prototype.emit = function emitReadable(event, ...args) {
    const [req, res] = args;
    if (event !== 'request' || isReadable(req)) return emit.call(this, event, ...args);
    res.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' }).end('The address cannot be read.\n');
    return true;
  };

  Layer.prototype.handle_request = function handleRequest(req, res, next) {
    if (this.handle.length > 3) return next();
    const fail = (error) => {
      tellOfFullDisk(error);
      next(error);
    };
    try {
      const result = this.handle(req, res, next);
      if (typeof result?.catch === 'function') result.catch(fail);
    } catch (error) {
      fail(error);
    }
  };

  process.on('unhandledRejection', (error) => console.error('Unhandled rejection:', error));
}

/** Handles errors of log streams, which have no error listeners and would end the process. */
export function surviveLogs(fs) {
  const { createWriteStream } = fs;
  fs.createWriteStream = (...args) => createWriteStream(...args).on('error', tellOfFullDisk);
}

let toldAt = 0;

/** Reports a full disk when the emulator itself writes a file, before files.mjs copies it. */
function tellOfFullDisk({ code, message } = {}) {
  if (!FULL.has(code) || Date.now() - toldAt < TELL_EVERY_MS) return;
  toldAt = Date.now();
  notify(`There is no room on the disk, so something was not written: ${message}.`);
}

function isReadable({ url = '/', headers }) {
  if (!URL.canParse(url, `http://${headers.host}`)) return false;
  try {
    return !decodeURIComponent(url.split('?', 1)[0]).includes('\0');
  } catch {
    return false;
  }
}

/** Sends a file that is marked as gzip but is not gzip unchanged, like Cloud Storage. The emulator would fail. */
export function sendWhatIsNoGzip(shared, { gunzipSync }) {
  const { sendFileBytes } = shared;
  shared.sendFileBytes = (metadata, data, req, res) => {
    const isDecoded = metadata.contentEncoding === 'gzip' && !(req.header('accept-encoding') ?? '').includes('gzip');
    if (!isDecoded || canUnpack(data)) return sendFileBytes(metadata, data, req, res);
    return sendFileBytes(Object.create(metadata, { contentEncoding: { value: undefined } }), data, req, res);
  };

  function canUnpack(data) {
    try {
      gunzipSync(data);
      return true;
    } catch {
      return false;
    }
  }
}

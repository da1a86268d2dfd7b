import { Server } from 'node:http';

/**
 * Keeps one request from ending every emulator in this process. Hosting reads addresses with `new URL`, uncaught; handlers that are
 * async functions leave what they throw to nobody (Express 4 knows no promises), and Node ends over it.
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
    try {
      const result = this.handle(req, res, next);
      if (typeof result?.catch === 'function') result.catch(next);
    } catch (error) {
      next(error);
    }
  };

  process.on('unhandledRejection', (error) => console.error('Nobody waited for this failure:', error));
}

function isReadable({ url = '/', headers }) {
  if (!URL.canParse(url, `http://${headers.host}`)) return false;
  try {
    return !decodeURIComponent(url.split('?', 1)[0]).includes('\0');
  } catch {
    return false;
  }
}

/** A file may say that it is gzip and be something else: it is then sent as it is, as Cloud Storage does, in place of a failure. */
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

/**
 * The source of the function that runs all scheduled functions of a package, in one long-lived process of the functions framework: `GET /` answers
 * with their schedules, and `POST /{name}` runs one. FIREBASE_LOCAL_FUNCTIONS contains the path of the package's folder. Plain JavaScript, because
 * the framework loads it in the same way as the package.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = resolve(process.env.FIREBASE_LOCAL_FUNCTIONS);
const { main = 'index.js' } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const exported = await import(pathToFileURL(join(folder, main)).href);
const functions = new Map(
  Object.entries({ ...exported.default, ...exported }).filter(([, value]) => value?.__endpoint?.scheduleTrigger),
);

/** The reason of a failed run, percent-encoded. */
const REASON = 'x-firebase-local-reason';

/** The output of the current run. */
const output = new AsyncLocalStorage();
for (const stream of [process.stdout, process.stderr]) {
  const write = stream.write;
  stream.write = (chunk, ...rest) => {
    output.getStore()?.push(String(chunk));
    return write.call(stream, chunk, ...rest);
  };
}

export function schedules(req, res) {
  const name = req.path.slice(1);
  if (name === '') return res.json([...functions].map(describe));
  const run = functions.get(name);
  if (!run) return res.status(404).end();
  return output.run([], () => {
    const { writeHead } = res;
    res.writeHead = (...args) => {
      const reason = res.statusCode < 400 ? undefined : lastError(output.getStore());
      if (reason) res.setHeader(REASON, encodeURIComponent(reason));
      return writeHead.apply(res, args);
    };
    return run(req, res);
  });
}

/** Options may be parameters, whose values are known only at run time. */
const read = (option) => (typeof option?.value === 'function' ? option.value() : option);

function describe([name, { __endpoint: endpoint }]) {
  const trigger = endpoint.scheduleTrigger;
  const timeZone = read(trigger.timeZone);
  const timeoutSeconds = read(endpoint.timeoutSeconds);
  return {
    name,
    schedule: String(read(trigger.schedule)),
    // The settings that Cloud Scheduler gets for functions of each generation (firebase-tools
    // lib/gcp/cloudscheduler.js).
    timeZone:
      typeof timeZone === 'string' && timeZone
        ? timeZone
        : endpoint.platform === 'gcfv1'
          ? 'America/Los_Angeles'
          : 'UTC',
    timeoutSeconds: typeof timeoutSeconds === 'number' ? timeoutSeconds : 60,
  };
}

/** The last error in an output. firebase-functions writes JSON with a severity; other code writes plain text. */
function lastError(chunks) {
  for (const line of chunks.join('').split('\n').reverse()) {
    try {
      const { severity, message } = JSON.parse(line);
      if (severity === 'ERROR' && message) return message;
    } catch {
      if (/error/i.test(line)) return line.trim();
    }
  }
  return undefined;
}

/**
 * Ends this process when the command that started it has ended in any way (including kill -9), so that its ports are released. Loaded into every
 * child through NODE_OPTIONS (see processes.ts), therefore plain JavaScript. Two signs are checked, because each has a gap. The parent id changes
 * when the parent ends, but not on Windows. The process id in FIREBASE_LOCAL_LEASH disappears, but not while that process is a zombie.
 */
import { isMainThread } from 'node:worker_threads';

const CHECK_EVERY_MS = 1000;
const GRACE_MS = 3000;

const owner = Number(process.env.FIREBASE_LOCAL_LEASH);
const parent = process.ppid;

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

if (isMainThread && Number.isInteger(owner) && owner > 1) {
  const timer = setInterval(() => {
    if (process.ppid === parent && isAlive(owner)) return;
    clearInterval(timer);
    setTimeout(() => process.exit(1), GRACE_MS);
    process.kill(process.pid, 'SIGTERM');
  }, CHECK_EVERY_MS);
  timer.unref();
}

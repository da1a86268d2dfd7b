/**
 * Ends this process when the command that started it is gone, however it went (kill -9 included), so that no port
 * stays taken. Loaded into every child through NODE_OPTIONS (see processes.ts), hence plain JavaScript.
 *
 * Two signs are watched, because each has a gap: a parent that died is noticed by the changed parent id, but not on
 * Windows; the process named by FIREBASE_LOCAL_LEASH is noticed by its id, but not while it is a zombie nobody has reaped.
 */
import { isMainThread } from 'node:worker_threads';

const CHECK_EVERY_MS = 400;
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

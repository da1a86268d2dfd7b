import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { notify } from './messages.mjs';

/** The accounts that the current `asOneChange` has changed; undefined outside of it. */
let together;
let allAtOnce = (change) => change();

/** Stores a synchronous change of accounts in several steps as one change. */
export function asOneChange(change) {
  return allAtOnce(change);
}

/**
 * Writes every account change to a journal before it is answered, as one JSON line: `user` (the whole account, in the format of `accounts:batchGet`),
 * `deleted` (a local id) or `cleared`. The next start applies them to the last snapshot (kept-data.ts). A change that cannot be written is undone,
 * and answered in the same way as by Google's service during an outage.
 */
export function keepAccounts({ AgentProjectState, ProjectState, ApiError }, { file, projectId }) {
  const unavailable = () => new ApiError(503, 'UNAVAILABLE', 'The service is currently unavailable.', 'backendError');
  const append = openJournal(file, unavailable);
  const keep = (user) => (together ? together.add(user) : append({ user }));
  const isKept = (state) => state instanceof AgentProjectState && state.projectId === projectId;
  const { updateUserByLocalId, deleteUser, deleteAllAccounts } = ProjectState.prototype;

  ProjectState.prototype.updateUserByLocalId = function updateAndKeep(localId, ...rest) {
    if (!isKept(this)) return updateUserByLocalId.call(this, localId, ...rest);
    const before = structuredClone(this.users.get(localId));
    const user = updateUserByLocalId.call(this, localId, ...rest);
    try {
      keep(user);
    } catch (error) {
      this.users.delete(localId);
      this.removeUserFromIndex(user);
      // A new account has only an id until its other fields are set.
      if (before && Object.keys(before).length > 1) {
        this.users.set(localId, { localId });
        updateUserByLocalId.call(this, localId, before, { upsertProviders: before.providerUserInfo ?? [] });
      }
      throw error;
    }
    return user;
  };

  allAtOnce = (change) => {
    together = new Set();
    try {
      const result = change();
      for (const user of together) append({ user });
      return result;
    } finally {
      together = undefined;
    }
  };

  ProjectState.prototype.deleteUser = function deleteAndKeep(user) {
    if (isKept(this)) append({ deleted: user.localId });
    return deleteUser.call(this, user);
  };

  ProjectState.prototype.deleteAllAccounts = function clearAndKeep() {
    if (isKept(this)) append({ cleared: true });
    return deleteAllAccounts.call(this);
  };
}

/** @returns a function that appends one record; if that fails, it restores the file and throws `unavailable()` */
function openJournal(file, unavailable) {
  const fd = openSync(file, 'a');
  let size = 0;
  let isTorn = false;
  let isFailing = false;
  ftruncateSync(fd, 0);
  process.once('exit', () => closeSync(fd));
  return (record) => {
    const data = Buffer.from(`${JSON.stringify(record)}\n`);
    try {
      if (isTorn) ftruncateSync(fd, size);
      isTorn = true;
      for (let done = 0; done < data.length; ) done += writeSync(fd, data, done);
      isTorn = false;
      size += data.length;
    } catch (error) {
      if (!isFailing) notify(`Accounts cannot be stored: ${error.message}. Changes of accounts fail until they can.`);
      isFailing = true;
      throw unavailable();
    }
    if (isFailing) notify('Accounts can be stored again.');
    isFailing = false;
  };
}

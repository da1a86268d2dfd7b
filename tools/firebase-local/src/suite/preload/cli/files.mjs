import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { notify } from './messages.mjs';

/**
 * Mirrors the Storage emulator's files in a folder in firebase-tools' export format. Every change is on disk before it is answered. Each stored file
 * consists of `blobs/X` and `metadata/X.json`, where X is a hash of its path and an increasing number. The file exists once its metadata does, and
 * the highest number is current, so a kill leaves either the old version or the new one.
 */
export function keepFiles({ StorageLayer, StoredFile, StoredFileMetadata, StorageEmulator, Persistence }, folder) {
  const blobs = join(folder, 'blobs');
  const metadata = join(folder, 'metadata');
  for (const path of [blobs, metadata]) mkdirSync(path, { recursive: true });
  /** The names X of the current files, by path. */
  const names = new Map();
  const state = { last: 0, isFailing: false, files: undefined };

  const write = (path, text) => {
    writeFileSync(`${path}.tmp`, text);
    renameSync(`${path}.tmp`, path);
  };
  const forget = (name) => {
    rmSync(join(metadata, `${name}.json`), { force: true });
    rmSync(join(blobs, name), { force: true });
  };
  /** Runs a change of the folder. An error is reported to the person, and fails the request. */
  const attempt = (change) => {
    try {
      change();
    } catch (error) {
      if (!state.isFailing) notify(`Files cannot be stored: ${error.message}. Uploads fail until they can.`);
      state.isFailing = true;
      throw Object.assign(error, { status: 507 });
    }
    if (state.isFailing) notify('Files can be stored again.');
    state.isFailing = false;
  };
  const keepMetadata = (name, stored) => write(join(metadata, `${name}.json`), StoredFileMetadata.toJSON(stored));

  const keepFile = (layer, path) => {
    const before = names.get(path);
    const name = `${hashOf(path)}-${++state.last}`;
    try {
      attempt(() => {
        linkOrCopy(layer._persistence.getDiskPath(path), join(blobs, name));
        keepMetadata(name, layer._files.get(path).metadata);
      });
    } catch (error) {
      forget(name);
      rmSync(join(metadata, `${name}.json.tmp`), { force: true });
      throw error;
    }
    names.set(path, name);
    if (before) forget(before);
  };

  const putBack = (layer, path) => {
    layer._files.delete(path);
    layer._persistence.deleteFile(path, true);
    const name = names.get(path);
    if (!name) return;
    const stored = readFileSync(join(metadata, `${name}.json`), 'utf8');
    take(layer._persistence, join(blobs, name), path);
    layer._files.set(path, new StoredFile(StoredFileMetadata.fromJSON(stored, layer._cloudFunctions)));
  };

  /** Wraps a method that stores a file: if the folder cannot be written, the previous version is restored. */
  const storing = (method, pathOf) =>
    function storeAndKeep(request) {
      const path = pathOf(this, request);
      const keep = (result) => {
        try {
          keepFile(this, path);
        } catch (error) {
          putBack(this, path);
          throw error;
        }
        return result;
      };
      const result = method.call(this, request);
      return typeof result?.then === 'function' ? result.then(keep) : keep(result);
    };

  const layer = StorageLayer.prototype;
  layer.uploadObject = storing(layer.uploadObject, (self, upload) => self.path(upload.bucketId, upload.objectId));
  layer.copyObject = storing(layer.copyObject, (self, { destinationBucket, destinationObject }) =>
    self.path(destinationBucket, destinationObject),
  );

  const { deleteFile, createBucket, import: importFiles } = layer;
  layer.deleteFile = function deleteAndKeep(bucket, object) {
    const path = /%2f$/i.test(object) ? `${this.path(bucket, object.slice(0, -3))}%2F` : this.path(bucket, object);
    const name = names.get(path);
    if (name) attempt(() => forget(name));
    names.delete(path);
    return deleteFile.call(this, bucket, object);
  };
  layer.createBucket = function createAndKeep(id) {
    if (this._buckets.has(id)) return;
    createBucket.call(this, id);
    attempt(() => write(join(folder, 'buckets.json'), bucketList(this._buckets)));
  };

  // This also adds and removes download tokens. Copies that are only passed to rules are not stored files.
  const { update } = StoredFileMetadata.prototype;
  StoredFileMetadata.prototype.update = function updateAndKeep(...args) {
    update.apply(this, args);
    const path = join(this.bucket, this.name);
    const name = names.get(path);
    if (name && state.files?.get(path)?.metadata === this) attempt(() => keepMetadata(name, this));
  };

  layer.import = function importAndKeep(path, options) {
    tidy({ blobs, metadata });
    const { copyFromExternalPath } = Persistence.prototype;
    Persistence.prototype.copyFromExternalPath = function takeAndKnow(source, path) {
      take(this, source, path);
      names.set(path, basename(source));
      state.last = Math.max(state.last, numberOf(basename(source)));
    };
    try {
      importFiles.call(this, path, options);
    } finally {
      Persistence.prototype.copyFromExternalPath = copyFromExternalPath;
    }
  };

  const { start, reset } = StorageEmulator.prototype;
  StorageEmulator.prototype.start = function startAndKeep() {
    state.files = this._files;
    return start.call(this);
  };
  StorageEmulator.prototype.reset = function resetAndKeep() {
    for (const name of names.values()) forget(name);
    names.clear();
    return reset.call(this);
  };
}

const hashOf = (path) => createHash('sha256').update(path).digest('hex').slice(0, 40);
const numberOf = (name) => Number(/^[0-9a-f]{40}-(\d+)$/.exec(name)?.[1] ?? 0);
const bucketList = (buckets) => JSON.stringify({ buckets: [...buckets.keys()].map((id) => ({ id })) }, undefined, 2);

/** Copies a file on disk into the emulator. */
function take(persistence, source, path) {
  persistence._diskPathMap.set(path, persistence.generateNewDiskName());
  linkOrCopy(source, persistence.getDiskPath(path));
}

/** Links the file, which takes no time or space. Across file systems, it must be copied. */
function linkOrCopy(source, target) {
  rmSync(target, { force: true });
  try {
    linkSync(source, target);
  } catch (error) {
    if (!['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK'].includes(error.code)) throw error;
    copyFileSync(source, target);
  }
}

/** Removes incomplete files that a kill left, and renames the files of an export by firebase-tools. */
function tidy({ blobs, metadata }) {
  for (const file of readdirSync(metadata)) {
    const name = basename(file, '.json');
    if (!file.endsWith('.json')) rmSync(join(metadata, file), { force: true });
    else if (numberOf(name) === 0) adopt({ blobs, metadata, name });
  }
  const kept = new Map();
  for (const file of readdirSync(metadata)) {
    const name = basename(file, '.json');
    const [hash] = name.split('-');
    const [older, newer] = [kept.get(hash), name].filter(Boolean).sort((a, b) => numberOf(a) - numberOf(b));
    kept.set(hash, newer ?? older);
    if (newer) rmSync(join(metadata, `${older}.json`), { force: true });
  }
  const names = new Set(kept.values());
  for (const name of readdirSync(blobs)) if (!names.has(name)) rmSync(join(blobs, name), { force: true });
}

function adopt({ blobs, metadata, name }) {
  const from = join(metadata, `${name}.json`);
  const stored = JSON.parse(readFileSync(from, 'utf8'));
  const next = `${hashOf(join(stored.bucket, stored.name))}-1`;
  const source = join(blobs, decodeURIComponent(name));
  if (existsSync(source)) {
    linkOrCopy(source, join(blobs, next));
    renameSync(from, join(metadata, `${next}.json`));
  } else {
    rmSync(from);
  }
}

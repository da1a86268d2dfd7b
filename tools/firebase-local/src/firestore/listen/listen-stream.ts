import type { Change, StoredDocument } from '../engine/document.ts';
import { type FirestoreError, toFirestoreError } from '../errors.ts';
import type { DatabaseState } from '../firestore.ts';
import type { Access, Caller, IndexCheck } from '../operations/access.ts';
import { toWire } from '../operations/read.ts';
import { splitDocumentPath } from '../paths.ts';
import { type Micros, toMicros, toTimestamp } from '../time.ts';
import { decodeResumeToken, encodeResumeToken } from './resume-token.ts';
import { openTarget, type Target, type TargetDelta } from './target.ts';
import type { ListenResponse, TargetChange, WireTarget } from './wire-listen.ts';

/** How often an idle stream sends its time, so that clients resume from a recent one. */
const heartbeatMs = 45_000;

/**
 * The server side of one Listen stream. For every target, it sends ADD, the documents and CURRENT. After each commit,
 * it sends the changed documents and one NO_CHANGE for all targets, with the time of this state.
 */
export class ListenStream {
  readonly #state: DatabaseState;
  readonly #access: Access;
  readonly #checkIndex: IndexCheck;
  readonly #send: (response: ListenResponse) => void;
  readonly #targets = new Map<number, Target>();
  readonly #stopFollowing: () => void;
  readonly #heartbeat: NodeJS.Timeout;

  constructor(caller: Caller, database: string, send: (response: ListenResponse) => void) {
    this.#state = caller.firestore.state(database);
    this.#access = caller.access;
    this.#checkIndex = caller.checkIndex;
    this.#send = send;
    this.#stopFollowing = this.#state.database.onCommit((changes, time) => this.#committed(changes, time));
    this.#heartbeat = setInterval(() => this.#sendSnapshotTime(this.#state.database.readTime()), heartbeatMs);
    this.#heartbeat.unref();
  }

  close(): void {
    clearInterval(this.#heartbeat);
    this.#stopFollowing();
    this.#targets.clear();
  }

  addTarget(wire: WireTarget): void {
    let target: Target;
    try {
      target = openTarget(this.#state, wire, wire.targetId || this.#unusedId());
      this.#authorize(target);
    } catch (error) {
      this.#refuse(wire.targetId ?? 0, toFirestoreError(error));
      return;
    }
    const { database } = this.#state;
    this.#targets.delete(target.id);
    this.#sendTargetChange({ targetChangeType: 'ADD', targetIds: [target.id] });
    const resumed = this.#resumeTime(wire);
    const time = database.readTime();
    if (resumed === undefined || resumed === null) this.#sendAll(target, resumed === null);
    else {
      this.#sendDeltas([[target, target.loadSince(resumed)]], time);
      this.#send({ filter: { targetId: target.id, count: target.count } });
    }
    this.#targets.set(target.id, target);
    this.#sendTargetChange({ targetChangeType: 'CURRENT', targetIds: [target.id], ...this.#moment(time) });
    this.#sendSnapshotTime(time);
    if (wire.once) this.removeTarget(target.id);
  }

  removeTarget(id: number): void {
    this.#targets.delete(id);
    this.#sendTargetChange({ targetChangeType: 'REMOVE', targetIds: [id] });
  }

  #unusedId(): number {
    let id = 1;
    while (this.#targets.has(id)) id++;
    return id;
  }

  #authorize(target: Target): void {
    const { database } = this.#state;
    if (target.query) {
      this.#access.list(database, target.query);
      this.#checkIndex(target.query);
    }
    for (const key of target.keys) this.#access.get(database, splitDocumentPath(key), database.get(key));
  }

  #refuse(id: number, error: FirestoreError): void {
    const cause = { code: error.code, message: error.message };
    this.#sendTargetChange({ targetChangeType: 'REMOVE', targetIds: [id], cause });
  }

  /** undefined: nothing to resume; null: the state at that time is unknown, so the client must start again. */
  #resumeTime(wire: WireTarget): Micros | null | undefined {
    const { database } = this.#state;
    if (wire.resumeToken?.length) return decodeResumeToken(database, wire.resumeToken);
    if (!wire.readTime) return undefined;
    const time = toMicros(wire.readTime);
    return time >= database.history.horizon && time <= database.lastTime ? time : null;
  }

  #sendAll(target: Target, isReset: boolean): void {
    if (isReset) this.#sendTargetChange({ targetChangeType: 'RESET', targetIds: [target.id] });
    const documents = target.load();
    for (const document of documents) this.#sendChange(document, [target], []);
    const present = new Set(documents.map(({ key }) => key));
    for (const key of target.keys) if (!present.has(key)) this.#sendDelete(key, [target.id]);
  }

  #committed(changes: readonly Change[], time: Micros): void {
    const deltas = [...this.#targets.values()].map((target): [Target, TargetDelta] => [target, target.apply(changes)]);
    if (this.#sendDeltas(deltas, time)) this.#sendSnapshotTime(time);
  }

  /** Sends each document once, with all targets that contain it or have lost it. */
  #sendDeltas(deltas: readonly (readonly [Target, TargetDelta])[], time: Micros): boolean {
    const changed = new Map<string, { document: StoredDocument; targets: Target[] }>();
    const removed = new Map<string, Target[]>();
    for (const [target, delta] of deltas) {
      for (const document of delta.changed) {
        const entry = changed.get(document.key);
        if (entry) entry.targets.push(target);
        else changed.set(document.key, { document, targets: [target] });
      }
      for (const key of delta.removed) removed.set(key, [...(removed.get(key) ?? []), target]);
    }
    for (const { document, targets } of changed.values()) {
      const left = removed.get(document.key) ?? [];
      removed.delete(document.key);
      this.#sendChange(document, targets, left);
    }
    for (const [key, targets] of removed) this.#sendRemoval(key, targets, time);
    return changed.size > 0 || removed.size > 0;
  }

  /** Sends the current version of a document that has left its targets, if it exists and the caller may read it. */
  #sendRemoval(key: string, targets: readonly Target[], time: Micros): void {
    const { database } = this.#state;
    const ids = targets.map(({ id }) => id);
    const document = database.get(key);
    if (!document) {
      this.#sendDelete(key, ids);
      return;
    }
    try {
      this.#access.get(database, document, document);
      this.#sendChange(document, [], targets);
    } catch {
      const name = `${database.name}/documents/${key}`;
      this.#send({ documentRemove: { document: name, removedTargetIds: ids, readTime: toTimestamp(time) } });
    }
  }

  #sendChange(document: StoredDocument, targets: readonly Target[], left: readonly Target[]): void {
    // Targets of one document with different projections get separate messages.
    const masks = new Map<string, Target[]>();
    for (const target of targets) {
      const mask = JSON.stringify(target.mask);
      masks.set(mask, [...(masks.get(mask) ?? []), target]);
    }
    const groups = masks.size === 0 ? [[]] : [...masks.values()];
    for (const [i, group] of groups.entries()) {
      this.#send({
        documentChange: {
          document: toWire(this.#state.database.name, document, group[0]?.mask ?? null),
          targetIds: group.map(({ id }) => id),
          removedTargetIds: i === 0 ? left.map(({ id }) => id) : [],
        },
      });
    }
  }

  #sendDelete(key: string, ids: number[]): void {
    const { database } = this.#state;
    const document = `${database.name}/documents/${key}`;
    this.#send({
      documentDelete: { document, removedTargetIds: ids, readTime: toTimestamp(database.lastTime) },
    });
  }

  #moment(time: Micros): Pick<TargetChange, 'resumeToken' | 'readTime'> {
    return { resumeToken: encodeResumeToken(this.#state.database, time), readTime: toTimestamp(time) };
  }

  #sendSnapshotTime(time: Micros): void {
    this.#sendTargetChange({ targetChangeType: 'NO_CHANGE', targetIds: [], ...this.#moment(time) });
  }

  #sendTargetChange(targetChange: TargetChange): void {
    this.#send({ targetChange });
  }
}

import { randomUUID } from 'node:crypto';
import { createRandom } from '@inkwell/shared/testing/random';
import { api, send, type TestAnswer } from './api.ts';
import { clock, db } from './server.ts';
import type { TestUser } from './users.ts';

/** The state of one of the writer's devices. */
interface Device {
  readonly random: () => number;
  /** The key of the draft of a new post, or the post's id. */
  key: string;
  postId: string | null;
  sentences: string[];
  sitting: string;
  /** The last version that the server acknowledged to this device. */
  version: number;
}

interface Options {
  readonly writer: TestUser;
  readonly seed: number;
  readonly steps: number;
}

interface Report {
  readonly typed: number;
  /** The number of refusals by status. */
  readonly met: Readonly<Record<number, number>>;
  /** Sentences that the server acknowledged, or was sent at the end, but has not stored. */
  readonly lost: readonly string[];
}

const newSitting = () => randomUUID().replaceAll('-', '').slice(0, 20);
const sentencesIn = (content: unknown): string[] =>
  typeof content === 'string' ? content.split(' ').filter(Boolean) : [];

/**
 * Three devices of one person write the draft of one post, new or existing: they type, autosave, conflict, adopt or overwrite each other's drafts,
 * save and discard. Answers get lost, calls arrive late or twice, and devices act concurrently. Nobody deletes a sentence, so each acknowledged one
 * must always be in a revision, draft or discarded draft.
 */
export async function runRandomDrafts({ writer, seed, steps }: Options): Promise<Report> {
  const random = createRandom(seed);
  const acknowledged = new Set<string>();
  const met: Record<number, number> = {};
  const late: (() => Promise<unknown>)[] = [];
  const lost: string[] = [];
  let typed = 0;

  const first =
    random() < 0.5 ? null : (await api.post('/api/posts', { title: 'T', content: 'Begun.' }, writer)).body.id;
  const key = first ?? newSitting();
  const devices = [1, 2, 3].map((n): Device => {
    const begun = { key, postId: first, sentences: [], sitting: newSitting(), version: 0 };
    return { ...begun, random: createRandom(seed * 10 + n) };
  });

  /** Makes a call. If it succeeds, its sentences count as acknowledged, even if the device does not get the answer. */
  const keep = async (words: readonly string[], call: () => Promise<TestAnswer>): Promise<TestAnswer> => {
    const answer = await call();
    if (answer.status < 300) for (const sentence of words) acknowledged.add(sentence);
    else met[answer.status] = (met[answer.status] ?? 0) + 1;
    if (answer.status >= 500 || answer.status === 400) throw new Error(`${answer.status} ${answer.text}`);
    return answer;
  };

  /** Null if the device does not get the answer: it is lost, or the call is delayed. */
  const attempt = async (device: Device, call: () => Promise<TestAnswer>): Promise<TestAnswer | null> => {
    const words = [...device.sentences];
    const fate = device.random();
    if (fate < 0.15) late.push(() => keep(words, call));
    if (fate < 0.1) return null;
    const answer = await keep(words, call);
    return fate < 0.25 ? null : answer;
  };

  const type = (device: Device): void => {
    typed += 1;
    device.sentences = [...device.sentences, `s${typed}.`];
  };

  const begin = (device: Device): void => {
    device.sitting = newSitting();
    device.version = 0;
  };

  const autosave = async (device: Device): Promise<boolean> => {
    const { sitting, version } = device;
    const body = { content: device.sentences.join(' '), sitting, version };
    const path = `/api/drafts/${device.key}`;
    const isPatch = version > 0 && device.random() < 0.5;
    const answer = await attempt(device, () => send(isPatch ? 'PATCH' : 'PUT', path, { body, user: writer }));
    if (!answer) return false;
    if (answer.status === 200) device.version = answer.body.version;
    if (answer.status === 410) begin(device);
    if (answer.status === 404) device.version = 0;
    if (answer.status === 409) {
      device.version = answer.body.version;
      const isAdopted = device.random() < 0.5;
      if (isAdopted) device.sentences = [...new Set([...sentencesIn(answer.body.content), ...device.sentences])];
      // A device that overwrites its own sitting starts a new one.
      if (isAdopted) device.sitting = answer.body.sitting;
      else if (device.sitting === answer.body.sitting) device.sitting = newSitting();
    }
    return answer.status === 200;
  };

  const save = async (device: Device): Promise<void> => {
    const draft = { key: device.key, version: device.version, sitting: device.sitting };
    const body = { title: 'T', content: device.sentences.join(' ') || 'Begun.', draft };
    const path = device.postId ? `/api/posts/${device.postId}` : '/api/posts';
    const headers = { 'idempotency-key': randomUUID() };
    const call = () => send(device.postId ? 'PATCH' : 'POST', path, { body, user: writer, headers });
    const saving = attempt(device, call);
    const isTyping = device.random() < 0.5;
    if (isTyping) type(device);
    if (isTyping && device.random() < 0.5) await autosave(device);
    const answer = await saving;
    if (!answer || answer.status >= 300) return;
    // Later text stays in the sitting until the server reports that it is closed.
    if (!device.postId || !isTyping) begin(device);
    device.postId = answer.body.id;
    device.key = answer.body.id;
  };

  const discard = async (device: Device): Promise<void> => {
    const { key: draftKey, postId, sitting, version: draftVersion } = device;
    const body = { reason: 'discarded', content: device.sentences.join(' '), draftKey, postId, sitting, draftVersion };
    const path = `/api/discarded-drafts/${newSitting()}`;
    const words = [...device.sentences];
    const answer = await attempt(device, () => api.put(path, body, writer));
    // A discard is retried until it is acknowledged.
    if (!answer) await keep(words, () => api.put(path, body, writer));
    device.sentences = [];
    begin(device);
  };

  const open = async (device: Device): Promise<void> => {
    if (device.sentences.some((sentence) => !acknowledged.has(sentence))) return;
    const { status, body } = await api.get(`/api/drafts/${device.key}`, writer);
    if (status !== 200) return;
    device.sentences = sentencesIn(body.content);
    device.sitting = body.sitting;
    device.version = body.version;
  };

  const act = async (device: Device): Promise<void> => {
    const kind = device.random();
    if (kind < 0.65) {
      type(device);
      await autosave(device);
    } else if (kind < 0.8) await save(device);
    else if (kind < 0.9) await open(device);
    else await discard(device);
  };

  const check = async (): Promise<void> => {
    const { docs } = await db.collection('posts').where('authorId', '==', writer.id).select().get();
    const own = db.doc(`users/${writer.id}`);
    const collections = [own.collection('drafts'), own.collection('discardedDrafts')];
    const all = [...collections, ...docs.map(({ ref }) => ref.collection('revisions'))];
    const found = await Promise.all(all.map(async (one) => (await one.select('content').get()).docs));
    const stored = new Set(found.flat().flatMap((document) => sentencesIn(document.get('content'))));
    lost.push(...[...acknowledged].filter((sentence) => !stored.has(sentence)));
  };

  for (let step = 0; step < steps && lost.length === 0; step += 1) {
    const acting = devices.filter(() => random() < 0.4);
    const arriving = late.splice(0, random() < 0.3 ? 1 : 0).map((call) => call());
    await Promise.all([...acting.map(act), ...arriving]);
    clock.advance(3_000);
    if (step % 5 === 4) await check();
  }
  for (const call of late) await call();
  for (const device of devices) {
    if (device.sentences.length === 0) continue;
    let isKept = false;
    for (let tries = 0; tries < 50 && !isKept; tries += 1) isKept = await autosave(device);
    for (const sentence of device.sentences) acknowledged.add(sentence);
  }
  await check();
  return { typed, met, lost };
}

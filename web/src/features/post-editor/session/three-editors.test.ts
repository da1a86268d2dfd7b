import type { DiscardInput } from '@inkwell/shared/drafts';
import type { SavedDraft } from '@inkwell/shared/sittings';
import { createRandom } from '@inkwell/shared/testing/random';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../test/fake-api.ts';
import { FakeDrafts } from '../../../test/fake-drafts.ts';
import { type EditedPost, EMPTY_POST, formOf, isSavedAs, unfinishedFieldsOf } from '../post-form.ts';
import { ackedOf, changeBody, type PostDraft, wholeBody, wordsOf, wordsOfServer } from './post-draft.ts';
import { type Event, reduce, wakeAtMs } from './session.ts';
import {
  beginSession,
  draftOf,
  type Effect,
  type Env,
  hasUnsaved,
  localOffers,
  type SessionState,
  serverOffers,
} from './state.ts';

/* Three editors of one writer on three devices and one post lose no sentence. `SEQUENCES=500` runs that many
   sequences. */

const SEQUENCES = Number(process.env.SEQUENCES ?? 25);
const STEPS = 60;

/** The shared clock, network and server with its drafts, posts and revisions. */
class World {
  nowMs = 1_000_000;
  readonly drafts = new FakeDrafts();
  readonly posts = new Map<string, EditedPost>();
  readonly created = new Map<string, string>();
  readonly revisions: string[] = [];
  private readonly queue: { atMs: number; run: () => void }[] = [];
  private ids = 0;

  constructor(readonly random: () => number) {}

  newId = (): string => {
    this.ids += 1;
    return `id${this.ids}`.padEnd(20, 'x');
  };

  pick = <T>(list: readonly T[]): T => list[Math.floor(this.random() * list.length)] as T;

  later(ms: number, run: () => void): void {
    this.queue.push({ atMs: this.nowMs + ms, run });
  }

  advance(ms: number): void {
    const untilMs = this.nowMs + ms;
    for (;;) {
      const [next] = this.queue.sort((a, b) => a.atMs - b.atMs);
      if (!next || next.atMs > untilMs) break;
      this.queue.shift();
      this.nowMs = Math.max(this.nowMs, next.atMs);
      next.run();
    }
    this.nowMs = untilMs;
  }

  store(id: string, body: object, draft: SavedDraft): EditedPost {
    const before = this.posts.get(id);
    const updatedAt = new Date(this.nowMs + this.revisions.length).toISOString();
    const post = { ...before, ...body, id, updatedAt } as EditedPost;
    this.posts.set(id, post);
    this.revisions.push(`${post.title}\n${post.content}`);
    this.drafts.save(draft, post);
    return post;
  }
}

/** A device with a browser and an open editor. */
class Device {
  private readonly records = new Map<string, { draft: PostDraft; postId: string | null; isOpen: boolean }>();
  private state: SessionState;
  private life = 0;
  isOnline = true;
  losesAnswers = false;

  constructor(
    readonly world: World,
    private postId: string | null,
  ) {
    this.state = this.open();
  }

  private env = (): Env => ({
    nowMs: this.world.nowMs,
    newId: this.world.newId,
    newSubmissionKey: this.world.newId,
  });

  private open(): SessionState {
    this.life += 1;
    const post = this.postId ? (this.world.posts.get(this.postId) ?? null) : null;
    this.state = beginSession(post, this.env());
    this.look();
    const stored = post && this.world.drafts.stored.get(post.id);
    if (this.isOnline && stored) this.dispatch({ type: 'offered', offers: [stored] });
    if (this.isOnline && !post) {
      const offers = [...this.world.drafts.stored.values()].filter(({ baseUpdatedAt }) => baseUpdatedAt === null);
      this.dispatch({ type: 'offered', offers });
    }
    return this.state;
  }

  private look(): void {
    const records = [...this.records].map(([id, { draft, postId, isOpen }]) => ({
      id,
      kind: 'post-draft',
      place: postId ?? '*new*',
      ownerId: 'me',
      version: 1,
      savedAtMs: 1,
      fields: draft,
      state: isOpen ? ('open' as const) : ('discarded' as const),
    }));
    this.dispatch({ type: 'looked', records, busyIds: new Set() });
  }

  private dispatch(event: Event): void {
    const { state, effects } = reduce(this.state, event, this.env());
    this.state = state;
    for (const effect of effects) this.run(effect);
    const wakeMs = wakeAtMs(this.state);
    const mine = this.life;
    if (wakeMs !== null)
      this.world.later(Math.max(1, wakeMs - this.world.nowMs), () => {
        const isDue = (wakeAtMs(this.state) ?? Number.POSITIVE_INFINITY) <= this.world.nowMs;
        if (mine === this.life && isDue) this.dispatch({ type: 'tick' });
      });
  }

  /** A call that can be lost, as can its answer. Calls of a killed page still arrive. */
  private call(work: () => Event, fail: (error: unknown) => Event): void {
    const mine = this.life;
    const answer = (event: Event) =>
      this.world.later(this.world.random() * 1_500, () => mine === this.life && this.dispatch(event));
    if (!this.isOnline) {
      answer(fail(new Error('offline')));
      return;
    }
    const isLost = this.losesAnswers && this.world.random() < 0.5;
    this.world.later(this.world.random() * 1_500, () => {
      let event: Event;
      try {
        event = work();
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        event = fail(error);
      }
      answer(isLost ? fail(new Error('lost')) : event);
    });
  }

  private send({ sending, over, baseUpdatedAt }: Extract<Effect, { do: 'send' }>): void {
    const { key, sitting, words } = sending;
    const about = { baseUpdatedAt, device: 'test' };
    const { drafts } = this.world;
    const write = () =>
      over
        ? drafts.patch(key, { ...changeBody(words, over, about), sitting })
        : drafts.put(key, { ...wholeBody(words, about), version: 0, sitting });
    this.call(
      () => ({ type: 'acknowledged', sending, version: write().version }),
      (error) => {
        if (!(error instanceof Refusal))
          return { type: 'failed', sending, failure: { is: 'unreachable', retryAfterMs: 0 } };
        if (error.status === 409) return { type: 'conflicted', sending, stored: JSON.parse(error.message) };
        if (error.status === 410) return { type: 'closed', sending, closed: JSON.parse(error.message) };
        return { type: 'failed', sending, failure: { is: 'not-found' } };
      },
    );
  }

  private save({ body, carried, over, submissionKey }: Extract<Effect, { do: 'save' }>): void {
    const { posts, created } = this.world;
    const fields = { ...body, featuredImage: null };
    const saved = (post: EditedPost): Event => ({ type: 'saved', post, isBusy: false });
    const isSame = (post: EditedPost) => isSavedAs(formOf(post), formOf({ ...post, ...fields }));
    this.call(
      () => {
        const id = over?.postId ?? created.get(submissionKey);
        const post = id === undefined ? undefined : posts.get(id);
        if (!over && !post) {
          const newId = this.world.newId();
          created.set(submissionKey, newId);
          return saved(this.world.store(newId, fields, carried));
        }
        if (!post) return { type: 'saveFailed', failure: { is: 'gone' } };
        if (over && over.updatedAt !== post.updatedAt && !isSame(post))
          return { type: 'saveFailed', failure: { is: 'conflict', theirs: { ...post, lastEditedBy: null } as never } };
        if (!over && isSame(post)) return saved(post);
        return saved(this.world.store(post.id, fields, carried));
      },
      () => ({ type: 'saveFailed', failure: { is: 'told' } }),
    );
  }

  private run(effect: Effect): void {
    const { world, state } = this;
    const postId = state.stored?.id ?? null;
    switch (effect.do) {
      case 'keep':
        this.records.set(state.recordId, { draft: draftOf(state), postId, isOpen: true });
        break;
      case 'forget':
        this.records.delete(state.recordId);
        break;
      case 'drop':
        this.records.delete(effect.record.id);
        break;
      case 'copy':
        this.records.set(world.newId(), { draft: effect.draft, postId, isOpen: !effect.draft.reason });
        break;
      case 'look':
        world.later(1, () => this.look());
        break;
      case 'send':
        this.send(effect);
        break;
      case 'remove-from-server': {
        const { sending, version } = effect;
        const removed: Event = { type: 'removed', sending };
        const fail = (error: unknown): Event =>
          error instanceof Refusal
            ? removed
            : { type: 'failed', sending, failure: { is: 'unreachable', retryAfterMs: 0 } };
        this.call(() => {
          world.drafts.remove(sending.key, version);
          return removed;
        }, fail);
        break;
      }
      case 'load-post':
        this.call(
          () => ({ type: 'postRead', post: world.posts.get(effect.postId) ?? null }),
          () => ({ type: 'postRead', post: null }),
        );
        break;
      case 'settle-pictures':
        world.later(1, () => this.dispatch({ type: 'picturesReady', content: this.state.form.content }));
        break;
      case 'save':
        this.save(effect);
        break;
      case 'leave':
        world.later(1, () => this.state.isFinished && this.reopen(this.state.stored?.id ?? null));
        break;
    }
  }

  /** Sends discards to the server. */
  private tell(): void {
    if (!this.isOnline) return;
    for (const [id, { draft, postId, isOpen }] of this.records) {
      if (isOpen) continue;
      const body = {
        ...wholeBody(wordsOf(draft), { baseUpdatedAt: draft.base?.updatedAt ?? null, device: 'test' }),
        postId,
      };
      const about = { reason: draft.reason ?? 'discarded', draftKey: draft.key, sitting: draft.sitting } as const;
      const version = about.reason === 'discarded' && draft.acked ? { draftVersion: draft.acked.version } : {};
      this.world.drafts.discard(id, { ...body, ...about, ...version } as DiscardInput);
      this.records.delete(id);
    }
  }

  reopen(postId: string | null): void {
    this.dispatch({ type: 'attended', isAttended: false });
    this.postId = postId;
    this.open();
  }

  /** All sentences in the browser. */
  texts = (): string[] => [...this.records.values()].map(({ draft }) => `${draft.form.title}\n${draft.form.content}`);

  private restore(): void {
    const { world, state } = this;
    const locals = localOffers(state);
    const [offer] = serverOffers(state);
    if (locals.length > 0 && (world.random() < 0.5 || !offer)) {
      const record = world.pick(locals);
      this.dispatch({ type: 'adopted', record, how: world.random() < 0.2 ? 'copy' : 'alone' });
      return;
    }
    const found = offer && (offer.isReplaced ? offer : world.drafts.stored.get(offer.key));
    if (!found || !offer) return;
    const base =
      state.base && found.baseUpdatedAt === state.base.updatedAt
        ? state.base
        : { ...wordsOfServer({} as never), updatedAt: found.baseUpdatedAt ?? '' };
    const words = wordsOfServer(found);
    const sitting = offer.isReplaced ? world.newId() : found.sitting;
    const fields: PostDraft = {
      key: found.key,
      sitting,
      form: words.form,
      image: { kind: 'none' as const },
      submissionKey: world.newId(),
      base: state.stored ? base : null,
      acked: offer.isReplaced ? null : ackedOf(found),
      sending: null,
    };
    const id = world.newId();
    this.records.set(id, { draft: fields, postId: state.stored?.id ?? null, isOpen: true });
    this.look();
    const record = (this.state.known ?? []).find((one) => one.id === id);
    if (record) this.dispatch({ type: 'adopted', record, how: 'alone' });
    this.dispatch({ type: 'offerGone', key: offer.key });
  }

  private discard(): void {
    const { state } = this;
    if (!hasUnsaved(state)) return;
    this.dispatch({ type: 'finished', isFinished: true });
    const draft: PostDraft = { ...draftOf(state), reason: 'discarded' };
    this.records.set(state.recordId, { draft, postId: state.stored?.id ?? null, isOpen: false });
    this.reopen(this.postId);
  }

  private type(change: (lines: string[]) => string[]): void {
    const { form } = this.state;
    const content = change(form.content.split('\n').filter((line) => line !== '')).join('\n');
    const title = form.title || 'A title';
    this.dispatch({ type: 'typed', form: { ...form, title, content }, content });
  }

  /**
   * Takes one random action.
   * @param sentence the text to write, if that is the action
   * @returns whether it was written
   */
  act(sentence: string): boolean {
    const { world, state } = this;
    const { random } = world;
    const chance = random();
    if (state.conflict || (state.clash && !state.clash.isPutOff && random() < 0.5)) {
      this.dispatch({ type: 'chosen', choice: world.pick(['mine', 'theirs', 'both', 'later'] as const) });
      if (this.state.clash) this.dispatch({ type: 'compared' });
    } else if (chance < 0.5) {
      const at = random();
      this.type((lines) => lines.toSpliced(Math.floor(at * (lines.length + 1)), 0, sentence));
      return true;
    } else if (chance < 0.6) this.dispatch({ type: 'saveAsked', isStaying: random() < 0.6 });
    else if (chance < 0.72) this.restore();
    else if (chance < 0.77) this.reopen(this.state.stored?.id ?? this.postId);
    else if (chance < 0.82) this.open();
    else if (chance < 0.85) this.type(() => []);
    else if (chance < 0.88) this.discard();
    else if (chance < 0.92) this.isOnline = !this.isOnline;
    else if (chance < 0.95) this.losesAnswers = !this.losesAnswers;
    else this.dispatch({ type: 'hurried' });
    if (random() < 0.3) this.tell();
    return false;
  }
}

function play(seed: number, isNew: boolean): string[] {
  const world = new World(createRandom(seed));
  const postId = isNew ? null : 'post1';
  if (postId) {
    const body = { ...unfinishedFieldsOf(EMPTY_POST), title: 'A title', content: 'It began.', featuredImage: null };
    world.store(postId, body, { key: 'none', version: 0, sitting: 'none' });
  }
  const devices = [1, 2, 3].map(() => new Device(world, postId));
  const sentences: string[] = [];
  for (let index = 0; index < STEPS; index += 1) {
    const device = world.pick(devices);
    // No sentence becomes another one by an insertion, as 4 becomes 40: a post with the other one would lack nothing of a draft.
    const number = `${index}`.padStart(2, '0');
    const sentence = `Sentence ${number} of seed ${seed}, by device ${devices.indexOf(device)}.`;
    if (device.act(sentence)) sentences.push(sentence);
    world.advance(world.random() < 0.3 ? world.random() * 12_000 : world.random() * 800);
  }
  world.advance(60_000);
  const { drafts, revisions } = world;
  const onServer = [...drafts.stored.values(), ...drafts.discarded.values()].map(({ content }) => content ?? '');
  const everything = [...devices.flatMap((device) => device.texts()), ...onServer, ...revisions].join('\n');
  return sentences.filter((sentence) => !everything.includes(sentence));
}

describe('three editors of one writer', () => {
  it.each(['a new post', 'a stored post'])(
    'lose no sentence of %s, whatever they and the network do',
    (what) => {
      const lost = Array.from({ length: SEQUENCES }, (_, seed) => ({
        seed,
        lost: play(seed + 1, what === 'a new post'),
      }));

      expect(lost.filter((one) => one.lost.length > 0)).toEqual([]);
    },
    300_000,
  );
});

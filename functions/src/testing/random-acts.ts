import { AppError } from '@inkwell/shared/errors';
import { createRandom } from '@inkwell/shared/testing/random';
import type { Content } from '../compose/content.ts';

interface Options {
  /** Instances of the server, which share only the database. */
  readonly instances: readonly Pick<Content, 'comments' | 'moderation' | 'reports'>[];
  readonly people: readonly string[];
  readonly posts: readonly string[];
  readonly acts: number;
  readonly parallel: number;
  /** The same seed starts the same actions, but their outcomes can differ. */
  readonly seed: number;
}

type Act = (content: Options['instances'][number]) => Promise<unknown>;

interface Written {
  readonly id: string;
  readonly postId: string;
  readonly by: string;
}

export interface ActsDone {
  readonly done: Readonly<Record<string, number>>;
  /** Actions that were refused because they came too late, e.g. a reply to a deleted comment. */
  readonly refused: number;
}

/**
 * Many people and a moderator concurrently write, reply to, edit, delete, restore, report, hide and show comments.
 * @throws any error that is not a refusal
 */
export async function actAtRandom({ instances, people, posts, acts, parallel, seed }: Options): Promise<ActsDone> {
  const random = createRandom(seed);
  const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const written: Written[] = [];
  const done: Record<string, number> = {};
  let refused = 0;
  let begun = 0;

  const moderator = { id: 'moderator', role: 'moderator' } as const;
  const reader = (id: string) => ({ id, role: 'user' }) as const;
  const byWriter = <T>({ id, by }: Written, call: (by: ReturnType<typeof reader>, id: string) => T): T =>
    call(reader(by), id);

  const write = async ({ comments }: Pick<Content, 'comments'>, isAnswer: boolean) => {
    const parent = isAnswer ? oneOf(written) : undefined;
    const [by, postId, id] = [oneOf(people), parent?.postId ?? oneOf(posts), `c${begun}`];
    const parentId = parent?.id ?? null;
    const comment = await comments.create(reader(by), { id, postId, content: `Text ${id}`, parentId });
    written.push({ id: comment.id, postId, by });
  };

  const changeState =
    (state: 'hidden' | 'visible'): Act =>
    ({ moderation }) =>
      moderation.change(moderator, oneOf(written).id, { state });
  /** The actions with their frequencies in percent. */
  const ACTS: Readonly<Record<string, readonly [share: number, act: Act]>> = {
    comment: [25, (content) => write(content, false)],
    answer: [27, (content) => write(content, true)],
    edit: [10, ({ comments }) => byWriter(oneOf(written), (by, id) => comments.edit(by, id, `Edited ${begun}`))],
    delete: [12, ({ comments }) => byWriter(oneOf(written), comments.remove)],
    restore: [8, ({ comments }) => byWriter(oneOf(written.slice(-40)), comments.restore)],
    report: [5, ({ reports }) => reports.report(reader(oneOf(people)), oneOf(written).id, { reason: 'Rude' })],
    hide: [6, changeState('hidden')],
    show: [4, changeState('visible')],
    many: [
      2,
      ({ moderation }) => {
        const ids = Array.from({ length: 5 }, () => oneOf(written).id);
        return moderation.changeMany(moderator, ids, { state: random() < 0.5 ? 'hidden' : 'visible' });
      },
    ],
    person: [1, ({ moderation }) => moderation.changeAllOf(moderator, oneOf(people), { isHidden: random() < 0.5 })],
  };
  const drawn = Object.entries(ACTS).flatMap(([name, [share]]) => Array<string>(share).fill(name));

  const work = async (): Promise<void> => {
    while (begun < acts) {
      begun += 1;
      const name = written.length < 20 ? 'comment' : oneOf(drawn);
      try {
        await ACTS[name]?.[1](oneOf(instances));
        done[name] = (done[name] ?? 0) + 1;
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        refused += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return { done, refused };
}

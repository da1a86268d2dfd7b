import { newComment, type StoredComment } from '../../comments/comments.converter.ts';
import type { Parents } from '../first-pass.ts';
import type { LineOf } from '../import-lines.ts';
import { pastOf, type Step } from './step.ts';

export async function importComment(line: LineOf<'comment'>, step: Step): Promise<void> {
  const chain = chainOf(line.key, step.parents);
  const [root, answered] = [chain.at(-1), chain[0]];
  const idOf = (key: string) => step.ids.of('comment', key);
  const authorId = await commenterOf(line, step);
  const starter = root === undefined ? null : idOf(root);
  const answers = answered === undefined || answered === root ? null : await step.comments.find(idOf(answered));
  const comment = newComment({
    id: idOf(line.key),
    postId: step.ids.of('post', line.post),
    content: line.content,
    authorId,
    createdAt: pastOf(line.createdAt, step) ?? step.at,
    parentId: starter,
    replyTo: answers && { id: answers.id, authorId: answers.authorId },
    heldBy: line.state === 'held' ? 'everything' : null,
  });
  await storeComment(comment, step);
}

export async function importOwnComment(line: LineOf<'own-comment'>, step: Step): Promise<void> {
  const authorId = await ownCommenterOf(line.author, step);
  const answered = line.answers === null ? null : await step.comments.find(line.answers);
  const answers = line.answers === null ? null : { id: line.answers, authorId: answered?.authorId ?? '' };
  const comment: StoredComment = {
    ...newComment({
      id: line.key,
      postId: step.ids.of('post', line.post, line.post),
      content: line.content,
      authorId,
      createdAt: pastOf(line.createdAt, step) ?? step.at,
      parentId: line.parent,
      replyTo: answers,
      heldBy: line.heldBy,
    }),
    state: line.state,
    reason: line.reason ?? null,
    editedAt: pastOf(line.editedAt, step),
  };
  await storeComment(comment, step);
}

async function commenterOf({ author, name, email }: LineOf<'comment'>, step: Step): Promise<string> {
  const known = author === null ? undefined : step.maps.author[author];
  const account = known ?? (email && (await step.accountWith({ email })));
  if (account) return account;
  const id = step.ids.commenter(name ?? '');
  await step.guests.nameOnly(id, name ?? 'Anonymous', step.at);
  return id;
}

/** Never an account of this site, because a file can contain any id. */
async function ownCommenterOf({ key, name }: LineOf<'own-comment'>['author'], step: Step): Promise<string> {
  if (key === '') return '';
  const isTaken = (await step.accountWith({ id: key })) !== null;
  const id = isTaken ? step.ids.stranger(key) : step.ids.guest(key);
  await step.guests.nameOnly(id, name, step.at);
  return id;
}

async function storeComment(comment: StoredComment, step: Step): Promise<void> {
  const [post] = await step.storedPosts.findCardsAndTrash([comment.postId]);
  const outcome = post && (await step.comments.change(post, { kind: 'bring', comment }));
  if (!outcome)
    step.report({
      reason: 'left-out',
      text: 'A comment, because its post, its thread or its author is not here.',
      about: comment.content.slice(0, 100),
    });
}

/** The ancestors of a comment, starting with its parent. Ends at a missing comment or a cycle. */
function chainOf(key: string, parents: Parents): string[] {
  const chain: string[] = [];
  for (let at = parents[key]; at !== undefined && !chain.includes(at) && at !== key; at = parents[at]) chain.push(at);
  return chain;
}

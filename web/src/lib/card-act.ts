import type { PostCard } from '@inkwell/shared/posts';
import type { ComponentType } from 'react';

/** What a signed-in reader can do with a post on its card. */
export type CardAct = ComponentType<{ readonly post: Pick<PostCard, 'id' | 'title'> }>;

let current: CardAct | null = null;
const listeners = new Set<() => void>();

/** Comes with the code for signed-in readers, so that visitors' cards do not load it. */
export const cardAct = {
  set(act: CardAct | null): void {
    current = act;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  snapshot: (): CardAct | null => current,
  ofVisitor: (): null => null,
};

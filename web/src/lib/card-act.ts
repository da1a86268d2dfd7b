import type { PostCard } from '@inkwell/shared/posts';
import type { ComponentType } from 'react';
import { createStore } from './store.ts';

/** What a signed-in reader can do with a post on its card. */
export type CardAct = ComponentType<{ readonly post: Pick<PostCard, 'id' | 'title'> }>;

/** Comes with the code for signed-in readers, so that visitors' cards do not load it. */
export const cardAct = createStore<CardAct | null>(null);

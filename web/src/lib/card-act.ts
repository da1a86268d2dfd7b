import type { PostCard } from '@inkwell/shared/posts';
import type { ComponentType } from 'react';
import { createStore } from './store.ts';

/** The action of a signed-in reader on a post's card. */
export type CardAct = ComponentType<{ readonly post: Pick<PostCard, 'id' | 'title'> }>;

/** Set by the code for signed-in readers, so that visitors' cards do not load it. */
export const cardAct = createStore<CardAct | null>(null);

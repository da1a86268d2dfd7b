import type { Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { upgradePage } from '../firestore/upgrade-page.ts';
import { defineUpgrade, type Upgrade } from '../jobs/data-version.ts';
import { POSTS_VERSION, READING_TIME_VERSION, timedPost, upgradedPost } from './posts.converter.ts';

/** Gives posts from before there were schedules what lists are ordered by and what staff search by. Until then, lists find them too. */
export const upgradePosts = (db: Firestore): Upgrade =>
  defineUpgrade({
    version: POSTS_VERSION,
    about: 'older posts',
    cursor: z.string(),
    step: (after) => upgradePage(db, { collection: 'posts', to: POSTS_VERSION, change: upgradedPost }, after),
  });

/** Counts how long readers take for posts that were written before anybody counted. Until then they show no time. */
export const timePosts = (db: Firestore): Upgrade =>
  defineUpgrade({
    version: READING_TIME_VERSION,
    about: 'reading time of older posts',
    cursor: z.string(),
    step: (after) => upgradePage(db, { collection: 'posts', to: READING_TIME_VERSION, change: timedPost }, after),
  });

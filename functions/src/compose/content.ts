import type { ApiRouter } from '../http/mount.ts';
import { type ContentOptions, createBase } from './content/base.ts';
import { createLists, mountListRoutes } from './content/lists.ts';
import { createReaders, mountReaderRoutes } from './content/readers.ts';
import { createTalk, mountTalkRoutes } from './content/talk.ts';
import { createTexts, mountTextRoutes } from './content/texts.ts';
import { createReviewing, mountReviewingRoutes } from './reviewing.ts';

/** The services and repositories of posts and everything in them. */
export type Content = ReturnType<typeof createContent>;

export function createContent(options: ContentOptions) {
  const base = createBase(options);
  const { pictures, jobs, users, authors, stored, forgiving } = base;
  const lists = createLists(base);
  const talk = createTalk(base, lists);
  const reviewing = createReviewing({ ...base, mails: talk.personMails });
  const texts = createTexts(base, lists, reviewing);
  const readers = createReaders(base, lists, texts);
  return { pictures, jobs, users, authors, stored, forgiving, ...lists, ...talk, reviewing, ...texts, ...readers };
}

export function mountContentRoutes(router: ApiRouter, content: Content): void {
  mountTextRoutes(router, content);
  mountReviewingRoutes(router, content.studio);
  mountReaderRoutes(router, content);
  mountTalkRoutes(router, content);
  mountListRoutes(router, content);
}

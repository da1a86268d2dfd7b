import { readingApi } from '@inkwell/shared/reading';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { ReadingService } from './reading.service.ts';

export function mountReadingRoutes(router: ApiRouter, reading: ReadingService): void {
  mount(router, readingApi.places, ({ actor }) => reading.places(actor));
  mount(router, readingApi.posts, ({ actor, query }) => reading.posts(actor, query.limit));
  mount(router, readingApi.note, ({ actor, body }) => reading.note(actor, body.places));
}

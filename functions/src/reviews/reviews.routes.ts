import { reviewApi } from '@inkwell/shared/reviews';
import { pageRequest } from '../common/paging.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { ReviewService } from './reviews.service.ts';

export function mountReviewRoutes(router: ApiRouter, reviews: ReviewService): void {
  mount(router, reviewApi.state, ({ actor, params }) => reviews.state(actor, params.id));
  mount(router, reviewApi.submit, ({ actor, params, body }) => reviews.submit(actor, params.id, body.note));
  mount(router, reviewApi.take, ({ actor, params }) => reviews.take(actor, params.id));
  mount(router, reviewApi.return, ({ actor, params, body }) => reviews.return(actor, params.id, body.note));
  mount(router, reviewApi.withdraw, ({ actor, params }) => reviews.withdraw(actor, params.id));
  mount(router, reviewApi.list, ({ actor, query }) => reviews.waiting(actor, pageRequest(query)));
}

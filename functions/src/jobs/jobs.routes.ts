import { jobApi } from '@inkwell/shared/jobs';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { JobService } from './jobs.service.ts';

export function mountJobRoutes(router: ApiRouter, jobs: JobService): void {
  mount(router, jobApi.list, ({ actor, query }) => jobs.list(actor, query));
  mount(router, jobApi.retry, ({ actor, params }) => jobs.retry(actor, params.id));
}

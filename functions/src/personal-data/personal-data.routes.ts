import { personalDataApi } from '@inkwell/shared/personal-data';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { PersonalDataService } from './personal-data.service.ts';

export function mountPersonalDataRoutes(router: ApiRouter, personalData: PersonalDataService): void {
  mount(router, personalDataApi.copy, ({ actor }) => personalData.copy(actor));
  mount(router, personalDataApi.makeCopy, ({ actor }) => personalData.makeCopy(actor));
  mount(router, personalDataApi.leave, ({ actor, query }) => personalData.leave(actor, query.comments));
  mount(router, personalDataApi.keep, ({ actor }) => personalData.keep(actor));
  mount(router, personalDataApi.privacyPage, ({ actor }) => personalData.privacyPage(actor));
  mount(router, personalDataApi.remove, ({ actor, params, query }) =>
    personalData.remove(actor, params.id, query.comments),
  );
}

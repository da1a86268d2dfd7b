import { storageApi } from '@inkwell/shared/storage';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { PictureService } from './pictures.service.ts';

export function mountPictureRoutes(router: ApiRouter, pictures: PictureService): void {
  mount(router, storageApi.pictureSlot, ({ actor, body, idempotencyKey }) =>
    pictures.giveSlot(actor, body, idempotencyKey),
  );
}

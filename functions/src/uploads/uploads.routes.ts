import { storageApi, UPLOAD_FIELD, UPLOAD_LIMITS } from '@inkwell/shared/storage';
import { MULTIPART_LIMIT_BYTES, rawBodyOf } from '../http/body.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { ImageStore } from './image-store.ts';
import { readUpload } from './multipart.ts';

export function mountUploadRoutes(router: ApiRouter, images: ImageStore): void {
  mount(router, storageApi.upload, async ({ actor, req }) => {
    const body = await rawBodyOf(req, MULTIPART_LIMIT_BYTES);
    const limits = { field: UPLOAD_FIELD, maxBytes: UPLOAD_LIMITS.bytes };
    const { bytes, fileName } = await readUpload(body, req.headers['content-type'], limits);
    return images.store({ bytes, name: fileName, ownerId: actor.id });
  });
}

import { AppError } from '@inkwell/shared/errors';
import { storageApi } from '@inkwell/shared/storage';
import { pageRequest } from '../common/paging.ts';
import { bodyStreamOf, discardBody } from '../http/body.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { UploadService } from './uploads.service.ts';

export function mountUploadRoutes(router: ApiRouter, uploads: UploadService): void {
  mount(router, storageApi.upload, async ({ actor, req }) => {
    const gone = new AbortController();
    req.res?.once('close', () => gone.abort(new AppError('bad-request')));
    const length = req.headers['content-length'];
    try {
      return await uploads.store(actor, {
        contentType: req.headers['content-type'],
        contentLength: length === undefined ? null : Number(length),
        body: bodyStreamOf(req),
        signal: gone.signal,
      });
    } finally {
      discardBody(req);
    }
  });
  mount(router, storageApi.uploadFromAddress, ({ actor, body }) => uploads.storeFrom(actor, body.address));
  mount(router, storageApi.ownPictures, ({ actor, query }) => uploads.own(actor, pageRequest(query)));
}

import { AppError } from '@inkwell/shared/errors';
import { storageApi } from '@inkwell/shared/storage';
import type { Request } from 'express';
import { pageRequest } from '../common/paging.ts';
import { bodyStreamOf, discardBody } from '../http/body.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { UploadService } from './uploads.service.ts';

/** Aborted when the client disconnects. */
function goneSignal({ res }: Request): AbortSignal {
  const gone = new AbortController();
  res?.once('close', () => gone.abort(new AppError('bad-request')));
  return gone.signal;
}

export function mountUploadRoutes(router: ApiRouter, uploads: UploadService): void {
  mount(router, storageApi.upload, async ({ actor, req }) => {
    const length = req.headers['content-length'];
    try {
      return await uploads.store(actor, {
        contentType: req.headers['content-type'],
        contentLength: length === undefined ? null : Number(length),
        body: bodyStreamOf(req),
        signal: goneSignal(req),
      });
    } finally {
      discardBody(req);
    }
  });
  mount(router, storageApi.uploadFromAddress, ({ actor, body, req }) =>
    uploads.storeFrom(actor, body.address, goneSignal(req)),
  );
  mount(router, storageApi.ownPictures, ({ actor, query }) => uploads.own(actor, pageRequest(query)));
}

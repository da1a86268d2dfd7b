import type { EndpointDefinition, ResponseOf } from '@inkwell/shared/endpoint';
import { UPLOAD_FIELD } from '@inkwell/shared/storage';
import { ApiError, endpointUrl, identityToken, retryAfterOf } from './api.ts';

export interface UploadOptions {
  readonly signal?: AbortSignal;
  /** Called with the fraction sent so far, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/**
 * Sends a file as multipart form data in the field `image`, by XMLHttpRequest, because fetch reports no upload
 * progress.
 * @throws ApiError for every answer that is not 2xx; TypeError when the network fails; AbortError when aborted
 */
export async function uploadFile<const D extends EndpointDefinition>(
  endpoint: D,
  file: Blob,
  { signal, onProgress }: UploadOptions = {},
): Promise<ResponseOf<D>> {
  const token = await identityToken();
  signal?.throwIfAborted();

  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const abort = () => xhr.abort();
    const settle = (finish: () => void) => {
      signal?.removeEventListener('abort', abort);
      finish();
    };

    xhr.open(endpoint.method, endpointUrl(endpoint));
    xhr.withCredentials = true;
    if (token) xhr.setRequestHeader('Authorization', `Bearer ${token}`);
    xhr.upload.onprogress = (event) => event.lengthComputable && onProgress?.(event.loaded / event.total);
    xhr.onload = () =>
      settle(() => {
        if (xhr.status < 200 || xhr.status > 299) {
          const wait = retryAfterOf(xhr.getResponseHeader('Retry-After'));
          reject(new ApiError(xhr.status, xhr.responseText || xhr.statusText, wait));
          return;
        }
        try {
          resolve(JSON.parse(xhr.responseText) as ResponseOf<D>);
        } catch (cause) {
          reject(new TypeError('The answer to the upload is not JSON', { cause }));
        }
      });
    xhr.onerror = () => settle(() => reject(new TypeError('The network failed during the upload')));
    xhr.onabort = () => settle(() => reject(new DOMException('The upload was cancelled', 'AbortError')));
    signal?.addEventListener('abort', abort);

    const form = new FormData();
    form.append(UPLOAD_FIELD, file);
    xhr.send(form);
  });
}

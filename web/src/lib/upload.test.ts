import { storageApi } from '@inkwell/shared/storage';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setTokenSource } from './api.ts';
import { uploadFile } from './upload.ts';

/** The parts of XMLHttpRequest that an upload uses, controlled by the test. */
class FakeXhr {
  static last: FakeXhr;
  readonly upload: { onprogress?: (event: Partial<ProgressEvent>) => void } = {};
  readonly headers: Record<string, string> = {};
  withCredentials = false;
  status = 0;
  statusText = '';
  responseText = '';
  sent: FormData | null = null;
  opened: string[] = [];
  onload = () => {};
  onerror = () => {};
  onabort = () => {};

  constructor() {
    FakeXhr.last = this;
  }
  open(...args: string[]) {
    this.opened = args;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  send(body: FormData) {
    this.sent = body;
  }
  abort() {
    this.onabort();
  }
  getResponseHeader(name: string) {
    return name === 'Retry-After' && this.status === 503 ? '15' : null;
  }
  answer(status: number, text: string) {
    this.status = status;
    this.responseText = text;
    this.onload();
  }
}

const file = new File(['x'], 'cover.png', { type: 'image/png' });
const begin = async (options = {}) => {
  const upload = uploadFile(storageApi.upload, file, options);
  upload.catch(() => undefined);
  await vi.waitFor(() => expect(FakeXhr.last?.sent).not.toBeNull());
  return { upload, xhr: FakeXhr.last };
};

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', FakeXhr);
  setTokenSource(async () => 'secret');
});
afterEach(() => setTokenSource(async () => null));

describe('an upload', () => {
  it('is sent as multipart in the field image, with token and credentials', async () => {
    const { upload, xhr } = await begin();
    xhr.answer(200, '{"imageUrl":"/images/x.webp","width":1,"height":1}');

    await expect(upload).resolves.toEqual({ imageUrl: '/images/x.webp', width: 1, height: 1 });
    expect(xhr.opened).toEqual(['POST', '/api/upload']);
    expect(xhr.headers).toEqual({ Authorization: 'Bearer secret' });
    expect(xhr.withCredentials).toBe(true);
    expect(xhr.sent?.get('image')).toMatchObject({ name: 'cover.png', type: 'image/png' });
  });

  it('reports its progress', async () => {
    const onProgress = vi.fn();
    const { xhr } = await begin({ onProgress });

    xhr.upload.onprogress?.({ lengthComputable: true, loaded: 30, total: 120 });

    expect(onProgress).toHaveBeenCalledWith(0.25);
  });

  it('fails with the status, text and waiting time of a refusal', async () => {
    const refused = await begin();
    refused.xhr.answer(413, 'Payload too large');
    await expect(refused.upload).rejects.toThrow('413: Payload too large');

    const busy = await begin();
    busy.xhr.answer(503, 'Busy');
    await expect(busy.upload).rejects.toMatchObject({ status: 503, retryAfterSeconds: 15 });
  });

  it('fails when the network fails, and when it is cancelled', async () => {
    const lost = await begin();
    lost.xhr.onerror();
    await expect(lost.upload).rejects.toThrow('The network failed during the upload');

    const controller = new AbortController();
    const cancelled = await begin({ signal: controller.signal });
    controller.abort();
    await expect(cancelled.upload).rejects.toMatchObject({ name: 'AbortError' });
  });
});

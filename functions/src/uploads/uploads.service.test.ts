import { Readable } from 'node:stream';
import { AppError } from '@inkwell/shared/errors';
import { UPLOAD_FIELD, UPLOAD_LIMITS } from '@inkwell/shared/storage';
import { expect, it } from 'vitest';
import { partOf } from '../testing/parts.ts';
import { codeOf } from '../testing/refusals.ts';
import { FORM_BYTES } from './multipart.ts';
import { createUploadService } from './uploads.service.ts';

const ADA = { id: 'ada', role: 'user', writing: 'contributor' } as const;
const READER = { id: 'eve', role: 'user' } as const;
const FORM = 'multipart/form-data; boundary=b';
const body = () =>
  Readable.from([
    `--b\r\ncontent-disposition: form-data; name="${UPLOAD_FIELD}"; filename="a.png"\r\n\r\nbytes\r\n--b--\r\n`,
  ]);

const stored: unknown[] = [];
const service = createUploadService({
  images: partOf({
    async store({ bytes, name, ownerId }: { bytes: Buffer; name: string; ownerId: string }) {
      stored.push([bytes.toString(), name, ownerId]);
      return { imageUrl: '/a.webp' };
    },
    ofOwner: async (id: string) => ({ items: [], total: id === 'ada' ? 3 : 0, next: null }),
  } as never),
  async fetchPicture(address, { buffer }) {
    if (address.includes('inside')) throw new AppError('bad-request', 'This host is not public');
    return buffer.subarray(0, buffer.write('fetched'));
  },
});
const most = UPLOAD_LIMITS.bytes + FORM_BYTES;

it.each([
  ['whose length is unknown', ADA, FORM, null, 'done'],
  ['as long as allowed', ADA, FORM, most, 'done'],
  ['that is longer', ADA, FORM, most + 1, 'too-large'],
  ['that is no form', ADA, 'image/png', 9, 'unsupported-type'],
  ['of somebody who may not write', READER, FORM, 9, 'forbidden'],
])('an upload %s is stored or refused before it is read', async (_, actor, contentType, contentLength, expected) => {
  stored.length = 0;
  const upload = { contentType, contentLength, body: body(), signal: new AbortController().signal };
  expect(await codeOf(service.store(actor, upload))).toBe(expected);
  expect(stored).toEqual(expected === 'done' ? [['bytes', 'a.png', 'ada']] : []);
});

it.each([
  ['is stored under its name', ADA, 'https://a.example/b/c.png?d=e', 'done'],
  ['that cannot be fetched is refused', ADA, 'https://inside.example/c.png', 'bad-request'],
  ['is not fetched for somebody who may not write', READER, 'https://a.example/c.png', 'forbidden'],
])('a picture at an address %s', async (_, actor, address, expected) => {
  stored.length = 0;
  expect(await codeOf(service.storeFrom(actor, address, new AbortController().signal))).toBe(expected);
  expect(stored).toEqual(expected === 'done' ? [['fetched', 'c.png', 'ada']] : []);
});

it('a picture at an address is not fetched for a client that has disconnected', async () => {
  stored.length = 0;
  const gone = AbortSignal.abort(new AppError('bad-request'));
  expect(await codeOf(service.storeFrom(ADA, 'https://a.example/c.png', gone))).toBe('bad-request');
  expect(stored).toEqual([]);
});

it('callers see only their own uploads, and only if they may write', async () => {
  const page = { limit: 9, after: null };
  expect((await service.own(ADA, page)).total).toBe(3);
  await expect(service.own(READER, page)).rejects.toMatchObject({ code: 'forbidden' });
});

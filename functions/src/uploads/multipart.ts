import type { Readable } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { AppError } from '@inkwell/shared/errors';

export interface UploadedFile {
  readonly bytes: Buffer;
  /** As sent by the client; any text. */
  readonly fileName: string;
}

/** A form contains the file and, from browsers, a few other fields. */
const FORM_LIMITS = { files: 1, fields: 8, parts: 10, fieldSize: 4_096, headerPairs: 20, headerSize: 8_192 } as const;

/** The size that multipart may add to a file. */
export const FORM_BYTES = 64 * 1024;

const MALFORMED = 'Malformed multipart form';

export interface UploadOptions {
  /** The name of the file's field. */
  readonly field: string;
  /** Receives the file; its length is the limit. */
  readonly buffer: Buffer;
  /** The longest times without a byte and in total. An upload occupies a place during this time. */
  readonly idleMs: number;
  readonly totalMs: number;
}

/** @throws AppError `unsupported-type` unless the body is a multipart form */
export function checkMultipart(contentType: string | undefined): asserts contentType is string {
  if (!contentType || !/^multipart\/form-data\s*(;|$)/i.test(contentType))
    throw new AppError('unsupported-type', 'Send the image as multipart/form-data');
}

export const tooLarge = (maxBytes: number) =>
  new AppError('too-large', `The image is larger than ${Math.floor(maxBytes / 2 ** 20)} MB`);

/**
 * Reads the only file of a multipart form (RFC 7578) as it arrives, into `buffer`. After a refusal, no more of `body` is read.
 * @returns a view of `buffer` and the file's name
 * @throws AppError `unsupported-type` for other bodies; `bad-request` if the form is malformed, does not contain exactly one file in
 * `field`, or arrives too slowly; `too-large` if the file or the body is too long
 */
export async function readUpload(
  body: Readable,
  contentType: string | undefined,
  { field, buffer, idleMs, totalMs }: UploadOptions,
): Promise<UploadedFile> {
  checkMultipart(contentType);
  // A closed body emits no events.
  if (body.destroyed) throw new AppError('bad-request', MALFORMED);
  const form = openForm(contentType, buffer.length);

  return new Promise((resolve, reject) => {
    const tooSlow = () => refuse(new AppError('bad-request', 'The image took too long to arrive'));
    const idle = setTimeout(tooSlow, idleMs);
    const total = setTimeout(tooSlow, totalMs);
    const settle = () => {
      clearTimeout(idle);
      clearTimeout(total);
      body.off('data', onData);
      body.off('error', malformed);
      body.off('close', onClose);
      body.unpipe(form);
      form.removeAllListeners();
      form.on('error', () => undefined);
    };
    const refuse = (error: AppError) => {
      settle();
      reject(error);
    };
    const malformed = (cause: unknown) => refuse(new AppError('bad-request', MALFORMED, { cause }));
    const onlyOne = () => refuse(new AppError('bad-request', `Send exactly one file, in the field "${field}"`));
    let received = 0;
    const onData = (chunk: Buffer) => {
      idle.refresh();
      received += chunk.length;
      if (received > buffer.length + FORM_BYTES) refuse(tooLarge(buffer.length));
    };
    const onClose = () => {
      if (!body.readableEnded) malformed(new Error('the client disconnected'));
    };

    let fileName: string | null = null;
    let length = 0;
    form.on('file', (name: string, stream: BusboyFileStream, givenName: string | undefined) => {
      stream.on('error', malformed);
      if (name !== field || fileName !== null) {
        stream.resume();
        onlyOne();
        return;
      }
      fileName = givenName ?? '';
      stream.on('data', (chunk: Buffer) => {
        length += chunk.copy(buffer, length);
      });
      stream.on('limit', () => {
        stream.resume();
        refuse(tooLarge(buffer.length));
      });
    });
    for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) form.on(limit, onlyOne);
    form.on('error', malformed);
    form.on('finish', () => {
      if (fileName === null || length === 0) return onlyOne();
      settle();
      resolve({ bytes: buffer.subarray(0, length), fileName });
    });
    body.on('data', onData);
    body.on('error', malformed);
    body.on('close', onClose);
    body.pipe(form);
  });
}

function openForm(contentType: string, fileSize: number): BusboyInstance {
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits: { ...FORM_LIMITS, fileSize } });
  } catch (cause) {
    throw new AppError('bad-request', MALFORMED, { cause });
  }
}

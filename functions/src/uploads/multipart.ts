import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { AppError } from '@inkwell/shared/errors';

export interface UploadedFile {
  readonly bytes: Buffer;
  /** As the client calls it: anything. */
  readonly fileName: string;
}

/** A form carries the file and hardly more; browsers add a field or two. */
const FORM_LIMITS = { files: 1, fields: 8, parts: 10, fieldSize: 4_096, headerPairs: 20, headerSize: 8_192 } as const;

const MALFORMED = 'Malformed multipart form';

/**
 * Reads the one file of a multipart form out of a whole body (RFC 7578).
 *
 * @throws AppError `unsupported-type` for other bodies; `bad-request` for a malformed form and for anything but exactly
 * one file, in `field`; `too-large` for a file over `maxBytes`
 */
export function readUpload(
  body: Buffer,
  contentType: string | undefined,
  { field, maxBytes }: { field: string; maxBytes: number },
): Promise<UploadedFile> {
  if (!contentType || !/^multipart\/form-data\s*(;|$)/i.test(contentType)) {
    return Promise.reject(new AppError('unsupported-type', 'Send the image as multipart/form-data'));
  }

  return new Promise((resolve, reject) => {
    const refuse = (error: AppError) => {
      form.removeAllListeners();
      form.on('error', () => undefined);
      reject(error);
    };
    const malformed = (cause: unknown) => refuse(new AppError('bad-request', MALFORMED, { cause }));
    const onlyOne = () => refuse(new AppError('bad-request', `Send exactly one file, in the field "${field}"`));

    let form: BusboyInstance;
    try {
      const limits = { ...FORM_LIMITS, fileSize: maxBytes };
      form = new Busboy({ headers: { 'content-type': contentType }, limits });
    } catch (cause) {
      reject(new AppError('bad-request', MALFORMED, { cause }));
      return;
    }

    let file: { readonly fileName: string; readonly chunks: Buffer[] } | undefined;
    form.on('file', (name: string, stream: BusboyFileStream, fileName: string | undefined) => {
      stream.on('error', malformed);
      if (name !== field || file) {
        stream.resume();
        onlyOne();
        return;
      }
      const chunks: Buffer[] = [];
      file = { fileName: fileName ?? '', chunks };
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('limit', () => {
        stream.resume();
        refuse(new AppError('too-large', `The image is larger than ${Math.floor(maxBytes / 2 ** 20)} MB`));
      });
    });
    for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) form.on(limit, onlyOne);
    form.on('error', malformed);
    form.on('finish', () => {
      if (!file || file.chunks.length === 0) return onlyOne();
      resolve({ bytes: Buffer.concat(file.chunks), fileName: file.fileName });
    });
    form.end(body);
  });
}

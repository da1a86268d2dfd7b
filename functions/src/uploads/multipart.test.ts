import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { codeOf } from '../testing/refusals.ts';
import { readUpload } from './multipart.ts';

const BOUNDARY = 'boundary7';
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
const options = () => ({ field: 'image', buffer: Buffer.alloc(1_000), idleMs: 5_000, totalMs: 5_000 });

const filePart = (content: string, { name = 'image', fileName = 'a.png' } = {}) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: image/png\r\n\r\n${content}\r\n`;
const fieldPart = (name: string, value: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const END = `--${BOUNDARY}--\r\n`;

const read = (body: string, type: string | undefined = TYPE) =>
  readUpload(Readable.from([Buffer.from(body, 'latin1')]), type, options());
describe('a multipart form', () => {
  it('returns its file, and ignores other fields', async () => {
    const file = await read(fieldPart('note', 'x') + filePart('bytes \xff\x00') + END);

    expect(file.bytes.toString('latin1')).toBe('bytes \xff\x00');
    expect(file.fileName).toBe('a.png');
  });

  it('ignores paths in the name of the file', async () => {
    const file = await read(filePart('x', { fileName: '../../etc/passwd.png' }) + END);

    expect(file.fileName).toBe('passwd.png');
  });

  it('can reach the limit but not exceed it', async () => {
    expect(await codeOf(read(filePart('x'.repeat(1_000)) + END))).toBe('done');
    expect(await codeOf(read(filePart('x'.repeat(1_001)) + END))).toBe('too-large');
    expect(await codeOf(read(filePart('x'.repeat(200_000)) + END))).toBe('too-large');
    expect(await codeOf(read(`${'x'.repeat(200_000)}${filePart('x')}${END}`))).toBe('too-large');
  });

  it.each([
    ['JSON', '{}', 'application/json'],
    ['a type with the same beginning', filePart('x') + END, 'multipart/form-data-not; boundary=boundary7'],
    ['another multipart type', filePart('x') + END, 'multipart/mixed; boundary=boundary7'],
    ['no type', filePart('x') + END, ''],
  ])('is not %s', async (_, body, type) => {
    expect(await codeOf(read(body, type))).toBe('unsupported-type');
  });

  it.each([
    ['has no boundary', filePart('x') + END, 'multipart/form-data'],
    ['has an empty boundary', filePart('x') + END, 'multipart/form-data; boundary='],
    ['names another boundary', filePart('x') + END, 'multipart/form-data; boundary=other'],
    ['is empty', '', TYPE],
    ['ends before its file does', filePart('x').slice(0, -20), TYPE],
    ['lacks its last boundary', filePart('x'), TYPE],
    ['has no file', fieldPart('image', 'x') + END, TYPE],
    ['has an empty file', filePart('') + END, TYPE],
    ['has its file in another field', filePart('x', { name: 'file' }) + END, TYPE],
    ['has two files', filePart('x') + filePart('y') + END, TYPE],
    ['has two files, one of them in another field', filePart('x') + filePart('y', { name: 'other' }) + END, TYPE],
    ['has dozens of fields', fieldPart('f', 'x').repeat(30) + filePart('x') + END, TYPE],
    ['is noise', '\x00\x01\x02--\r\n\r\n--boundary', TYPE],
    ['has a part with no headers', `--${BOUNDARY}\r\n\r\nx\r\n${END}`, TYPE],
    ['breaks lines in its names', filePart('x', { name: 'im\nage' }) + END, TYPE],
    ['has endless headers', `--${BOUNDARY}\r\nX: ${'y'.repeat(50_000)}\r\n\r\nx\r\n${END}`, TYPE],
  ])('is refused when it %s', async (_, body, type) => {
    expect(await codeOf(read(body, type))).toBe('bad-request');
  });

  it('always answers, wherever it is truncated', async () => {
    const whole = fieldPart('note', 'x') + filePart('some bytes') + END;

    const codes = await Promise.all(
      Array.from({ length: whole.length - 4 }, (_, at) => codeOf(read(whole.slice(0, at)))),
    );

    expect(new Set(codes)).toEqual(new Set(['bad-request']));
  });

  it('can arrive byte by byte', async () => {
    const body = Buffer.from(fieldPart('note', 'x') + filePart('some bytes') + END, 'latin1');
    const singly = Readable.from(Array.from(body, (byte) => Buffer.of(byte)));

    expect((await readUpload(singly, TYPE, options())).bytes.toString()).toBe('some bytes');
  });

  it.each([
    ['without a byte', { idleMs: 20 }],
    ['altogether', { totalMs: 20 }],
  ])('is refused if it takes too long %s, and is no longer read', async (_, limits) => {
    const body = new PassThrough();
    const reading = readUpload(body, TYPE, { ...options(), ...limits });
    const drip = setInterval(() => body.write('totalMs' in limits ? '\r\n' : ''), 5);

    await expect(reading).rejects.toMatchObject({
      code: 'bad-request',
      message: 'The image took too long to arrive',
    });

    clearInterval(drip);
    expect([body.listenerCount('data'), body.isPaused()]).toEqual([0, true]);
  });

  it('is refused if its sender disconnects', async () => {
    const body = new PassThrough();
    const reading = readUpload(body, TYPE, options());
    body.write(filePart('x').slice(0, -8));

    body.destroy();

    expect(await codeOf(reading)).toBe('bad-request');
    expect(await codeOf(readUpload(body, TYPE, options()))).toBe('bad-request');
  });
});

import { needsPreparing } from './file-rules.ts';

/** A file that the server accepts. The code that converts files is loaded on first use. @throws PictureProblem; TypeError without a network */
export async function prepared(file: File): Promise<File> {
  if (!needsPreparing(file)) return file;
  const { preparePicture } = await import('./prepare-picture.ts');
  return preparePicture(file);
}

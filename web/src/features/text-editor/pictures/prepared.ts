import { needsPreparing } from './file-rules.ts';

/** A file as the server takes it; what only few files need is loaded with the first of them. @throws PictureProblem; TypeError without a network */
export async function prepared(file: File): Promise<File> {
  if (!needsPreparing(file)) return file;
  const { preparePicture } = await import('./prepare-picture.ts');
  return preparePicture(file);
}

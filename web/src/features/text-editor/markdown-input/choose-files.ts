import { acceptedFiles } from '../pictures/file-rules.ts';

/** Opens the browser's file dialog for pictures. Must be called while a click is handled. */
export function choosePictures(onFiles: (files: File[]) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = acceptedFiles(navigator.userAgent);
  input.multiple = true;
  input.addEventListener('change', () => onFiles([...(input.files ?? [])]));
  input.click();
}

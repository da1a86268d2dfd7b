interface FileRequest {
  /** As the `accept` attribute has it. */
  readonly accept: string;
  readonly onFiles: (files: File[]) => void;
}

/** Opens the browser's file dialog, for one file or several. Has to be called within a click. */
export function chooseFiles({ accept, onFiles }: FileRequest): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = accept;
  input.multiple = true;
  input.addEventListener('change', () => onFiles([...(input.files ?? [])]));
  input.click();
}

interface FileRequest {
  /** As the `accept` attribute has it. */
  readonly accept: string;
  readonly onFile: (file: File) => void;
}

/** Opens the browser's file dialog. Has to be called within a click. */
export function chooseFile({ accept, onFile }: FileRequest): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = accept;
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    if (file) onFile(file);
  });
  input.click();
}

import { useState } from 'react';
import { Mantine } from '../../../components/mantine.tsx';
import { usePictures } from '../markdown-input/use-pictures.ts';
import { ContentField } from './content-field.tsx';

// jsdom lacks these, and ProseMirror calls them when it scrolls to the caret.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();
document.elementFromPoint = () => null;

interface FieldOfTestProps {
  readonly label?: string;
  readonly start?: string;
  /** Called with the text of the form, and a function that changes it from outside, as a restored draft does. */
  readonly onText?: (value: string, set: (value: string) => void) => void;
}

/** A field in a form that holds its text. */
export function FieldOfTest({ label = 'Content', start = '', onText }: FieldOfTestProps) {
  const [value, setValue] = useState(start);
  onText?.(value, setValue);
  return (
    <Mantine>
      <ContentField
        label={label}
        value={value}
        onChange={setValue}
        isPreviewing={false}
        pictures={usePictures()}
        dataPath="content"
      />
    </Mantine>
  );
}

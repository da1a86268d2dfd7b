import type { PictureNotes, PictureWidth } from '@inkwell/shared/markdown/picture-notes';
import { type KeyboardEvent, useId } from 'react';
import styles from './picture-fields.module.css';

/** A writer's settings for a picture. */
export interface PictureSettings extends PictureNotes {
  /** The description, for readers who cannot see the picture. */
  readonly alt: string;
  readonly caption: string;
}

interface PictureFieldsProps {
  readonly settings: PictureSettings;
  readonly onChange: (change: Partial<PictureSettings>) => void;
  /** Whether the description is still missing. */
  readonly isUndescribed: boolean;
  /** Whether the picture is alone in its paragraph. Only then can it have a caption and a width. */
  readonly isAlone: boolean;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

const WIDTH_NAMES: Readonly<Record<PictureWidth, string>> = {
  small: 'Small',
  text: 'As wide as the text',
  wide: 'Wide',
};

/** Description, caption and width of a picture. */
export function PictureFields({ settings, onChange, isUndescribed, isAlone, onKeyDown }: PictureFieldsProps) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handler serves the fields inside
    <div className={styles.fields} onKeyDown={onKeyDown}>
      <label className={styles.field}>
        Description
        <input
          data-description
          value={settings.alt}
          disabled={settings.isDecorative}
          placeholder={settings.isDecorative ? 'None, because it is decorative' : 'What the picture shows'}
          aria-describedby={isUndescribed ? `${id}-ask` : undefined}
          onFocus={(event) => isUndescribed && event.currentTarget.select()}
          onChange={(event) => onChange({ alt: event.currentTarget.value })}
        />
        {isUndescribed && (
          <span id={`${id}-ask`} className={styles.ask}>
            Describe this picture for readers who cannot see it.
          </span>
        )}
      </label>
      <label className={styles.field}>
        Caption
        <input
          value={settings.caption}
          disabled={!isAlone}
          placeholder={isAlone ? '' : 'Only for a picture alone in its paragraph'}
          onChange={(event) => onChange({ caption: event.currentTarget.value })}
        />
      </label>
      <label className={styles.field}>
        Width
        <select
          value={settings.width}
          disabled={!isAlone}
          onChange={(event) => onChange({ width: event.currentTarget.value as PictureWidth })}
        >
          {Object.entries(WIDTH_NAMES).map(([width, name]) => (
            <option key={width} value={width}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={settings.isDecorative}
          onChange={({ currentTarget: { checked } }) =>
            onChange({ isDecorative: checked, ...(checked && { alt: '' }) })
          }
        />
        Decorative, needs no description
      </label>
    </div>
  );
}

import '../../styles/mantine-overlays.css';
import { counted } from '@inkwell/shared/format';
import { lineSearch } from '@inkwell/shared/line-icons';
import type { User } from '@inkwell/shared/users';
import { Modal } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { Icon } from '../../components/icon.tsx';
import { Mantine } from '../../components/mantine.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { RetryButton } from '../../components/states.tsx';
import { useFocusBack } from '../../hooks/use-focus-back.ts';
import { isApple } from '../../lib/apple.ts';
import { failureText } from '../../lib/failure.ts';
import type { Option } from './options.ts';
import styles from './palette.module.css';
import { useOptions } from './use-options.ts';

interface PaletteProps {
  readonly viewer: User;
  readonly onBroadcast: () => void;
  readonly onClose: () => void;
}

const NAME = 'Search or jump to';

/**
 * The command palette: a field and its results, by the ARIA pattern of a combobox. Mantine's Spotlight is not used, because it does not tell screen
 * readers which entry is selected.
 */
function Search({ viewer, onBroadcast, onClose }: PaletteProps) {
  useFocusBack();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [chosenId, setChosenId] = useState<string | null>(null);
  const words = text.trim();
  const { groups, isSearching, failed } = useOptions({ viewer, words, onBroadcast });
  const options = groups.flatMap((group) => group.options);
  const index = Math.max(
    options.findIndex((option) => option.id === chosenId),
    0,
  );
  const chosen = options[index];
  const elementId = (option: Option) => `${id} ${option.id}`.replaceAll(/\s/g, '-');

  useEffect(() => {
    if (index === 0) list.current?.scrollTo?.({ top: 0 });
    else list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' });
  }, [index]);

  const take = (option: Option, { other = false } = {}) => {
    // The focus is back before the action runs, so that a dialog that it opens returns the focus there too.
    flushSync(onClose);
    if ('act' in option) option.act();
    else void navigate((other && option.alsoTo) || option.to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setChosenId(options.at((index + step) % options.length)?.id ?? null);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      if (chosen) take(chosen, { other: event.ctrlKey || event.metaKey });
    }
  };
  const isEmpty = options.length === 0 && !isSearching && failed.length === 0;

  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      returnFocus={false}
      padding={0}
      size="36rem"
      radius="0.75rem"
      yOffset="clamp(1rem, 8vh, 6rem)"
      transitionProps={{ duration: 0 }}
      attributes={{ content: { 'aria-label': NAME } }}
    >
      <div className={styles.top}>
        <Icon icon={lineSearch} className="muted" />
        <input
          type="text"
          role="combobox"
          aria-label={NAME}
          aria-expanded={options.length > 0}
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={chosen && elementId(chosen)}
          placeholder="Search or jump to…"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          data-autofocus
          className={styles.field}
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setChosenId(null);
          }}
          onKeyDown={onKeyDown}
        />
        <Modal.CloseButton aria-label="Close" iconSize={16} />
      </div>
      <div className={styles.results}>
        {options.length > 0 && (
          <div ref={list} id={id} role="listbox" aria-label="Results" className={styles.list}>
            {groups.map(({ title, options: ofGroup }) => (
              // biome-ignore lint/a11y/useSemanticElements: options of a listbox have no other group
              <div key={title} role="group" aria-labelledby={`${id}-${title}`}>
                <div id={`${id}-${title}`} className={styles.title}>
                  {title}
                </div>
                {ofGroup.map((option) => (
                  // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field has focus and keys
                  <div
                    key={option.id}
                    id={elementId(option)}
                    role="option"
                    aria-selected={option === chosen}
                    className={styles.option}
                    onPointerMove={() => setChosenId(option.id)}
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={(event) => take(option, { other: event.ctrlKey || event.metaKey })}
                  >
                    <Icon icon={option.icon} />
                    <span className={styles.label} dir="auto">
                      {option.label}
                    </span>{' '}
                    {option.note && (
                      <span className={styles.note}>
                        {option.note}
                        {option.by && <span className={styles.by}>, {option.by}</span>}
                      </span>
                    )}
                  </div>
                ))}
              </div>
            ))}
          </div>
        )}
        {isSearching && (
          <div className={styles.loading}>
            <Skeleton height="1.25rem" width="60%" />
            <Skeleton height="1.25rem" width="45%" />
            <Skeleton height="1.25rem" width="52%" />
          </div>
        )}
        {failed.map(({ title, error, isRetrying, retry }) => (
          <div key={title} role="alert" className={styles.failed}>
            <p>
              {title}. {failureText(error)}
            </p>
            <RetryButton error={error} onRetry={retry} isRetrying={isRetrying} />
          </div>
        ))}
        {isEmpty && (
          <div className={styles.empty}>
            <Icon icon={lineSearch} />
            <p dir="auto">Nothing found for “{words}”</p>
          </div>
        )}
      </div>
      <p role="status" className="visually-hidden">
        {words && (isSearching ? 'Searching…' : counted(options.length, 'result', 'results'))}
      </p>
      <p className={styles.keys}>
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> choose
        </span>
        <span>
          <kbd>Enter</kbd> open
        </span>
        <span>
          <kbd>{isApple() ? '⌘' : 'Ctrl'} Enter</kbd> read the post
        </span>
        <span>
          <kbd>Esc</kbd> close
        </span>
      </p>
    </Modal>
  );
}

/** Opens above everything else, also on pages that do not use Mantine. */
export const Palette = (props: PaletteProps) => (
  <Mantine>
    <Search {...props} />
  </Mantine>
);

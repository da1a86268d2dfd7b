import '@mantine/core/styles/Checkbox.layer.css';
import { isDated } from '@inkwell/shared/format';
import { canSetField } from '@inkwell/shared/own-posts';
import { previewOf } from '@inkwell/shared/plain-text';
import { POST_LIMITS } from '@inkwell/shared/post-limits';
import { SCHEDULE_TEXTS } from '@inkwell/shared/schedule';
import { pageTitle } from '@inkwell/shared/site-data';
import { slugify } from '@inkwell/shared/slug';
import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Image } from '../../../components/image.tsx';
import { useViewer } from '../../../lib/session.tsx';
import { useSite } from '../../../lib/site.ts';
import { TimeField } from '../../scheduling/components/time-field.tsx';
import { chosenTime, localTime } from '../../scheduling/zoned-time.ts';
import { LazyLibraryDialog } from '../../text-editor/pictures/lazy-dialogs.ts';
import styles from '../post-editor.module.css';
import { type DetailField, FIELD_LABELS, NO_DATE } from '../post-form.ts';
import { useImageUrl } from '../use-image-url.ts';
import type { PostEditor } from '../use-post-editor.ts';

interface DetailProps {
  readonly editor: PostEditor;
}

type FlagName = 'isFeatured' | 'isHiddenFromSearch' | 'math';
type WordsName = Exclude<DetailField, FlagName | 'cardPicture' | 'publishedAt'>;

interface Words {
  readonly group: 'cover' | 'search' | 'card';
  /** Replaces the label of `FIELD_LABELS`. */
  readonly label?: string;
  readonly description?: string;
  /** For a field with several lines. */
  readonly rows?: number;
  /** The default that readers get if the field is empty. */
  readonly placeholder?: (title: string) => string;
}

const sameTitle = (title: string) => title;

/** The text fields of the details, in order. */
const WORDS: Readonly<Record<WordsName, Words>> = {
  coverDescription: {
    group: 'cover',
    description: 'For people who cannot see it. Leave empty if the image is decorative.',
  },
  coverCaption: { group: 'cover', label: 'Caption', description: 'Shown below the image.' },
  slug: {
    group: 'search',
    description: 'The readable end of the address. Old addresses redirect here.',
    placeholder: slugify,
  },
  searchTitle: { group: 'search', placeholder: sameTitle },
  searchDescription: { group: 'search', rows: 3 },
  canonicalUrl: {
    group: 'search',
    description: 'Only if the post was published elsewhere first.',
    placeholder: () => 'https://',
  },
  language: {
    group: 'search',
    description: 'Only if it differs from the language of the publication, e.g. de or pt-BR.',
  },
  cardTitle: { group: 'card', placeholder: sameTitle },
  cardText: { group: 'card', rows: 3 },
};

const namesIn = (group: Words['group']) =>
  (Object.keys(WORDS) as WordsName[]).filter((name) => WORDS[name].group === group);

interface WordsFieldProps extends DetailProps {
  readonly name: WordsName;
  /** Replaces the description for posts. */
  readonly description?: string;
}

export function WordsField({ editor, name, description = WORDS[name].description }: WordsFieldProps) {
  const { label = FIELD_LABELS[name], rows, placeholder } = WORDS[name];
  const { value, ...props } = editor.field(name);
  const shown = { label, description, placeholder: placeholder?.(editor.state.form.title) || undefined };
  const own = { ...shown, ...props, value: value ?? '' };
  return rows ? <Textarea rows={rows} {...own} /> : <TextInput {...own} />;
}

const wordsOf = (group: Words['group'], editor: PostEditor) =>
  namesIn(group).map((name) => <WordsField key={name} editor={editor} name={name} />);

interface FlagFieldProps extends DetailProps {
  readonly name: FlagName;
  readonly label: string;
  readonly description?: string;
}

export const FlagField = ({ editor, name, label, description }: FlagFieldProps) => (
  <Checkbox
    label={label}
    description={description}
    checked={editor.state.form[name]}
    data-path={name}
    onChange={({ currentTarget }) => editor.set(name, currentTarget.checked)}
  />
);

export const MathField = ({ editor }: DetailProps) => (
  <FlagField
    editor={editor}
    name="math"
    label="Formulas"
    description="Shows TeX such as $x^2$ or $$x^2$$ as formulas."
  />
);

/** Whether a closed group must be open because one of its fields has an error. */
export const hasError = ({ state: { errors } }: PostEditor, fields: readonly DetailField[]): boolean =>
  fields.some((field) => errors[field]);

interface GroupProps {
  readonly title: string;
  readonly isOpenAtFirst?: boolean;
  readonly hasError: boolean;
  readonly children: ReactNode;
}

/** Fields that are shown on request, or when one has an error, so that it can get the focus. */
export function Group({ title, isOpenAtFirst = false, hasError, children }: GroupProps) {
  const [isWanted, setWanted] = useState(isOpenAtFirst);
  const isOpen = isWanted || hasError;
  return (
    <details className={styles.details} open={isOpen} onToggle={({ currentTarget }) => setWanted(currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && <div className={styles.detailFields}>{children}</div>}
    </details>
  );
}

/** The card of the site, for posts without a picture. */
const SITE_CARD = '/card.png';

/** The card as chats and networks show it, based on the page's tags (functions/src/pages/pages.service.ts). */
export function CardPreview({ editor: { state } }: DetailProps) {
  const { form, image } = state;
  const site = useSite();
  const cover = useImageUrl(image);
  const picture = form.cardPicture || cover;
  const text =
    form.cardText ||
    form.searchDescription ||
    previewOf({ excerpt: form.excerpt?.trim() || null, content: form.content }, POST_LIMITS.previewChars);
  return (
    <figure className={styles.sharedCard} aria-label="How a link to this post looks">
      {picture ? (
        <Image src={picture} alt="" sizes="20rem" className={styles.sharedPicture} />
      ) : (
        <img src={SITE_CARD} alt="" className={styles.sharedPicture} />
      )}
      <figcaption>
        <p className="fine">{window.location.host}</p>
        <p className={styles.sharedTitle} dir="auto">
          {form.cardTitle || (form.title ? pageTitle(form.title, site) : 'Give your post a title')}
        </p>
        {text && <p dir="auto">{text}</p>}
      </figcaption>
    </figure>
  );
}

function CardPicture({ editor }: DetailProps) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  return (
    <div className={styles.imageButtons}>
      <Button ref={opener} variant="secondary" size="small" data-path="cardPicture" onClick={() => setOpen(true)}>
        Another Image
      </Button>
      {editor.state.form.cardPicture && (
        <Button
          variant="danger"
          size="small"
          onClick={() => {
            editor.set('cardPicture', null);
            opener.current?.focus();
          }}
        >
          Use the Featured Image
        </Button>
      )}
      {isOpen && (
        <LazyLibraryDialog
          onChoose={({ imageUrl }) => {
            editor.set('cardPicture', imageUrl);
            close();
          }}
          onClose={close}
        />
      )}
    </div>
  );
}

/** Description and caption of the cover, with the same fields as pictures in texts. */
export function CoverDetails({ editor }: DetailProps) {
  return editor.state.image.kind === 'none' ? null : wordsOf('cover', editor);
}

/** The date of publication in the publication's time zone, for people who publish; imports set it too. */
function PublishedOn({ editor }: DetailProps) {
  const { form, stored, errors } = editor.state;
  const { timeZone } = useSite();
  const isPublic = stored?.isPublished ?? false;
  const date = form.publishedAt || (stored?.publishedAt ?? '');
  const [typed, setTyped] = useState<string | null>(null);
  const none = isPublic ? '' : NO_DATE;
  const sentDate = (local: string): string => {
    const chosen = chosenTime(local, timeZone);
    return chosen ? new Date(chosen.instantMs).toISOString() : none;
  };
  // The typed text, unless the form has got another date since.
  const isTyped = typed !== null && sentDate(typed) === form.publishedAt;
  const value = isTyped ? typed : isDated(date) ? localTime(date, timeZone) : '';
  const change = (local: string) => {
    setTyped(local);
    editor.set('publishedAt', sentDate(local));
  };
  return (
    <>
      <TimeField
        label="Published on"
        value={value}
        zone={timeZone}
        dataPath="publishedAt"
        error={errors.publishedAt ?? (isPublic && value === '' ? SCHEDULE_TEXTS.noDate : undefined)}
        onChange={change}
      />
      <p className="note">
        {isPublic
          ? 'Moves the post in lists and feeds. Nobody is notified again.'
          : 'Readers see this date once the post is published. Leave empty for the time of publication.'}
      </p>
      {!isPublic && value !== '' && (
        <div>
          <Button variant="quiet" size="small" onClick={() => change('')}>
            Clear Date
          </Button>
        </div>
      )}
    </>
  );
}

/** How the post appears elsewhere: in search engines, chats and networks. Only staff can set the fields other than the date. */
export function PostDetails({ editor }: DetailProps) {
  const viewer = useViewer();
  const { publishedAt, isPublished } = editor.state.form;
  return (
    <>
      {canSetField(viewer, 'slug') && <StaffDetails editor={editor} />}
      {canSetField(viewer, 'publishedAt') && (
        <Group
          title="Date of publication"
          isOpenAtFirst={!isPublished && isDated(publishedAt)}
          hasError={hasError(editor, ['publishedAt'])}
        >
          <PublishedOn editor={editor} />
        </Group>
      )}
    </>
  );
}

function StaffDetails({ editor }: DetailProps) {
  return (
    <>
      <Group title="Address and search engines" hasError={hasError(editor, namesIn('search'))}>
        {wordsOf('search', editor)}
        <FlagField editor={editor} name="isFeatured" label="Show first on its category, tag and author pages" />
        <FlagField editor={editor} name="isHiddenFromSearch" label="Ask search engines to leave this post out" />
      </Group>
      <Group title="Social sharing" hasError={hasError(editor, [...namesIn('card'), 'cardPicture'])}>
        <CardPreview editor={editor} />
        {wordsOf('card', editor)}
        <CardPicture editor={editor} />
      </Group>
    </>
  );
}

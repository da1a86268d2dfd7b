import { CommentAccess } from '@inkwell/shared/comments';
import { CommentSettings, SETTINGS_LIMITS, type Settings } from '@inkwell/shared/settings';
import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { useDiscardGuard } from '../../../components/discard-guard.tsx';
import styles from '../admin.module.css';
import { useChangeCommentSettings } from '../api/settings.ts';
import { WithSettings } from '../components/with-settings.tsx';
import { ListConflictDialog } from '../list-conflict/list-conflict-dialog.tsx';
import type { ListVersions } from '../list-conflict/merge-lists.ts';
import { ACCESS_LABELS } from './post-bar.tsx';

/** Who may comment and which comments are held, for the whole publication. For admins. */
export const HeldCommentSettings = () => (
  <WithSettings noun="settings" height="16rem">
    {({ comments }) => <SettingsForm settings={comments} />}
  </WithSettings>
);

/** Settings as form values: numbers as text, empty for no limit, one word a line. */
const fieldsOf = (settings: CommentSettings) => ({
  access: settings.access,
  holdFirst: String(settings.holdFirst),
  holdLinksAbove: settings.holdLinksAbove === null ? '' : String(settings.holdLinksAbove),
  holdWords: settings.holdWords.join('\n'),
  holdEverything: settings.holdEverything,
  closeAfterDays: settings.closeAfterDays === null ? '' : String(settings.closeAfterDays),
});

type Fields = ReturnType<typeof fieldsOf>;

const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text));

const settingsOf = (fields: Fields): CommentSettings => ({
  access: fields.access,
  holdFirst: numberOf(fields.holdFirst) ?? 0,
  holdLinksAbove: numberOf(fields.holdLinksAbove),
  holdWords: fields.holdWords
    .split('\n')
    .map((word) => word.trim())
    .filter(Boolean),
  holdEverything: fields.holdEverything,
  closeAfterDays: numberOf(fields.closeAfterDays),
});

const resolve = schemaResolver(CommentSettings, { sync: true });

/** The schema's messages for lists and numbers are not meant for people. */
const WORDS: Readonly<Record<string, string>> = {
  holdFirst: `Please enter a whole number from 0 to ${SETTINGS_LIMITS.first}`,
  holdLinksAbove: `Please enter a whole number from 0 to ${SETTINGS_LIMITS.links}, or leave the field empty`,
  holdWords: `At most ${SETTINGS_LIMITS.words} words or phrases, each of at most ${SETTINGS_LIMITS.word} characters`,
  closeAfterDays: `Please enter a whole number from 1 to ${SETTINGS_LIMITS.days}, or leave the field empty`,
};

function validate(fields: Fields): Record<string, string> {
  const names = Object.keys(resolve(settingsOf(fields))).map((path) => path.split('.')[0] ?? path);
  return Object.fromEntries(names.map((name) => [name, WORDS[name] ?? 'Please check this value']));
}

const changesIn = (fields: Partial<Fields>, before: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== before[name as keyof Fields]));

function SettingsForm({ settings }: { readonly settings: CommentSettings }) {
  const [conflict, setConflict] = useState<ListVersions<string> | null>(null);
  const change = useChangeCommentSettings(setConflict);
  /** The stored settings, as far as this form knows. */
  const [known, setKnown] = useState(settings);
  const form = useForm<Fields>({ initialValues: fieldsOf(settings), validate });
  const guard = useDiscardGuard(() => form.isDirty(), 'The settings have not been saved.');
  const save = (from: CommentSettings, to: CommentSettings) => {
    if (change.isPending) return;
    const typed = form.getValues();
    const onSuccess = ({ comments }: Settings) => {
      setConflict(null);
      setKnown(comments);
      const stored = fieldsOf(comments);
      form.resetDirty(stored);
      // Input that was typed meanwhile stays.
      form.setValues((now) => ({ ...stored, ...changesIn(now, typed) }));
    };
    change.mutate({ from, to }, { onSuccess });
  };
  const choose = ({ theirs }: ListVersions<string>, holdWords: readonly string[]) =>
    save({ ...known, holdWords: [...theirs] }, { ...settingsOf(form.getValues()), holdWords: [...holdWords] });
  const submit = form.onSubmit((fields) => save(known, settingsOf(fields)));
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <NativeSelect
        label="Who may comment"
        data={CommentAccess.options.map((one) => ({ value: one, label: ACCESS_LABELS[one] }))}
        {...form.getInputProps('access')}
      />
      <Switch
        label="Hold all comments until staff approve them"
        {...form.getInputProps('holdEverything', { type: 'checkbox' })}
      />
      <TextInput
        label="Number of first comments of each reader to hold"
        inputMode="numeric"
        {...form.getInputProps('holdFirst')}
      />
      <TextInput
        label="Hold comments with more links than this"
        description="Leave empty to ignore links"
        inputMode="numeric"
        {...form.getInputProps('holdLinksAbove')}
      />
      <Textarea
        label="Hold comments that contain one of these words"
        description="One word or phrase per line. Case and accents are ignored."
        rows={5}
        {...form.getInputProps('holdWords')}
      />
      <TextInput
        label="Days after publication at which comments close"
        description="Leave empty to keep comments open"
        inputMode="numeric"
        {...form.getInputProps('closeAfterDays')}
      />
      <p className={styles.note}>Comments by staff are never held.</p>
      <div>
        <Button type="submit" isPending={change.isPending}>
          {change.isPending ? 'Saving...' : 'Save Settings'}
        </Button>
      </div>
      {guard.question}
      {conflict && (
        <ListConflictDialog
          title="Conflicting Changes to the Words"
          versions={conflict}
          wordsOf={(word) => word}
          limit={SETTINGS_LIMITS.words}
          isSaving={change.isPending}
          onChoose={(words) => choose(conflict, words)}
          onClose={() => setConflict(null)}
        />
      )}
    </form>
  );
}

import '../../../components/mantine-parts.ts';
import { handleFields, ProfilePatch, USER_LIMITS, type User } from '@inkwell/shared/users';
import { Modal, Progress, Tabs, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMediaQuery } from '@mantine/hooks';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { AboutFields } from '../../../components/about-fields.tsx';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Mantine } from '../../../components/mantine.tsx';
import { ALL_RESTORED, RestoredBanner } from '../../../components/restored-banner.tsx';
import { FORM_LIFE_MS, useAutosavedFields } from '../../../hooks/use-autosaved-fields.ts';
import { useFocusBack } from '../../../hooks/use-focus-back.ts';
import type { Fields } from '../../../lib/autosave/fields.ts';
import { type FailureWords, failureReason, failureWords } from '../../../lib/failure.ts';
import { toastError, toastSuccess } from '../../../lib/toast.ts';
import { OwnChoices } from '../../newsletter/components/own-choices.tsx';
import { MailChoices, NotificationChoices } from '../../notifications/components/choice-switches.tsx';
import { ProfileImageError, useSaveProfile } from '../api/mutations.ts';
import { patchOf, restoreChanges, type Values, valuesOf, withBases } from '../unsaved-changes.ts';
import { PersonalData } from './personal-data.tsx';
import { type PhotoChange, PhotoField } from './photo-field.tsx';
import styles from './profile-dialog.module.css';

const ProfileFields = z.extend(ProfilePatch, handleFields);

/** The tabs are above their panels. */
const PHONE = '(max-width: 40em)';

/** Product §9. */
const CLOSE_DELAY_MS = 500;

const REST_LEFT = 'Your latest changes are not saved yet.';

interface ProfileDialogProps {
  readonly user: User;
  readonly onClose: () => void;
}

/** What the dialog needs from the form. */
interface FormHandle {
  /** Reads the current state, because a key may follow the last letter before the next render. */
  readonly hasChanges: () => boolean;
  /** Discards the changes and their autosaved copy. */
  readonly discard: () => void;
}

const NO_FORM: FormHandle = { hasChanges: () => false, discard: () => undefined };

interface ProfileFormProps {
  readonly user: User;
  /** Called by Cancel; may be refused. */
  readonly onCancel: () => void;
  readonly onSaved: () => void;
  /** Called after each render with whether changes would be lost. */
  readonly onDirty: (isDirty: boolean) => void;
  /** Called to reset the form; may be refused. */
  readonly onRestart: () => void;
  readonly handle: RefObject<FormHandle>;
}

function ProfileForm({ user, onCancel, onSaved, onDirty, onRestart, handle }: ProfileFormProps) {
  const [photo, setPhoto] = useState<PhotoChange>({ kind: 'keep' });
  const [progress, setProgress] = useState<number | null>(null);
  const cancellation = useRef(new AbortController());
  const save = useSaveProfile(user);
  const stored = useRef(valuesOf(user));
  /** Changes of fields that somebody has since saved elsewhere; autosaved until the form is saved or discarded. */
  const changedElsewhere = useRef<Fields>({});
  const [restoredWords, setRestoredWords] = useState(ALL_RESTORED);
  const saved = useAutosavedFields('profile', {
    lifeMs: FORM_LIFE_MS,
    restore(fields) {
      const read = restoreChanges(fields, stored.current);
      changedElsewhere.current = read.changedElsewhere;
      setRestoredWords(read.words);
      form.setValues(read.restored);
      return read.words !== '';
    },
  });
  const keep = (values: Values) => {
    const typed = { ...changedElsewhere.current, ...withBases(values, stored.current) };
    saved.write(Object.keys(typed).length > 0 ? typed : null);
  };
  const form = useForm({
    initialValues: stored.current,
    validate: schemaResolver(ProfileFields, { sync: true }),
    onValuesChange: keep,
  });

  useEffect(() => {
    // One per mount, because React mounts twice in development.
    const controller = new AbortController();
    cancellation.current = controller;
    return () => controller.abort();
  }, []);

  // Newer changes stay.
  const finish = useEffectEvent(() => (form.isDirty() ? save.reset() : onSaved()));
  useEffect(() => {
    if (!save.isSuccess) return;
    const timer = setTimeout(finish, CLOSE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [save.isSuccess]);

  const isDirty = form.isDirty() || photo.kind !== 'keep';
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  useEffect(() => {
    handle.current = {
      hasChanges: () => form.isDirty() || photo.kind !== 'keep',
      discard() {
        changedElsewhere.current = {};
        form.setValues(stored.current);
        setPhoto({ kind: 'keep' });
        saved.write(null);
      },
    };
  });

  const submit = form.onSubmit((values) => {
    if (save.isPending || save.isSuccess) return;
    const { signal } = cancellation.current;
    save.mutate(
      {
        patch: { ...patchOf(values, stored.current), ...(photo.kind === 'remove' && { profileImageUrl: null }) },
        image: photo.kind === 'new' ? photo.file : null,
        signal,
        onProgress: setProgress,
      },
      {
        onSuccess: () => {
          setPhoto({ kind: 'keep' });
          form.resetDirty(values);
          stored.current = values;
          changedElsewhere.current = {};
          keep(form.getValues());
          const isAllSaved = !form.isDirty();
          toastSuccess('Profile Updated', isAllSaved ? 'Your profile has been updated.' : REST_LEFT);
        },
        onError: (error) => {
          if (signal.aborted) return;
          console.warn('The profile was not saved', error);
          toastError('Update Failed', ...wordsOf(error));
        },
        onSettled: () => setProgress(null),
      },
    );
  });

  const isBusy = save.isPending || save.isSuccess;
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <RestoredBanner isRestored={saved.isRestored} isPending={isBusy} onDiscard={onRestart} words={restoredWords} />
      <PhotoField user={user} change={photo} onChange={setPhoto} isDisabled={isBusy} />
      {progress !== null && (
        <div className={styles.progress}>
          <Progress value={progress * 100} aria-label="Upload of the photo" />
          <p role="status">Uploading photo: {Math.round(progress * 100)}%</p>
        </div>
      )}
      <TextInput label="Email" value={user.email ?? ''} readOnly disabled />
      <TextInput
        label="Display Name"
        autoComplete="name"
        required
        withAsterisk={false}
        data-autofocus
        maxLength={USER_LIMITS.name + 1}
        {...form.getInputProps('displayName')}
      />
      <div className={styles.pair}>
        <TextInput label="First Name" autoComplete="given-name" {...form.getInputProps('firstName')} />
        <TextInput label="Last Name" autoComplete="family-name" {...form.getInputProps('lastName')} />
        <TextInput label="Mobile Number" type="tel" autoComplete="tel" {...form.getInputProps('mobileNumber')} />
        <TextInput label="Telephone Number" type="tel" autoComplete="off" {...form.getInputProps('telephoneNumber')} />
      </div>
      <AboutFields fieldOf={form.getInputProps} textLabel="About You" />
      <div className={styles.buttons}>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" isPending={isBusy}>
          {save.isPending ? 'Saving...' : save.isSuccess ? 'Saved' : 'Save Changes'}
        </Button>
      </div>
    </form>
  );
}

/** Product §8. */
function wordsOf(error: unknown): FailureWords {
  if (error instanceof ProfileImageError) return [error.message, failureReason(error.cause)];
  return failureWords('Failed to update profile. Please try again.', error);
}

interface QuestionProps {
  readonly onDiscard: () => void;
  readonly onKeep: () => void;
}

/** Mounted on demand, because a mounted dialog would be closed by the Escape that opens it. */
function Question({ onDiscard, onKeep }: QuestionProps) {
  useFocusBack();
  return (
    <ConfirmDialog
      isOpen
      title="Discard your changes?"
      confirmLabel="Discard Changes"
      pendingLabel="Discard Changes"
      isPending={false}
      onConfirm={onDiscard}
      onClose={onKeep}
    >
      Your profile changes have not been saved.
    </ConfirmDialog>
  );
}

/**
 * The reader's own profile and settings, in tabs. Profile changes are autosaved, and discarded only after a question. Other tabs save each change at
 * once. Product §2 and §7.
 */
export function ProfileDialog({ user, onClose }: ProfileDialogProps) {
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  const [isDirty, setDirty] = useState(false);
  /** Called once the changes are discarded; null while no question is open. */
  const [next, setNext] = useState<{ readonly go: () => void } | null>(null);
  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isDirty]);
  const form = useRef(NO_FORM);
  const ask = (go: () => void) => (form.current.hasChanges() ? setNext({ go }) : go());
  const cancel = () => ask(onClose);
  const discard = () => {
    form.current.discard();
    setNext(null);
    next?.go();
  };

  return (
    <Mantine>
      <Modal
        opened
        onClose={cancel}
        title="Profile Settings"
        size={720}
        centered
        classNames={{ content: styles.content ?? '', body: styles.body ?? '' }}
      >
        <Tabs
          defaultValue="Profile"
          orientation={isPhone ? 'horizontal' : 'vertical'}
          keepMounted={false}
          classNames={{ root: styles.tabs ?? '', panel: styles.panel ?? '' }}
        >
          <Tabs.List aria-label="Profile settings">
            {['Profile', 'Notifications', 'Email', 'Account'].map((tab) => (
              <Tabs.Tab key={tab} value={tab}>
                {tab}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {/* Input stays while other tabs are open. */}
          <Tabs.Panel value="Profile" keepMounted>
            <ProfileForm
              user={user}
              onCancel={cancel}
              onSaved={onClose}
              onDirty={setDirty}
              onRestart={() => ask(() => form.current.discard())}
              handle={form}
            />
          </Tabs.Panel>
          <Tabs.Panel value="Notifications">
            <NotificationChoices user={user} />
          </Tabs.Panel>
          <Tabs.Panel value="Email">
            <MailChoices user={user} />
            <OwnChoices />
          </Tabs.Panel>
          <Tabs.Panel value="Account">
            <PersonalData user={user} />
          </Tabs.Panel>
        </Tabs>
      </Modal>
      {next && <Question onDiscard={discard} onKeep={() => setNext(null)} />}
    </Mantine>
  );
}

import { NativeSelect, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { Link } from 'react-router';
import { writingPaths } from '../../../lib/writing-paths.ts';
import { Section } from './settings-sections.tsx';
import styles from './site-form.module.css';
import type { SiteValues } from './site-values.ts';

/** Monday is 1, as in the settings. */
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map((label, index) => ({
  value: String(index + 1),
  label,
}));
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));

const ARCHIVE = [
  { value: 'off', label: 'Off' },
  { value: 'each', label: 'Each issue decides' },
  { value: 'on', label: 'All issues, except those turned off' },
];

/** A field whose value is not in a language. */
export const codeProps = (form: UseFormReturnType<SiteValues>, field: string, label: string, description: string) => ({
  label,
  description,
  autoCapitalize: 'none',
  spellCheck: false,
  ...form.getInputProps(field),
});

/** The weekly digest, the sending rate, and the DKIM selector. */
export function MailFields({ form }: { readonly form: UseFormReturnType<SiteValues> }) {
  const { values } = form;
  const isOn = values['newsletter:digestIsOn'] === 'yes';
  const hasAddress = (values.postalAddress ?? '').trim() !== '';
  return (
    <Section id="mail">
      <Switch
        label="Mail the best new posts once a week"
        description="Sends the digest to subscribers who chose it. A week without new posts has no digest."
        checked={isOn}
        onChange={({ currentTarget }) =>
          form.setFieldValue('newsletter:digestIsOn', currentTarget.checked ? 'yes' : '')
        }
      />
      <div className={styles.pair}>
        <NativeSelect label="Day of the digest" data={DAYS} {...form.getInputProps('newsletter:digestDay')} />
        <NativeSelect
          label="Hour of the digest"
          // The hint is below, so that both fields of the row are aligned.
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          description={`In the time zone above, ${values.timeZone}`}
          data={HOURS}
          {...form.getInputProps('newsletter:digestHour')}
        />
      </div>
      {isOn && !hasAddress && (
        <p role="status" className={styles.unmet}>
          No digest is sent without the <Link to={writingPaths.postalAddress}>postal address</Link>.
        </p>
      )}
      <div className={styles.pair}>
        <TextInput
          label="Emails per hour"
          description="For all issues and digests together. Leave empty for no limit. New senders should start low and increase slowly."
          inputMode="numeric"
          {...form.getInputProps('newsletter:mailsPerHour')}
        />
        <TextInput
          {...codeProps(
            form,
            'newsletter:dkimSelector',
            'DKIM selector',
            'Selects the key that your mail provider signs with, such as s1. Leave empty if unknown.',
          )}
        />
      </div>
      <NativeSelect
        label="Public archive"
        description="Sent issues as pages, listed at /newsletter. Turning it off hides all of them; issues sent before stay private until you add them."
        data={ARCHIVE}
        {...form.getInputProps('newsletter:archive')}
      />
    </Section>
  );
}

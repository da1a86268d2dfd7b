import type { Settings } from '@inkwell/shared/settings';
import { SITE_COLORS } from '@inkwell/shared/site';
import { SITE_LIMITS } from '@inkwell/shared/site-settings';
import { Switch, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { RestoredBanner } from '../../../components/restored-banner.tsx';
import { FORM_LIFE_MS, useAutosavedFields } from '../../../hooks/use-autosaved-fields.ts';
import { toastError } from '../../../lib/toast.ts';
import { useChangeSite } from '../api/settings.ts';
import { ListPicture } from '../named-lists/list-picture.tsx';
import { EditionField } from './edition-field.tsx';
import { codeProps, MailFields } from './mail-fields.tsx';
import { LanguageField, TimeZoneField } from './place-fields.tsx';
import { Section } from './settings-sections.tsx';
import styles from './site-form.module.css';
import { SitePreview } from './site-preview.tsx';
import {
  changedFields,
  SITE_FIELDS,
  type SiteField,
  type SiteValues,
  settingsWith,
  siteProblems,
  siteValuesOf,
} from './site-values.ts';

const TRAFFIC = [
  ['traffic:isOn', 'Count visits'],
  ['traffic:countsClicks', 'Count clicks on links in newsletter issues'],
] as const;

const ROBOTS = [
  ['robots:search', 'Search engines may list the site'],
  ['robots:answers', 'Assistants may use the texts to answer questions'],
  ['robots:training', 'The texts may be used to train models'],
] as const;

/** Name, look and texts of the site, and its automatic emails. The input is autosaved until it is saved or discarded. */
export function SiteForm({ settings }: { readonly settings: Settings }) {
  /** The settings that the form started from; newer once somebody else has changed the same fields. */
  const [stored, setStored] = useState(() => siteValuesOf(settings));
  const [isUploading, setUploading] = useState(false);
  const saved = useAutosavedFields('site-settings', {
    lifeMs: FORM_LIFE_MS,
    restore(fields) {
      const known = Object.entries(fields).filter(([field]) => (SITE_FIELDS as readonly string[]).includes(field));
      const values = { ...stored, ...Object.fromEntries(known) };
      form.setValues(values);
      return changedFields(values, stored).length > 0;
    },
  });
  const form = useForm<SiteValues>({
    initialValues: stored,
    validate: (values) => siteProblems(values, stored),
    validateInputOnBlur: true,
    onValuesChange(values) {
      const changed = changedFields(values, stored);
      saved.write(changed.length === 0 ? null : Object.fromEntries(changed.map((one) => [one, values[one] ?? ''])));
    },
  });
  const change = useChangeSite((now) => {
    setStored(siteValuesOf(now));
    toastError(
      'Somebody else changed the same settings',
      'What you wrote is still here. Save again to replace what they saved, or discard your changes to see it.',
    );
  });

  const submit = form.onSubmit(
    (values) => {
      const fields = changedFields(values, stored);
      if (change.isPending || isUploading || fields.length === 0) return;
      const [patch, base] = [values, stored].map((from) => settingsWith(from, fields));
      change.mutate(
        { patch: patch ?? {}, base: base ?? {}, attempt: saved.attempt() },
        { onSuccess: (now) => take(siteValuesOf(now), values) },
      );
    },
    (problems) => form.getInputNode(SITE_FIELDS.find((field) => field in problems) ?? '')?.focus(),
  );
  /** Input typed while the change was sent stays. */
  const take = (now: SiteValues, sent: SiteValues) => {
    const later = changedFields(form.getValues(), sent);
    const typed = Object.fromEntries(later.map((field) => [field, form.getValues()[field] ?? '']));
    setStored(now);
    form.setValues({ ...now, ...typed });
    // Written last, because the form compares with the earlier settings.
    saved.write(later.length === 0 ? null : typed);
  };
  const discard = () => {
    saved.write(null);
    form.setValues(stored);
    form.clearErrors();
  };

  const { values } = form;
  const isChanged = changedFields(values, stored).length > 0;
  const textProps = (field: SiteField, label: string, max: number, description?: string) => ({
    label,
    description,
    maxLength: max,
    dir: 'auto',
    ...form.getInputProps(field),
  });
  const picture = (field: 'logo' | 'icon' | 'cardPicture', legend: string, description: string) => (
    <ListPicture
      noun="site"
      legend={legend}
      description={description}
      error={form.errors[field]}
      url={values[field] || null}
      onChange={(url) => form.setFieldValue(field, url ?? '')}
      onBusy={setUploading}
    />
  );

  const toggle = ([field, label, description]: readonly [SiteField, label: string, description?: string]) => (
    <Switch
      key={field}
      label={label}
      description={description}
      checked={values[field] === 'yes'}
      onChange={({ currentTarget }) => form.setFieldValue(field, currentTarget.checked ? 'yes' : '')}
    />
  );

  return (
    <form aria-label="Settings of the site" noValidate onSubmit={submit}>
      <RestoredBanner isRestored={saved.isRestored} isPending={change.isPending} onDiscard={discard} />
      <Section id="name">
        <TextInput {...textProps('name', 'Name', SITE_LIMITS.name)} />
        <div className={styles.pair}>
          <TextInput {...textProps('tagLine', 'Tag line', SITE_LIMITS.tagLine, 'A few words next to the name')} />
          <TextInput
            {...textProps(
              'descriptions:short',
              'Short description',
              SITE_LIMITS.shortDescription,
              'For those who install the app',
            )}
          />
        </div>
        <Textarea
          {...textProps('descriptions:long', 'Description', SITE_LIMITS.description, 'For search engines and chats')}
          rows={3}
        />
      </Section>
      <Section
        id="look"
        aside={
          <>
            <SitePreview scheme="light" values={values} />
            <SitePreview scheme="dark" values={values} />
          </>
        }
      >
        <div className={styles.pair}>
          {picture('logo', 'Logo', `PNG or WebP, at least ${SITE_LIMITS.picture} pixels on the longer side`)}
          {picture('icon', 'Icon', `PNG or WebP, square, at least ${SITE_LIMITS.picture} pixels`)}
          {picture('cardPicture', 'Card', 'What chats and networks show with links to pages without a picture')}
        </div>
        {toggle([
          'logoReplacesName',
          'Show the logo without the name',
          'For a logo that has the name in it. Screen readers still say the name.',
        ])}
        <div className={styles.pair}>
          {(
            [
              ['accentLight', 'light'],
              ['accentDark', 'dark'],
            ] as const
          ).map(([field, theme]) => (
            <TextInput
              key={theme}
              {...codeProps(form, field, `Accent in the ${theme} theme`, `Such as ${SITE_COLORS[theme].accent}`)}
              rightSection={
                <input
                  type="color"
                  className={styles.swatch}
                  aria-label={`Choose the accent in the ${theme} theme`}
                  value={/^#[0-9a-f]{6}$/i.test(values[field] ?? '') ? values[field] : '#000000'}
                  onChange={({ currentTarget }) => form.setFieldValue(field, currentTarget.value)}
                />
              }
            />
          ))}
        </div>
        <EditionField value={values.edition} onChange={(edition) => form.setFieldValue('edition', edition)} />
      </Section>
      <Section id="landing-page" aside={<SitePreview scheme="light" values={values} />}>
        <div className={styles.pair}>
          <TextInput
            {...textProps('hero:kicker', 'Line above the title', SITE_LIMITS.kicker)}
            // The hint is below, so that both fields of the row are aligned.
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            description="{name} stands for the name of the publication."
          />
          <TextInput {...textProps('hero:title', 'Title', SITE_LIMITS.title)} />
        </div>
        <Textarea {...textProps('hero:lead', 'Text below the title', SITE_LIMITS.lead)} rows={3} />
        <div className={styles.pair}>
          <TextInput {...textProps('hero:trust', 'Line below the text', SITE_LIMITS.trust)} />
          <TextInput {...textProps('features:heading', 'Heading of the features', SITE_LIMITS.title)} />
        </div>
        <div className={styles.pair}>
          {([1, 2, 3] as const).map((number) => (
            <div key={number} className={styles.feature}>
              <TextInput {...textProps(`features:title${number}`, `Feature ${number}`, SITE_LIMITS.featureTitle)} />
              <Textarea
                {...textProps(`features:text${number}`, `Text of feature ${number}`, SITE_LIMITS.featureText)}
                rows={4}
              />
            </div>
          ))}
        </div>
      </Section>
      <Section id="footer">
        <div className={styles.pair}>
          <Textarea {...textProps('footer:about', 'Text of the footer', SITE_LIMITS.about)} rows={3} />
          <TextInput {...textProps('footer:note', 'Note after the year and the name', SITE_LIMITS.note)} />
        </div>
      </Section>
      <Section id="publication">
        <div className={styles.pair}>
          <LanguageField {...form.getInputProps('language')} />
          <TimeZoneField {...form.getInputProps('timeZone')} />
        </div>
        <div className={styles.pair}>
          <TextInput
            label="Contact"
            description="Readers can write to this email address. Leave empty for none."
            inputMode="email"
            autoCapitalize="none"
            {...form.getInputProps('contact')}
          />
          <TextInput
            {...textProps(
              'postalAddress',
              'Postal address',
              SITE_LIMITS.postalAddress,
              'Shown in the footer and below emails. Leave empty for none.',
            )}
          />
        </div>
        {toggle([
          'math',
          'Formulas in new posts and pages',
          'Shows TeX between dollar signs as formulas. Each text can be set differently.',
        ])}
      </Section>
      <MailFields form={form} />
      <Section id="traffic">{TRAFFIC.map(toggle)}</Section>
      <Section id="search-and-ai">{ROBOTS.map(toggle)}</Section>
      <div className={styles.bar}>
        <Button type="submit" isPending={change.isPending} disabled={isUploading}>
          {change.isPending ? 'Saving...' : 'Save Settings'}
        </Button>{' '}
        {isChanged && !change.isPending && (
          <Button variant="quiet" onClick={discard}>
            Discard Changes
          </Button>
        )}
      </div>
    </form>
  );
}

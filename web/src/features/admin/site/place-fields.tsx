import '@mantine/core/styles/Combobox.layer.css';
import { LANGUAGE } from '@inkwell/shared/publication';
import { Select, type SelectProps } from '@mantine/core';
import { type KeyboardEvent, useMemo, useState } from 'react';

type FieldProps = Pick<SelectProps, 'value' | 'error' | 'onChange' | 'onBlur' | 'onFocus'> & {
  readonly value?: string;
};

const SEARCHABLE = {
  searchable: true,
  // Typing replaces the selected value, as it does after Tab.
  onClick: ({ currentTarget }: { readonly currentTarget: EventTarget }) => (currentTarget as HTMLInputElement).select(),
  allowDeselect: false,
  selectFirstOptionOnChange: true,
  maxDropdownHeight: 320,
  // Enter selects an option. It does not save the settings if there is no option.
  onKeyDown: (event: KeyboardEvent) => event.key === 'Enter' && event.preventDefault(),
  // Hundreds of options.
  comboboxProps: { keepMounted: false, transitionProps: { duration: 0 } },
} as const;

/** Listed before anything is typed; any other tag can be typed. */
const LANGUAGES =
  'ar bg bn bs ca cs cy da de de-AT de-CH el en en-AU en-CA en-GB en-IE en-IN en-US es es-AR es-MX et eu fa fi fil fr fr-BE fr-CA fr-CH ga gl gu he hi hr hu hy id is it ja ka kk ko lt lv mk ml mr ms nb nl nl-BE nn pa pl pt pt-BR ro ru sk sl sq sr sv sw ta te th tr uk ur uz vi zh zh-Hant zu'.split(
    ' ',
  );

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** Null if it is not a tag. Browsers do not know the name of every language. */
function languageOption(tag: string): { readonly value: string; readonly label: string } | null {
  if (!LANGUAGE.test(tag)) return null;
  try {
    const [value = tag] = Intl.getCanonicalLocales(tag);
    const name = names.of(value);
    return { value, label: name ? `${name} (${value})` : `Other: ${value}` };
  } catch {
    return null;
  }
}

/** The language of posts: searched by name, or typed as a tag. */
export function LanguageField({ value = '', ...field }: FieldProps) {
  const [typed, setTyped] = useState('');
  const data = useMemo(() => {
    const options = [...LANGUAGES, value, typed.trim()].flatMap((tag) => languageOption(tag) ?? []);
    return [...new Map(options.map((option) => [option.value, option])).values()].sort((a, b) =>
      a.label.localeCompare(b.label, 'en'),
    );
  }, [typed, value]);
  return (
    <Select
      {...SEARCHABLE}
      {...field}
      label="Language of posts"
      value={languageOption(value)?.value ?? null}
      data={data}
      onSearchChange={setTyped}
      nothingFoundMessage="No language found. You can also type a tag, such as pt-BR."
    />
  );
}

/** A time zone by its IANA name. */
export function TimeZoneField({ value = '', ...field }: FieldProps) {
  const data = useMemo(() => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), value])].sort(), [value]);
  return (
    <Select
      {...SEARCHABLE}
      {...field}
      label="Time zone"
      description="Scheduled times are also shown in it."
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={value}
      data={data}
      nothingFoundMessage="No time zone found. Search for a large city, such as Berlin."
    />
  );
}

import '@mantine/core/styles/Checkbox.layer.css';
import { counted } from '@inkwell/shared/format';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { categoryQueries } from '../../categories/api/queries.ts';
import styles from '../admin.module.css';
import { issueQueries } from '../api/newsletter-issues.ts';
import { type IssueErrors, type IssueValues, segmentOf } from './issue-values.ts';

const PAUSE_MS = 500;

interface SegmentFieldsProps {
  readonly values: IssueValues;
  readonly errors: IssueErrors;
  readonly set: <Field extends keyof IssueValues>(field: Field, value: IssueValues[Field]) => void;
}

/** The recipients of an issue, their number, and the sending rate. */
export function SegmentFields({ values, errors, set }: SegmentFieldsProps) {
  const categories = useQuery(categoryQueries.list());
  const chosen = values.categories.split(',').filter(Boolean);
  const [segment] = useDebouncedValue(JSON.stringify(segmentOf(values)), PAUSE_MS);
  const audience = useQuery(issueQueries.audience(JSON.parse(segment)));
  const toggle = (id: string) =>
    set('categories', (chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]).join(','));
  const text = (field: 'joinedFrom' | 'joinedBefore' | 'mailsPerHour') => ({
    value: values[field],
    error: errors[field],
    'data-path': field,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => set(field, currentTarget.value),
  });
  return (
    <section className={styles.issuePart} aria-labelledby="issue-audience">
      <h2 id="issue-audience">Recipients</h2>
      <p className={styles.note} role="status">
        {audience.isPending && 'Counting subscribers...'}
        {audience.isError && 'Subscribers could not be counted.'}
        {audience.data &&
          `${audience.data.isAtLeast ? 'At least ' : ''}${counted(audience.data.count, 'subscriber gets', 'subscribers get')} this`}
      </p>
      {categories.data && categories.data.length > 0 && (
        <fieldset className={styles.issuePart}>
          <legend>Subscribers who chose one of these categories, or all of them. Leave empty for everyone.</legend>
          <div className={styles.issueChoices}>
            {categories.data.map(({ id, name }) => (
              <Checkbox
                key={id}
                label={<bdi>{name}</bdi>}
                checked={chosen.includes(String(id))}
                onChange={() => toggle(String(id))}
              />
            ))}
          </div>
        </fieldset>
      )}
      <div className={styles.issuePair}>
        <NativeSelect
          label="Accounts"
          value={values.accounts}
          data={[
            { value: 'all', label: 'With or without an account' },
            { value: 'with', label: 'Only with an account' },
            { value: 'without', label: 'Only without an account' },
          ]}
          onChange={({ currentTarget }) => set('accounts', currentTarget.value as IssueValues['accounts'])}
        />
        <TextInput label="Joined on or after" type="date" {...text('joinedFrom')} />
        <TextInput label="Joined before" type="date" {...text('joinedBefore')} />
        <TextInput
          label="Emails per hour"
          description="Optional. Lower than the limit in Settings."
          inputMode="numeric"
          {...text('mailsPerHour')}
        />
      </div>
    </section>
  );
}

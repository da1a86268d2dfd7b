import { useState } from 'react';
import { useSite } from '../../../lib/site.ts';
import { dayOf } from '../../scheduling/zoned-time.ts';
import styles from '../admin.module.css';
import { Filter } from '../components/search-bar.tsx';
import { oneOf, useAddressFilters } from '../components/use-address-filters.ts';
import { type Periods, periodsOf, UNITS, type Unit } from './periods.ts';

const CHOICES = ['week', 'month'] as const satisfies readonly Unit[];

/** The period in the address and the field that changes it. It ends today, in the publication's time zone. */
export function usePeriods() {
  const { timeZone } = useSite();
  const [today] = useState(() => dayOf(Date.now(), timeZone));
  const { values, change } = useAddressFilters(['period']);
  const unit: Unit = oneOf(CHOICES, values.period) ?? 'day';
  const periods: Periods = periodsOf(unit, today);
  const field = (
    <section className={styles.findBar} aria-label="Period">
      <div className={styles.filters}>
        <Filter
          label="Period"
          any={UNITS.day.label}
          value={unit === 'day' ? '' : unit}
          options={CHOICES.map((value) => ({ value, label: UNITS[value].label }))}
          onChange={(period) => change({ period })}
        />
      </div>
    </section>
  );
  return { periods, field };
}

import { counted } from '@inkwell/shared/format';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../../components/loaded.tsx';
import styles from '../admin.module.css';
import { trafficQueries } from '../api/traffic.ts';
import { useLoginWhenUnauthorized } from '../api/unauthorized.ts';
import { BarRows } from '../traffic/bar-rows.tsx';

/** How many people unsubscribed with a link of an issue, and which of its links were opened. */
export function IssueResults({ id }: { readonly id: string }) {
  const query = useQuery(trafficQueries.issue(id));
  useLoginWhenUnauthorized(query.error);
  return (
    <section className={styles.issuePart} aria-label="Results">
      <h2>Results</h2>
      <Loaded query={query} loading="Loading the results" failure="Failed to load the results" height="4rem">
        {({ left, clicks }) => (
          <>
            <p className={styles.note}>
              {counted(left, 'person', 'people')} unsubscribed with its link.{' '}
              {clicks === null && 'Clicks were not counted for this issue.'}
              {clicks?.length === 0 && 'It has no links.'}
            </p>
            {clicks && clicks.length > 0 && (
              <BarRows
                label="Clicks by link"
                rows={clicks.map(({ url, clicks: value }, key) => ({
                  key,
                  name: url,
                  value,
                  text: counted(value, 'click', 'clicks'),
                }))}
              />
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

import { shortDate } from '@inkwell/shared/format';
import { useQuery } from '@tanstack/react-query';
import { LoadError } from '../../../components/states.tsx';
import styles from '../admin.module.css';
import { Bar } from '../analytics/bar.tsx';
import { adminQueries } from '../api/queries.ts';
import { useLoginWhenUnauthorized } from '../api/unauthorized.ts';
import { FigureCard } from '../components/figure-card.tsx';

/** How many there are, and who came and left in each week. */
export function Growth() {
  const query = useQuery(adminQueries.subscriberGrowth());
  useLoginWhenUnauthorized(query.error);
  if (!query.data) return <LoadError title="Failed to load the growth" query={query} />;
  const { confirmed, pending, digest, weeks } = query.data;
  const most = Math.max(1, ...weeks.flatMap(({ joined, left }) => [joined, left]));
  return (
    <>
      <dl className={styles.cards}>
        <FigureCard label="Confirmed" value={confirmed} />
        <FigureCard label="Pending" value={pending} />
        <FigureCard label="Want the Digest" value={digest} />
      </dl>
      <div className={styles.bar}>
        <h2>Growth</h2>
      </div>
      <table className={styles.table}>
        <caption className="visually-hidden">Subscribers who joined and left, by week</caption>
        <thead>
          <tr>
            <th scope="col">Week of</th>
            <th scope="col">Joined, and still here</th>
            <th scope="col">Left</th>
          </tr>
        </thead>
        <tbody>
          {weeks.map(({ from, joined, left }) => (
            <tr key={from}>
              <td data-label="Week of">{shortDate(`${from}T12:00:00Z`)}</td>
              <td data-label="Joined, and still here">
                <Bar share={joined / most}>{joined}</Bar>
              </td>
              <td data-label="Left">
                <Bar share={left / most} tone="third">
                  {left}
                </Bar>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

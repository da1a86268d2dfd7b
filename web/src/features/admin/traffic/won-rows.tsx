import { counted } from '@inkwell/shared/format';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Loaded } from '../../../components/loaded.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { paths } from '../../../lib/paths.ts';
import { trafficQueries } from '../api/traffic.ts';
import { useLoginWhenUnauthorized } from '../api/unauthorized.ts';
import { BarRows } from './bar-rows.tsx';
import type { Periods } from './periods.ts';
import { nameOf } from './traffic-rows.tsx';

/** Posts by the newsletter subscribers and followers they gained. */
export function WonRows({ periods }: { readonly periods: Periods }) {
  const query = useQuery(trafficQueries.won(periods));
  useLoginWhenUnauthorized(query.error);
  return (
    <Loaded query={query} loading="Loading the list" failure="Failed to load the list" height="22rem">
      {({ posts, names }) =>
        posts.length === 0 ? (
          <EmptyState title="No subscriptions yet" headingLevel={3}>
            No post gained subscribers or followers in this period.
          </EmptyState>
        ) : (
          <BarRows
            label="Subscriptions"
            rows={posts.map(({ key, subscribers, followers }) => ({
              key,
              name: names[key] ? <Link to={paths.postTraffic(key)}>{names[key]}</Link> : nameOf('post', key),
              value: subscribers,
              text: counted(subscribers, 'subscriber', 'subscribers'),
              note: counted(followers, 'follower', 'followers'),
            }))}
          />
        )
      }
    </Loaded>
  );
}

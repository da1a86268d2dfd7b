import '../../../components/mantine-parts.ts';
import { seriesQueries } from '../../series/api/queries.ts';
import { NamedLists } from '../named-lists/named-lists.tsx';
import { SeriesRow } from '../series/series-row.tsx';

const WORDS = {
  ...{ title: 'Series', one: 'series', many: 'series', create: 'New Series' },
  first: 'Add posts to a series in the editor. Typing a new name creates a series.',
};

/** `/admin/series`, for admins and moderators. */
export function Component() {
  return (
    <NamedLists
      kind="series"
      queries={seriesQueries}
      words={WORDS}
      renderRow={(series) => <SeriesRow key={series.id} series={series} />}
    />
  );
}

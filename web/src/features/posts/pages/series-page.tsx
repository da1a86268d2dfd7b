import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { refetchUnlessServed } from '../../../lib/hydrate.ts';
import { paths } from '../../../lib/paths.ts';
import { postQueries } from '../api/queries.ts';
import { NamedListPage } from './named-list-page.tsx';

/** The posts of a series in their order. */
export function Component() {
  const { slug = '' } = useParams();
  const found = useQuery({ ...postQueries.series(slug), refetchOnMount: refetchUnlessServed });
  const filterOf = (series: string) => ({ series });
  return (
    <NamedListPage
      asked={slug}
      found={found}
      pathOf={paths.series}
      filterOf={filterOf}
      kind="series"
      failed="The series could not be loaded"
    />
  );
}

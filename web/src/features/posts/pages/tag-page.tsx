import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { refetchUnlessServed } from '../../../lib/hydrate.ts';
import { paths } from '../../../lib/paths.ts';
import { postQueries } from '../api/queries.ts';
import { NamedListPage } from './named-list-page.tsx';

/** The posts of a tag. Slugs of merged tags lead to its current address too. */
export function Component() {
  const { slug = '' } = useParams();
  const found = useQuery({ ...postQueries.tag(slug), refetchOnMount: refetchUnlessServed });
  const filterOf = (tag: string) => ({ tag });
  return (
    <NamedListPage
      asked={slug}
      found={found}
      pathOf={paths.tag}
      filterOf={filterOf}
      kind="tag"
      failed="The tag could not be loaded"
    />
  );
}

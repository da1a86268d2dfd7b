import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { listSavedHere } from '../saved-here.ts';

/** Saved posts that can be read without a network; nothing if there are none. */
export function SavedHereList() {
  const { data: posts = [] } = useQuery({ queryKey: ['bookmarks', 'here'], queryFn: listSavedHere });
  if (posts.length === 0) return null;
  return (
    <section aria-labelledby="saved-here">
      <h2 id="saved-here">Saved on this device</h2>
      <ul>
        {posts.map(({ id, title }) => (
          <li key={id}>
            <Link to={paths.post({ id, title })} dir="auto">
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

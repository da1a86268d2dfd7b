import { type Menu, menuApi } from '@inkwell/shared/menu';
import { servedKeys } from '@inkwell/shared/served-keys';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { call } from '../../lib/api.ts';

const menuQuery = queryOptions({
  queryKey: servedKeys.menu(),
  queryFn: ({ signal }) => call(menuApi.read, {}, { signal }),
});

/** Lists that the app shows itself. What other addresses lead to, only the server knows. */
const OF_APP = /^\/(?:$|(?:authors|categories|posts|search|series|tags)(?:[/?#]|$))/;

interface MenuLinksProps {
  readonly place: keyof Menu;
  readonly className?: string | undefined;
}

/** The links that admins added to header or footer. Served pages have them from the beginning. */
export function MenuLinks({ place, className }: MenuLinksProps) {
  const { data } = useQuery(menuQuery);
  return data?.[place].map(({ label, address }, index) => {
    const props = { className, dir: 'auto', children: label };
    // The same link may stand twice.
    const key = `${index} ${address}`;
    return OF_APP.test(address) ? (
      <Link key={key} to={address} {...props} />
    ) : (
      <a key={key} href={address} {...props} />
    );
  });
}

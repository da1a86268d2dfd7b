import { type Menu, menuApi } from '@inkwell/shared/menu';
import { servedKeys } from '@inkwell/shared/served-keys';
import { useQuery } from '@tanstack/react-query';
import { Link, NavLink } from 'react-router';
import { isPathForApp } from '../../hooks/use-site-links.ts';
import { callQuery } from '../../lib/call-query.ts';

const menuQuery = callQuery(servedKeys.menu(), menuApi.read);

const isOfApp = (address: string): boolean => address.startsWith('/') && isPathForApp(address.split(/[?#]/)[0] ?? '');

interface MenuLinksProps {
  readonly place: keyof Menu;
  readonly className?: string | undefined;
}

/** The links that admins added to header or footer. Served pages already contain them. */
export function MenuLinks({ place, className }: MenuLinksProps) {
  const { data } = useQuery(menuQuery);
  return data?.[place].map(({ label, address }, index) => {
    const props = { className, dir: 'auto', children: label };
    // The same link may appear twice.
    const key = `${index} ${address}`;
    if (!isOfApp(address)) return <a key={key} href={address} {...props} />;
    // Only links without a query can be the current page: lists differ only by their query.
    if (/[?#]/.test(address)) return <Link key={key} to={address} {...props} />;
    return <NavLink key={key} to={address} end {...props} className={() => className} />;
  });
}

import { UNKNOWN_ADDRESS } from '@inkwell/shared/unknown-address';
import { usePageTitle } from '../../lib/title.ts';
import { UnknownAddress } from '../posts/components/unknown-address.tsx';

/** Any unknown address. Product §2. */
export function Component() {
  usePageTitle(UNKNOWN_ADDRESS.title);
  return <UnknownAddress />;
}

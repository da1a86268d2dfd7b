import { NamedListPage } from './named-list-page.tsx';

/** The posts of a series in their order. */
export const Component = () => <NamedListPage kind="series" />;

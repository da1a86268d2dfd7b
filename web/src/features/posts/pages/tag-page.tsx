import { NamedListPage } from './named-list-page.tsx';

/** The posts of a tag. Slugs of merged tags lead to its current address too. */
export const Component = () => <NamedListPage kind="tag" />;

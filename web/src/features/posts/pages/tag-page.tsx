import { NamedListPage } from './named-list-page.tsx';

/** The posts of a tag. Slugs of merged tags also redirect to its current address. */
export const Component = () => <NamedListPage kind="tag" />;

import '@mantine/core/styles/Radio.layer.css';
import { EDITIONS, type Edition, editionStyle } from '@inkwell/shared/editions';
import { Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PostCardGrid, PostCardSkeletons } from '../../../components/post-card-grid.tsx';
import { postQueries } from '../../posts/api/queries.ts';
import styles from './edition-field.module.css';

const NAMES: Readonly<Record<Edition, readonly [name: string, text: string]>> = {
  paper: ['Paper', 'Cards with large pictures'],
  journal: ['Journal', 'Text first, with small square pictures'],
};

/** The number of posts that fit a preview. */
const SHOWN = 2;

interface EditionFieldProps {
  readonly value: string;
  readonly onChange: (edition: string) => void;
}

/** The choice of an edition, with the most popular posts in each of them. */
export function EditionField({ value, onChange }: EditionFieldProps) {
  const posts = useQuery(postQueries.popular()).data?.slice(0, SHOWN) ?? [];
  return (
    <Radio.Group
      label="Edition"
      description="How lists of posts and articles are laid out"
      value={value}
      onChange={onChange}
    >
      <style>{EDITIONS.map((edition) => editionStyle(edition, `[data-edition=${edition}]`)).join('')}</style>
      <div className={styles.editions}>
        {EDITIONS.map((edition) => (
          <div key={edition} className={styles.edition} data-chosen={edition === value || undefined}>
            <Radio value={edition} label={NAMES[edition][0]} description={NAMES[edition][1]} />
            <div className={styles.preview} data-edition={edition} aria-hidden="true" inert>
              {posts.length > 0 ? <PostCardGrid posts={posts} /> : <PostCardSkeletons count={SHOWN} />}
            </div>
          </div>
        ))}
      </div>
    </Radio.Group>
  );
}

import { faHeart } from '@fortawesome/free-solid-svg-icons';
import type { Post } from '@inkwell/shared/posts';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { useViewer } from '../../../lib/session.tsx';
import { toastError } from '../../../lib/toast.ts';
import { useLike } from '../api/mutations.ts';
import { postQueries } from '../api/queries.ts';
import styles from './post-article.module.css';

const wholeNumber = new Intl.NumberFormat('en-US');

/** Likes the post or takes the like back; visitors are told to log in. Specification §5 and §8. */
export function LikeButton({ post }: { post: Post }) {
  const viewer = useViewer();
  const status = useQuery({ ...postQueries.likeStatus(post.id), enabled: viewer !== null });
  const like = useLike(post.id);
  const isLiked = viewer !== null && (status.data?.liked ?? false);
  const count = (viewer && status.data?.count) ?? post.likesCount;

  const toggle = () => {
    if (viewer) like.mutate(!isLiked);
    else toastError('Login Required', 'Please log in to like posts');
  };

  return (
    <Button
      variant="secondary"
      aria-pressed={isLiked}
      className={isLiked ? styles.liked : undefined}
      icon={<Icon icon={faHeart} />}
      onClick={toggle}
    >
      Like <span data-testid="like-count">{wholeNumber.format(count)}</span>
    </Button>
  );
}

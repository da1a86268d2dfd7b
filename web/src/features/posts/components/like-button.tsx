import { wholeNumber } from '@inkwell/shared/format';
import { lineHeart } from '@inkwell/shared/line-icons';
import type { Post } from '@inkwell/shared/posts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { useEarlyPress } from '../../../hooks/use-early-press.ts';
import { useSession, useViewer } from '../../../lib/session.tsx';
import { toastError } from '../../../lib/toast.ts';
import { useLike } from '../api/mutations.ts';
import { postQueries } from '../api/queries.ts';
import { forgetLike, rememberLike, unansweredLike } from '../api/unanswered-like.ts';
import styles from './post-article.module.css';

/**
 * Likes or unlikes the post; visitors are asked to log in. Pressing it before its state has loaded likes the post, because it must not undo a like
 * that is not shown yet. Product §5 and §8.
 */
export function LikeButton({ post }: { readonly post: Post }) {
  const session = useSession();
  const isSignedIn = session.status === 'signed-in';
  const status = useQuery({ ...postQueries.likeStatus(post.id), enabled: isSignedIn });
  const userId = useViewer()?.id ?? '';
  const { mutate } = useLike({ postId: post.id, userId });
  const isKnown = isSignedIn && status.isSuccess;
  // A page that is closed before the reader is known loses no like.
  const early = useRef('');
  const { isEarly, keep } = useEarlyPress((isThere) => {
    if (isThere) return mutate(true);
    forgetLike(post.id, early.current);
    askToLogIn();
  });
  const isLiked = isEarly || (isSignedIn && (status.data?.liked ?? false));
  const count = isSignedIn && status.data ? status.data.count : post.likesCount + Number(isEarly);

  const press = () => {
    if (keep()) {
      early.current = rememberLike({ postId: post.id, userId: '' }, true);
      return;
    }
    if (isSignedIn) mutate(!isLiked);
    else askToLogIn();
  };
  useEffect(() => {
    const liked = isKnown ? unansweredLike({ postId: post.id, userId }) : null;
    if (liked !== null) mutate(liked);
  }, [isKnown, post.id, userId, mutate]);

  return (
    <Button
      variant="secondary"
      aria-pressed={isLiked}
      className={isLiked ? styles.liked : undefined}
      icon={<Icon icon={lineHeart} />}
      onClick={press}
    >
      Like <span data-testid="like-count">{wholeNumber(count)}</span>
    </Button>
  );
}

const askToLogIn = () => toastError('Login Required', 'Please log in to like posts');

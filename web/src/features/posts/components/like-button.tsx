import { faHeart } from '@fortawesome/free-solid-svg-icons';
import { wholeNumber } from '@inkwell/shared/format';
import type { Post } from '@inkwell/shared/posts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { useSession, useViewer } from '../../../lib/session.tsx';
import { toastError } from '../../../lib/toast.ts';
import { useLike } from '../api/mutations.ts';
import { postQueries } from '../api/queries.ts';
import { unansweredLike } from '../api/unanswered-like.ts';
import styles from './post-article.module.css';

/** Likes or unlikes the post; visitors are asked to log in. Product §5 and §8. */
export function LikeButton({ post }: { readonly post: Post }) {
  const session = useSession();
  const isSignedIn = session.status === 'signed-in';
  const status = useQuery({ ...postQueries.likeStatus(post.id), enabled: isSignedIn });
  const userId = useViewer()?.id ?? '';
  const { mutate } = useLike({ postId: post.id, userId });
  const isKnown = isSignedIn && status.isSuccess;
  const isLiked = isSignedIn && (status.data?.liked ?? false);
  const count = isSignedIn && status.data ? status.data.count : post.likesCount;

  const toggle = useCallback(() => {
    if (isSignedIn) mutate(!isLiked);
    else toastError('Login Required', 'Please log in to like posts');
  }, [isSignedIn, isLiked, mutate]);
  useEffect(() => {
    const liked = isKnown ? unansweredLike({ postId: post.id, userId }) : null;
    if (liked !== null) mutate(liked);
  }, [isKnown, post.id, userId, mutate]);

  const press = usePressOnceKnown(session.status === 'loading' || (isSignedIn && status.isPending), toggle);

  return (
    <Button
      variant="secondary"
      aria-pressed={isLiked}
      className={isLiked ? styles.liked : undefined}
      icon={<Icon icon={faHeart} />}
      onClick={press}
    >
      Like <span data-testid="like-count">{wholeNumber(count)}</span>
    </Button>
  );
}

/** Delays a press until session and like are known, so that a quick reader is not taken for a visitor. */
function usePressOnceKnown(isUnknown: boolean, act: () => void): () => void {
  const [isWaiting, setWaiting] = useState(false);

  useEffect(() => {
    if (!isWaiting || isUnknown) return;
    setWaiting(false);
    act();
  }, [isWaiting, isUnknown, act]);

  return isUnknown ? () => setWaiting(true) : act;
}

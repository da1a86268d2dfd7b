import { type FollowTarget, followingApi } from '@inkwell/shared/following';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { useSignInState } from '../../../hooks/use-return-place.ts';
import { call } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure.ts';
import { postIdAt } from '../../../lib/open-post.ts';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session.tsx';
import { toastError } from '../../../lib/toast.ts';
import { followingQueries } from '../api/queries.ts';

interface FollowButtonProps {
  readonly target: FollowTarget;
  readonly name: string;
  /** The same width with either label. */
  readonly className: string | undefined;
}

/** Follows the subject of a page. Visitors are sent to sign in, and back. The served page has the same link. */
export function FollowButton({ target, name, className }: FollowButtonProps) {
  const session = useSession();
  const signIn = useSignInState('sign-in');
  if (session.status === 'signed-in') {
    return <FollowToggle userId={session.user.id} target={target} name={name} className={className} />;
  }
  return (
    <ButtonLink to={paths.home} state={signIn} className={className}>
      Follow
    </ButtonLink>
  );
}

interface FollowToggleProps extends FollowButtonProps {
  readonly userId: string;
  /** The state, if it is already known. It is not requested then. */
  readonly isFollowed?: boolean | undefined;
  /** For several side by side: none of them is the page's main button. */
  readonly isOutlined?: boolean;
}

/** Follows or unfollows: at once on screen, and reverted if it fails. */
function useFollow(userId: string, { kind, id }: FollowTarget) {
  const client = useQueryClient();
  const { queryKey } = followingQueries.status(userId, { kind, id });
  return useMutation({
    // Quick presses are sent one after the other, so that the last one wins.
    scope: { id: `follow ${kind} ${id}` },
    mutationFn: (isFollowed: boolean) =>
      isFollowed
        ? call(
            followingApi.follow,
            { params: { kind, id }, body: { postId: postIdAt(window.location.pathname) } },
            { keepalive: true },
          )
        : call(followingApi.unfollow, { params: { kind, id } }, { keepalive: true }),
    async onMutate(isFollowed) {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, { isFollowed });
    },
    onSuccess: () =>
      // The list does not change while it is shown, so that something unfollowed by mistake can be followed again there.
      client.invalidateQueries({ queryKey: followingQueries.all, refetchType: 'none' }),
    onError(error, isFollowed) {
      client.setQueryData(queryKey, { isFollowed: !isFollowed });
      toastError('Error', isFollowed ? 'It could not be followed' : 'It could not be unfollowed', failureText(error));
    },
  });
}

/** Until the state is known, a press follows. */
export function FollowToggle({
  userId,
  target,
  name,
  className,
  isFollowed: initially,
  isOutlined = false,
}: FollowToggleProps) {
  const status = useQuery({
    ...followingQueries.status(userId, target),
    ...(initially !== undefined && { initialData: { isFollowed: initially } }),
  });
  const { mutate } = useFollow(userId, target);
  const isFollowed = status.data?.isFollowed ?? false;
  return (
    <Button
      variant={isFollowed || isOutlined ? 'secondary' : 'primary'}
      className={className}
      aria-pressed={isFollowed}
      aria-label={isFollowed ? `Following ${name}` : `Follow ${name}`}
      onClick={() => mutate(!isFollowed)}
    >
      {isFollowed ? 'Following' : 'Follow'}
    </Button>
  );
}

import type { FollowTarget } from '@inkwell/shared/following';
import { useQuery } from '@tanstack/react-query';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { useSignInState } from '../../../hooks/use-return-place.ts';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session.tsx';
import { useFollow } from '../api/follow.ts';
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

import { type ProfilePatch, type User, userApi } from '@inkwell/shared/users';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { call } from '../../../lib/api.ts';
import { Unable } from '../../../lib/failure.ts';
import { sessionQueries } from '../../../lib/session-queries.ts';
import { showAnswer } from '../../../lib/show-answer.ts';
import { tellIfLate } from '../../../lib/tell-if-late.ts';
import { reencodeImage } from '../reencode-image.ts';

/** The picture could not be read or stored; the profile was not changed. */
export class ProfileImageError extends Error {
  constructor(cause: unknown) {
    super('Failed to upload profile image', { cause });
    this.name = 'ProfileImageError';
  }
}

const STORAGE_FAILED = 'The storage for pictures does not work at the moment. Please try again later.';

/** Whether the Storage client gave up after several attempts. Firebase documents this code. */
const hasGivenUp = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'storage/retry-limit-exceeded' && navigator.onLine;

interface ProfileChange {
  readonly patch: z.input<typeof ProfilePatch>;
  /** A new picture, stored before the profile is saved. */
  readonly image: File | null;
  readonly signal: AbortSignal;
  readonly onProgress: (share: number) => void;
}

async function store(user: User, { image, signal, onProgress }: ProfileChange): Promise<string | null> {
  if (!image) return null;
  try {
    const blob = await reencodeImage(image);
    const { storeImage } = await import('../../../lib/firebase-storage.ts');
    return await storeImage({ blob, fileName: image.name, ownerId: user.id }, { signal, onProgress });
  } catch (cause) {
    throw new ProfileImageError(hasGivenUp(cause) ? new Unable(STORAGE_FAILED) : cause);
  }
}

/** Saves the reader's own profile; the session shows the answer at once and is then refreshed. Product §7. */
export function useSaveProfile(user: User) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (change: ProfileChange) => {
      const profileImageUrl = await store(user, change);
      const body = { ...change.patch, ...(profileImageUrl && { profileImageUrl }) };
      return tellIfLate(call(userApi.updateProfile, { params: { id: user.id }, body }, { signal: change.signal }));
    },
    onSuccess: (updated) => {
      showAnswer(client, sessionQueries.user(user.id).queryKey, updated);
      return client.invalidateQueries({ queryKey: sessionQueries.all });
    },
  });
}

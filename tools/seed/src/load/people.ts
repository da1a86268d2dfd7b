import { createHash } from 'node:crypto';
import type { UserRepository } from '@inkwell/functions/src/users/users.repository.ts';
import type { Auth } from 'firebase-admin/auth';
import type { Person, Publication } from '../content/publication.ts';
import { daysBefore } from '../content/schedule.ts';
import { mapLimited } from '../map-limited.ts';
import { randomFrom } from '../random.ts';

/** The password of every account of the seed. */
export const SEED_PASSWORD = 'Inkwell#2026';

const PARALLEL = 16;

/** The account's id, which is the same in each run. */
export const userIdOf = (key: string): string =>
  createHash('sha256').update(`inkwell-seed-${key}`).digest('base64url').replace(/[-_]/g, 'x').slice(0, 28);

/** Creates the sign-in accounts and their documents. Safe to repeat. */
export async function loadPeople(
  { authors, writers, readers }: Pick<Publication, 'authors' | 'writers' | 'readers'>,
  to: { auth: Auth; users: UserRepository; now: Date; portraits: ReadonlyMap<string, string> },
): Promise<void> {
  const { auth, users, now, portraits } = to;
  const people = [...authors, ...writers, ...readers];
  await mapLimited(people, PARALLEL, async (person) => {
    await createAccount(auth, person);
    await users.createIfAbsent({
      id: userIdOf(person.key),
      email: person.email,
      firstName: person.firstName,
      lastName: person.lastName,
      displayName: `${person.firstName} ${person.lastName}`,
      mobileNumber: null,
      telephoneNumber: null,
      profileImageUrl: portraits.get(person.key) ?? null,
      text: person.text,
      website: person.website,
      handles: person.handles,
      hasLocalImage: false,
      role: person.role,
      writing: person.writing,
      isBlocked: false,
      blockedAt: null,
      previewsEndedAt: null,
      invitationsEndedAt: null,
      leaving: null,
      isEmailVerified: true,
      startsWithMail: false,
      knowsOfMail: false,
      createdAt: daysBefore(now, person.joinedDaysAgo),
      lastSeenAt: lastSeen(now, person),
      readBefore: null,
      readIds: [],
    });
  });
  const [admin] = authors;
  if (!admin) return;
  for (const { key } of people.filter(({ isBlocked }) => isBlocked)) {
    await users.setBlocked(userIdOf(admin.key), userIdOf(key), true, daysBefore(now, 1));
  }
}

async function createAccount(auth: Auth, person: Person): Promise<void> {
  try {
    await auth.createUser({
      uid: userIdOf(person.key),
      email: person.email,
      emailVerified: true,
      password: SEED_PASSWORD,
      displayName: `${person.firstName} ${person.lastName}`,
    });
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'auth/uid-already-exists') throw error;
  }
}

function lastSeen(now: Date, { key, joinedDaysAgo, seenHoursAgo }: Person): Date {
  const hoursAgo = seenHoursAgo ?? Math.min(joinedDaysAgo * 24, 3 + randomFrom(`seen-${key}`).next() ** 2 * 700);
  return new Date(now.getTime() - hoursAgo * 60 * 60_000);
}

import { canWrite, isStaff } from '@inkwell/shared/permissions';
import { type MailChoices as Choices, personMailApi } from '@inkwell/shared/person-mails';
import type { User } from '@inkwell/shared/users';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { callQuery } from '../../../lib/call-query.ts';
import { failureText } from '../../../lib/failure.ts';
import { showAnswer } from '../../../lib/show-answer.ts';
import { toastError } from '../../../lib/toast.ts';
import { type Choice, ChoiceSwitches } from './choice-switches.tsx';

const mailChoices = callQuery(['mail-choices'], personMailApi.choices);

/** The options in order, with the accounts that have them. */
const CHOICES: Readonly<Record<keyof Choices, Choice>> = {
  answers: { label: 'Answers to my comments', isFor: () => true },
  comments: { label: 'Comments on my posts, at most one email an hour', isFor: canWrite },
  reviews: { label: 'Steps in the review of posts', isFor: canWrite },
  broadcasts: { label: 'News from the publication', isFor: () => true },
  figures: { label: 'The figures of each week', isFor: isStaff },
};

/** Which emails the reader gets. Each change is saved at once, and undone if that fails. */
export function MailChoices({ user }: { readonly user: User }) {
  const client = useQueryClient();
  const choices = useQuery(mailChoices);
  const choose = useMutation({
    mutationFn: (body: Partial<Choices>) => call(personMailApi.changeChoices, { body }),
    onSuccess: (stored) => showAnswer(client, mailChoices.queryKey, stored),
    onError: (error) => toastError('Update Failed', 'Failed to change your email choices', failureText(error)),
  });

  return (
    <ChoiceSwitches
      user={user}
      legend="Email me about"
      choices={CHOICES}
      query={choices}
      failure="Your choices could not be loaded"
      pending={choose.isPending ? choose.variables : undefined}
      onChoose={choose.mutate}
    >
      <p className="note">Emails are sent to your account address once you have confirmed it.</p>
    </ChoiceSwitches>
  );
}

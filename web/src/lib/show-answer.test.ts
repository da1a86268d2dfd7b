import { QueryClient, QueryObserver, queryOptions } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { showAnswer } from './show-answer.ts';

function reading() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const answers: ((value: string) => void)[] = [];
  const options = queryOptions({
    queryKey: ['word'],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const observer = new QueryObserver(client, options);
  observer.subscribe(() => undefined);
  return { client, answers, options, shown: () => observer.getCurrentResult() };
}

describe('the answer of a write', () => {
  it('is not replaced by a first read that began before it', async () => {
    const { client, answers, options, shown } = reading();
    showAnswer(client, options.queryKey, 'new');
    answers[0]?.('old');
    await new Promise((resolve) => setTimeout(resolve));
    expect(shown()).toMatchObject({ status: 'success', fetchStatus: 'idle', data: 'new' });
  });

  it('is not replaced by a later read that began before it', async () => {
    const { client, answers, options, shown } = reading();
    client.setQueryData(options.queryKey, 'first');
    void client.refetchQueries({ queryKey: options.queryKey });
    expect(answers).toHaveLength(2);
    showAnswer(client, options.queryKey, 'new');
    for (const answer of answers) answer('old');
    await new Promise((resolve) => setTimeout(resolve));
    expect(shown()).toMatchObject({ status: 'success', fetchStatus: 'idle', data: 'new' });
  });

  it('is followed by reads that begin after it', async () => {
    const { client, answers, options, shown } = reading();
    showAnswer(client, options.queryKey, 'new');
    const again = client.refetchQueries({ queryKey: options.queryKey });
    answers.at(-1)?.('newest');
    await again;
    expect(shown().data).toBe('newest');
  });
});

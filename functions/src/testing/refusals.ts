interface Refusal {
  readonly code: string;
  readonly message: string;
}

/** The error that rejects the promise; null if it resolves. */
export const endOf = (work: Promise<unknown>): Promise<Refusal | null> =>
  work.then(
    () => null,
    ({ code, message }) => ({ code, message }),
  );

/** The code of the error that rejects the promise; `done` if it resolves. */
export const codeOf = async (work: Promise<unknown>): Promise<string> => (await endOf(work))?.code ?? 'done';

/** The code and message of the error; `done` if the promise resolves. */
export async function refusalOf(work: Promise<unknown>): Promise<'done' | [code: string, message: string]> {
  const refusal = await endOf(work);
  return refusal ? [refusal.code, refusal.message] : 'done';
}

interface Refusal {
  readonly code: string;
  readonly message: string;
}

/** The error with which some work is refused; null if it is not. */
export const endOf = (work: Promise<unknown>): Promise<Refusal | null> =>
  work.then(
    () => null,
    ({ code, message }) => ({ code, message }),
  );

/** The code of the error with which some work is refused; `done` if it is not. */
export const codeOf = async (work: Promise<unknown>): Promise<string> => (await endOf(work))?.code ?? 'done';

/** The same with its message. */
export async function refusalOf(work: Promise<unknown>): Promise<'done' | [code: string, message: string]> {
  const refusal = await endOf(work);
  return refusal ? [refusal.code, refusal.message] : 'done';
}

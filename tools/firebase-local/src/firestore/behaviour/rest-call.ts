/** The answer to a REST call. */
export interface Answer {
  status: number;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the JSON of many different calls
  json: any;
}

/** `authorization` is a server client's by default; null sends no header. */
export type CallArguments = [method: string, path: string, body?: unknown, authorization?: string | null];

export async function callRest(
  host: string,
  ...[method, path, body, authorization = 'Bearer owner']: CallArguments
): Promise<Answer> {
  const response = await fetch(`http://${host}${path}`, {
    method,
    headers: authorization === null ? {} : { authorization },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, text, json: /^[[{]/.test(text) ? JSON.parse(text) : null };
}

/** The status name of a refused call. */
export const errorOf = ({ json }: Answer): string | undefined => (Array.isArray(json) ? json[0] : json)?.error?.status;

/** The status code of a refused call, and its name. */
export const outcomeOf = (answer: Answer) => [answer.status, errorOf(answer)];

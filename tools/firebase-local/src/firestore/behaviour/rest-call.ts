/** The answer to a call of the REST form. */
export interface Answer {
  status: number;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the JSON of many different calls
  json: any;
}

/** `authorization`: that of a server client by default; null for none. */
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

/** The name of the status that a call was refused with. */
export const errorOf = ({ json }: Answer): string | undefined => (Array.isArray(json) ? json[0] : json)?.error?.status;

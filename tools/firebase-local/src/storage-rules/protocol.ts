/**
 * The messages of the Storage rules runtime, one JSON object per line, in the format of firebase-tools (`lib/emulator/storage/rules`: types.js,
 * runtime.js).
 */
export interface LoadRequest {
  action: 'load_ruleset';
  id: number;
  context: { rulesetName: string; source: { files: { name: string; content: string }[] } };
}

export interface VerifyRequest {
  action: 'verify';
  id: number;
  context: {
    rulesetName: string;
    service?: string;
    path: string;
    method: string;
    delimiter?: string;
    variables?: Record<string, ExpressionValue>;
  };
}

/** The answer to `fetch_firestore_document`; `id` is the `server_request_id` of that message. */
export interface DocumentResponse {
  id: number;
  status: 'ok' | 'not_found' | 'invalid_state';
  result?: { name?: string; fields?: Record<string, unknown> };
}

/** A typed value of the request. If all fields are absent, it is null. */
export interface ExpressionValue {
  null_value?: unknown;
  bool_value?: boolean;
  int_value?: number | string;
  float_value?: number | string;
  string_value?: string;
  bytes_value?: string | { type: 'Buffer'; data: number[] };
  path_value?: { segments?: PathSegment[] };
  duration_value?: { seconds?: number | string; nanos?: number };
  timestamp_value?: string;
  latlng_value?: { latitude?: number; longitude?: number };
  map_value?: { fields?: Record<string, ExpressionValue> };
  list_value?: { values?: ExpressionValue[] };
  set_value?: { values?: ExpressionValue[] };
}

export type PathSegment =
  | { simple: string }
  | { variable_name?: string; bound_value: string | { segments?: PathSegment[] } };

/** The answers. `status` is always `ok`, because otherwise firebase-tools would not answer the request. It reads faults from `errors`. */
export interface Response {
  id: number;
  status: 'ok';
  message: string;
  warnings: string[];
  errors: string[];
  result?: { rulesVersion: number } | { permit: boolean };
  action?: 'fetch_firestore_document';
  server_request_id?: number;
  context?: { path: string };
}

export function response(id: number, content: Partial<Omit<Response, 'id' | 'status'>> = {}): Response {
  return { id, status: 'ok', message: '', warnings: [], errors: [], ...content };
}

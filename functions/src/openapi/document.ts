import { api } from '@inkwell/shared/api';
import { type EndpointDefinition, type RateLimit, successStatus } from '@inkwell/shared/endpoint';
import { ERROR_STATUS, ERROR_TEXT, type ErrorCode } from '@inkwell/shared/errors';
import { BUILT_NAME } from '@inkwell/shared/site';
import { UPLOAD_FIELD } from '@inkwell/shared/storage';
import { createSchemaWriter, type JsonSchema, type SchemaWriter } from './json-schema.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

interface Answer {
  readonly description: string;
  readonly headers?: Record<string, { description: string; schema: JsonSchema }>;
  readonly content?: Record<string, { schema: JsonSchema }>;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly Record<string, readonly string[]>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> };
  readonly responses: Record<string, Answer>;
}

/** The parts of OpenAPI 3.1 that this API uses. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, Record<string, string>> };
}

const DESCRIPTION = `Every call of ${BUILT_NAME}, generated from the contract of server and client.

Signed-in callers send a Firebase ID token as \`Authorization: Bearer\`, programs a token from \`/admin/tokens\` in its place: it acts for the
account that made it, in the calls that name a scope and within its own scopes. The description of a call begins with its callers: everybody,
signed-in accounts that are not blocked, those who may write (staff, contributors and authors), staff (moderators and administrators), or
administrators. Lists answer arrays, newest first; where
there is more, the header \`Link\` has the address of the next page. Refusals are plain text, or \`application/problem+json\`
(RFC 9457) where the request accepts that. Every answer has \`X-Request-Id\`.`;

const ACCESS = {
  public: 'Everybody',
  'signed-in': 'Signed-in',
  writer: 'Writers',
  staff: 'Staff',
  admin: 'Admin',
} as const;

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A repeat with the same key answers what the first call created.',
  schema: { type: 'string', minLength: 1, maxLength: 128 },
};

/** Describes every call of the contract. Product §7. */
export function openApiDocument(): OpenApiDocument {
  const writer = createSchemaWriter();
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [area, calls] of Object.entries(api)) {
    for (const [name, definition] of Object.entries(calls) as [string, EndpointDefinition][]) {
      const path = definition.path.replace(/:(\w+)/g, '{$1}');
      paths[path] = { ...paths[path], [definition.method.toLowerCase()]: operation(area, name, definition, writer) };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: `${BUILT_NAME} API`, version: '1.0.0', description: DESCRIPTION },
    servers: [{ url: '/' }],
    tags: Object.keys(api).map((name) => ({ name })),
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(writer.components).sort(([a], [b]) => a.localeCompare(b))),
      securitySchemes: {
        idToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        token: { type: 'http', scheme: 'bearer', description: 'A token of a program, with the scopes of the call' },
      },
    },
  };
}

const BY = { user: 'user', address: 'address', site: 'address or IPv6 /48' } as const;

/** Names only limits that differ from one rate for each account and instance. */
function limitText({ perMinute, perHour, by, scope }: RateLimit): string {
  const calls = perHour === undefined ? `${perMinute}/min` : `${perHour}/h`;
  if (scope === 'everywhere') return `${calls} per ${BY[by]} in all instances`;
  return by === 'user' ? calls : `${calls} per ${BY[by]}`;
}

function operation(area: string, name: string, definition: EndpointDefinition, writer: SchemaWriter): Operation {
  const { access, scope, rate, newcomerRate, newcomerAddressRate } = definition;
  const limits = [
    rate && limitText(rate),
    newcomerRate && `accounts younger than a day ${limitText(newcomerRate)}`,
    newcomerAddressRate && `all of them together ${limitText(newcomerAddressRate)}`,
  ].filter(Boolean);
  const body = requestBody(definition, writer);
  return {
    operationId: `${area}.${name}`,
    tags: [area],
    summary: definition.summary,
    description: `${ACCESS[access]}${scope ? `; scope \`${scope}\`` : ''}${limits.length > 0 ? `; ${limits.join('; ')}` : ''}.`,
    security: [...(access === 'public' ? [{}] : []), { idToken: [] }, ...(scope ? [{ token: [scope] }] : [])],
    parameters: [
      ...parameters(definition, 'path', writer),
      ...parameters(definition, 'query', writer),
      ...(definition.status === 201 ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(body && { requestBody: body }),
    responses: { [successStatus(definition)]: success(definition, writer), ...refusals(definition, writer) },
  };
}

function parameters(definition: EndpointDefinition, place: 'path' | 'query', writer: SchemaWriter): Parameter[] {
  const schema = place === 'path' ? definition.params : definition.query;
  if (!schema) return [];
  const sent = writer.write(schema, 'input');
  const read = writer.write(schema, 'output');
  return Object.entries(sent.properties ?? {}).map(([name, property]) => {
    // Everything in an address is text; values parsed as numbers are described as numbers.
    const parsed = read.properties?.[name] as JsonSchema | undefined;
    const isNumber = parsed?.type === 'number' || parsed?.type === 'integer';
    return {
      name,
      in: place,
      required: place === 'path' || (sent.required?.includes(name) ?? false),
      schema: isNumber ? { ...parsed, type: 'integer' } : (property as JsonSchema),
    };
  });
}

function requestBody(definition: EndpointDefinition, writer: SchemaWriter): Operation['requestBody'] {
  if (definition.bodyType === 'multipart') {
    const image = { type: 'string', contentMediaType: 'application/octet-stream' } as const;
    const schema: JsonSchema = { type: 'object', properties: { [UPLOAD_FIELD]: image }, required: [UPLOAD_FIELD] };
    return { required: true, content: { 'multipart/form-data': { schema } } };
  }
  if (!definition.body) return undefined;
  const schema = writer.write(definition.body, 'input');
  const forms = definition.bodyType === 'form' ? ['application/x-www-form-urlencoded', 'multipart/form-data'] : [];
  const types = ['application/json', ...forms];
  return {
    required: !definition.bodyOptional,
    content: Object.fromEntries(types.map((type) => [type, { schema }])),
  };
}

function success(definition: EndpointDefinition, writer: SchemaWriter): Answer {
  if (definition.status === 302) {
    return {
      description: 'Redirects to a page',
      headers: { Location: { description: 'The page', schema: { type: 'string' } } },
    };
  }
  if (!definition.response) return { description: 'Done' };
  return {
    description: 'Success',
    ...(definition.paged && {
      headers: {
        'X-Total-Count': { description: 'Length of the whole list', schema: { type: 'integer' } },
        Link: { description: 'Address of the next page, rel="next"', schema: { type: 'string' } },
        ...(definition.isForgiving && {
          'X-Searched-For': {
            description: 'The corrected query, if nothing matches the typed one; percent-encoded',
            schema: { type: 'string' },
          },
        }),
      },
    }),
    content: { 'application/json': { schema: writer.write(definition.response, 'output') } },
  };
}

/** The possible refusals, derived from the call's input. */
export function refusalsOf(definition: EndpointDefinition): ErrorCode[] {
  const { access, params, query, body, bodyType, method, fromAnywhere, conflict, mayConflict, gone } = definition;
  const isCreation = method === 'POST' && body !== undefined && (access === 'staff' || access === 'writer');
  const codes: (ErrorCode | false | undefined)[] = [
    (query || body || bodyType === 'multipart') && 'bad-request',
    'unauthorized',
    (access !== 'public' || (method !== 'GET' && !fromAnywhere)) && 'forbidden',
    params && 'not-found',
    (conflict || mayConflict || ((isCreation || method === 'PATCH') && access !== 'signed-in')) && 'conflict',
    gone && 'gone',
    (body || bodyType === 'multipart') && 'too-large',
    (body || bodyType === 'multipart') && 'unsupported-type',
    // Looking up a token's account is charged to the read quota.
    'too-many',
  ];
  return codes.filter((code): code is ErrorCode => Boolean(code));
}

function refusals(definition: EndpointDefinition, writer: SchemaWriter): Record<string, Answer> {
  const text = { 'text/plain': { schema: { type: 'string' } as JsonSchema } };
  const bodies: { readonly [Code in ErrorCode]?: EndpointDefinition['conflict'] } = {
    conflict: definition.conflict,
    gone: definition.gone,
  };
  const contentOf = (code: ErrorCode): Record<string, { schema: JsonSchema }> => {
    const schema = bodies[code];
    return schema ? { 'application/json': { schema: writer.write(schema, 'output') } } : text;
  };
  return Object.fromEntries(
    refusalsOf(definition).map((code) => [
      ERROR_STATUS[code],
      { description: ERROR_TEXT[code], content: contentOf(code) },
    ]),
  );
}

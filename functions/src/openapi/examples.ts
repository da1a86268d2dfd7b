import type { JsonSchema } from './json-schema.ts';
import type { Call } from './markdown.ts';

type Shapes = Readonly<Record<string, JsonSchema>>;

/** Example strings by format. */
const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2026-01-31T09:00:00.000Z',
  email: 'ada@example.com',
  uri: 'https://example.com',
};

/** An example of a call with curl: required fields, and one optional field. */
export function curlExample({ method, path, operation }: Call, shapes: Shapes): string {
  const { parameters, requestBody, security } = operation;
  const query = parameters
    .filter((one) => one.in === 'query' && one.required)
    .map(({ name, schema }) => `${name}=${encodeURIComponent(String(sampleOf(schema, shapes, name)))}`);
  const address = `$SITE${path.replace(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`)}`;
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const isPublic = security.some((one) => Object.keys(one).length === 0);
  const takesTokens = security.some((one) => 'token' in one);
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"${address}${query.length > 0 ? `?${query.join('&')}` : ''}"`,
    ...(isPublic ? [] : [`-H "Authorization: Bearer $${takesTokens ? 'TOKEN' : 'ID_TOKEN'}"`]),
    ...(type && content ? bodyOf(type, content.schema, shapes) : []),
  ];
  return lines.join(' \\\n  ');
}

function bodyOf(type: string, schema: JsonSchema, shapes: Shapes): string[] {
  if (type !== 'application/json')
    return Object.keys(schema.properties ?? {}).map((name) => `-F "${name}=@picture.jpg"`);
  return [`-H "Content-Type: application/json"`, `-d '${JSON.stringify(sampleOf(schema, shapes, 'value'))}'`];
}

/** An example value of a schema. @param name the content of strings */
export function sampleOf(schema: JsonSchema, shapes: Shapes, name: string): unknown {
  if (schema.$ref) return sampleOf(shapes[schema.$ref.split('/').at(-1) ?? ''] ?? {}, shapes, name);
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const some = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (some) return sampleOf(some.find((one) => one.type !== 'null' && one.const !== '') ?? {}, shapes, name);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'array') return [sampleOf(schema.items as JsonSchema, shapes, name)];
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return Math.max(1, schema.minimum ?? 1);
  return schema.properties ? objectOf(schema, shapes) : textOf(schema, name);
}

function objectOf({ properties = {}, required = [] }: JsonSchema, shapes: Shapes): Record<string, unknown> {
  const names = Object.keys(properties);
  const shown = required.length > 0 ? names.filter((name) => required.includes(name)) : names.slice(0, 1);
  return Object.fromEntries(shown.map((name) => [name, sampleOf(properties[name] as JsonSchema, shapes, name)]));
}

const textOf = ({ format = '' }: JsonSchema, name: string): string => FORMATS[format] ?? name;

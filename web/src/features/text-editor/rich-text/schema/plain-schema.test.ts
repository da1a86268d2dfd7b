import type { AttributeSpec, MarkSpec, NodeSpec, Schema } from '@tiptap/pm/model';
import { expect, it } from 'vitest';
import { textSchema } from './extensions.ts';
import { plainSchema } from './plain-schema.ts';

/** Attributes that do not exist in Markdown. */
const ON_PAGES = ['type', 'colspan', 'rowspan', 'colwidth'];

const attributesOf = (given: Readonly<Record<string, AttributeSpec>> = {}) =>
  Object.entries(given)
    .filter(([name]) => !ON_PAGES.includes(name))
    .map(([name, { default: usual }]) => `${name}=${usual}`)
    .sort();

function partsOf(schema: Schema) {
  const parts: unknown[] = [];
  schema.spec.nodes.forEach((name, { content, group, marks, inline, code, attrs }: NodeSpec) => {
    parts.push([name, content, group, marks, inline, code, attributesOf(attrs)]);
  });
  schema.spec.marks.forEach((name, { excludes, code, attrs }: MarkSpec) => {
    parts.push([name, excludes, code, attributesOf(attrs)]);
  });
  return parts;
}

it('has the same parts as rich text', () => {
  expect(partsOf(plainSchema)).toEqual(partsOf(textSchema));
});

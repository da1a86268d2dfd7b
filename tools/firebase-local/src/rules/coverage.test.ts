import { describe, expect, it } from 'vitest';
import { firestoreRules } from '../rules-language/rulesets.ts';
import { type ExpressionReport, RuleCoverage } from './coverage.ts';
import { parseRuleset } from './ruleset.ts';
import { map, NULL, string } from './values.ts';

/** The coverage of a rules file with one condition, after `get` was asked `times` often. */
function coverageOf(condition: string, { times = 1, functions = '', visible = true } = {}): RuleCoverage {
  const source = firestoreRules(`${functions} match /items/{item} { allow get: if ${condition}; }`);
  const coverage = new RuleCoverage(parseRuleset(source, 'firestore.rules'), source);
  for (let time = 0; time < times; time += 1) {
    coverage.ruleset.evaluate({
      service: 'cloud.firestore',
      method: 'get',
      path: ['databases', '(default)', 'documents', 'items', 'one'],
      request: map({ auth: NULL }),
      resource: map({ data: map({ visible: { type: 'bool', value: visible }, name: string('中文🚀') }) }),
      onResult: coverage.record,
    });
  }
  return coverage;
}

/** A report as the text of its expression, what it gave, and its parts. */
function outline(coverage: RuleCoverage, reports = coverage.report()): unknown[] {
  const characters = Array.from(coverage.source);
  return reports.map(({ sourcePosition, values = [], children = [] }: ExpressionReport) => [
    characters.slice(sourcePosition.currentOffset, sourcePosition.endOffset).join(''),
    Object.fromEntries(values.map(({ value, count }) => [JSON.stringify(value), count])),
    ...outline(coverage, children),
  ]);
}

// Google's Firestore emulator 1.22 as recorded by github.com/firenook-dev/firenook, conformance/src/developer-tools: the
// members of a report, literals without one, no values where nothing was evaluated, errors as `undefined`.
describe('rule coverage', () => {
  it('counts what each expression gave', () => {
    const coverage = coverageOf('resource.data.visible == true', { times: 2 });

    expect(outline(coverage)).toEqual([
      [
        'resource.data.visible == true',
        { '{"boolValue":true}': 2 },
        ['resource.data.visible', { '{"boolValue":true}': 2 }, expect.arrayContaining(['resource.data'])],
      ],
    ]);
  });

  it('has no values for what was not evaluated, and no report of literals', () => {
    expect(outline(coverageOf('false && resource.data.missing'))).toEqual([
      [
        'false && resource.data.missing',
        { '{"boolValue":false}': 1 },
        ['resource.data.missing', {}, ['resource.data', {}, ['resource', {}]]],
      ],
    ]);
    expect(outline(coverageOf('true'))).toEqual([]);
    expect(outline(coverageOf('resource.data.visible', { times: 0 }))).toMatchObject([
      ['resource.data.visible', {}, {}],
    ]);
  });

  it('reports an error where it began, and where it went', () => {
    const coverage = coverageOf('resource.data.missing == true');
    const [report] = coverage.report();

    const currentOffset = coverage.source.indexOf('resource');
    const endOffset = currentOffset + 'resource.data.missing'.length;
    const error = {
      undefined: {
        sourcePosition: { line: 4, column: 42, currentOffset, endOffset },
        causeMessage: 'Property missing is undefined on object.',
      },
    };
    expect(report?.values).toEqual([{ value: error, count: 1 }]);
    expect(report?.children?.[0]?.values).toEqual([{ value: error, count: 1 }]);
  });

  it('reports bindings and results of functions in the order of the source', () => {
    const functions = 'function accept(value) { let checked = value == true; return checked; }';

    const texts = outline(coverageOf('accept(resource.data.visible)', { functions })).map((report) =>
      Array.isArray(report) ? report[0] : undefined,
    );

    expect(texts).toEqual(['value == true', 'checked', 'accept(resource.data.visible)']);
  });

  it('knows the places of methods, indexes, parentheses and characters beyond the first 65,536', () => {
    const coverage = coverageOf("/* 🚀 */ (resource.data.name) == '中文🚀' && ('a' + 'b').matches('ab')");

    expect(outline(coverage)).toMatchObject([
      [
        "(resource.data.name) == '中文🚀' && ('a' + 'b').matches('ab')",
        { '{"boolValue":true}': 1 },
        [
          "(resource.data.name) == '中文🚀'",
          {},
          ['resource.data.name', { '{"stringValue":"中文🚀"}': 1 }, ['resource.data', {}, {}]],
        ],
        ["('a' + 'b').matches('ab')", { '{"boolValue":true}': 1 }, ["'a' + 'b'", { '{"stringValue":"ab"}': 1 }]],
      ],
    ]);
  });

  it.each([
    ['1 + 1', '{"intValue":"2"}'],
    ['1.0 + 0.5', '{"floatValue":1.5}'],
    ['[1, null]', '{"listValue":{"values":[{"intValue":"1"},{"nullValue":null}]}}'],
    ["{'a': true}", '{"mapValue":{"fields":{"a":{"boolValue":true}}}}'],
    ['[1].toSet()', '{"setValue":{"values":[{"intValue":"1"}]}}'],
    ["'a'.toUtf8()", '{"bytesValue":"YQ=="}'],
    ["duration.value(1500, 'ms')", '{"durationValue":"1.5s"}'],
    ["duration.value(-2, 's')", '{"durationValue":"-2s"}'],
    ['timestamp.value(1500)', '{"timestampValue":"1970-01-01T00:00:01.500Z"}'],
    ['latlng.value(1.0, 2.0)', '{"latlngValue":{"latitude":1,"longitude":2}}'],
    ['/a/b', '{"pathValue":{"segments":[{"simple":"a"},{"simple":"b"}]}}'],
    [
      "{'l': 1, 's': 1, 'c': 1}.diff({'r': 1, 's': 1, 'c': 2})",
      '{"mapDiffValue":{"keyStatuses":{"c":"CHANGED","l":"ADDED","r":"REMOVED","s":"UNCHANGED"}}}',
    ],
  ])('writes %s as %s', (expression, json) => {
    const [report] = coverageOf(`${expression} is bool`).report();

    expect(JSON.stringify(report?.children?.[0]?.values)).toBe(`[{"value":${json},"count":1}]`);
  });

  it('goes on counting when there are too many values to tell apart, or one is too heavy', () => {
    const functions = 'function wide(x) { return [x, x, x, x, x, x, x, x, x, x]; }';
    const condition = 'wide(wide(wide(wide(1)))).size() == 10';

    const [, call] = coverageOf(condition, { functions, times: 3 }).report();

    expect(call?.values).toEqual([{ value: { boolValue: true }, count: 3 }]);
    expect(call?.children?.[0]?.children?.[0]?.values).toEqual([{ value: {}, count: 3 }]);
  });
});

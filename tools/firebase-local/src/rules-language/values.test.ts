import { describe } from 'vitest';
import { expectOutcomes } from './expressions.ts';

// Literals: "Security Rules language". Escapes: recorded (production refuses unknown ones).
describe('literals', () => {
  expectOutcomes({
    true: [
      `'it' == "it"`,
      `"it's" == 'it\\'s'`,
      "'a\\nb'.size() == 3",
      "'\\t'.size() == 1",
      "'\\\\'.size() == 1",
      "'\\u00e9'.size() == 1",
      "'\\u00e9' == 'é'",
      "'héllo'.size() == 5",
      '[1, 2,].size() == 2',
      "{'a': 1,}.size() == 1",
      '{a: 1}.a == 1',
      '{a: 1} == {"a": 1}',
      '[[1], [2]][1][0] == 2',
      'true /* in between */ && true',
      'true // to the end\n && true',
    ],
    refused: [
      "'open",
      "'a\nb' == 'ab'",
      "'\\d' == 'd'",
      "'a\\.b' == 'a.b'",
      "'\\q' == 'q'",
      "'\\u12' == 'x'",
      '[1, 2',
      '{1',
      "{'a'}",
      '[,]',
      '#',
      'true /* open',
      '@',
    ],
    error: ['{1: 2}.size() == 1'],
  });
});

// rules.Map, rules.List, rules.String, rules.Path: `a.f`, `a[i]`. A missing key is an error. Recorded.
describe('fields and indexes', () => {
  expectOutcomes({
    true: [
      "{'a': 1}.a == 1",
      "{'a': 1}['a'] == 1",
      "{'a': {'b': {'c': 3}}}.a.b.c == 3",
      "{'a': null}.a == null",
      "{'toString': 1}.toString == 1",
      '[1, 2, 3][0] == 1',
      '[1, 2, 3][1 + 1] == 3',
      "'abc'[0] == 'a'",
      "'abc'[2] == 'c'",
      "path('/a/b')[0] == 'a'",
      "path('/a/b')[1] == 'b'",
      "request.path[3] == 'things'",
    ],
    error: [
      "{'a': 1}.b == 1",
      "{'a': 1}.b == null",
      "{'a': 1}['b'] == null",
      "!({'a': 1}.b == 1)",
      "{'a': 1}.b != 1",
      "{'a': {}}.a.b.c == 1",
      "{'a': 1}.constructor == 1",
      "{'a': 1}[0] == 1",
      'null.a == null',
      'request.auth.uid == null',
      "request.auth.uid == 'x'",
      'resource.data == null',
      '(1).a == 1',
      "'abc'.length == 3",
      '[1, 2, 3][3] == 1',
      '[1, 2, 3][-1] == 3',
      "[1, 2]['0'] == 1",
      '[1, 2][1.0] == 2',
      "'abc'[3] == 'a'",
      "'abc'[-1] == 'c'",
      "path('/a/b')[2] == 'c'",
      'true[0] == true',
    ],
  });
});

// rules.List, rules.String: `a[i:j]`; bounds recorded. Of a path: recorded in production.
describe('ranges', () => {
  expectOutcomes({
    true: [
      '[1, 2, 3][0:2] == [1, 2]',
      '[1, 2, 3][1:3] == [2, 3]',
      '[1, 2, 3][0:3] == [1, 2, 3]',
      '[1, 2, 3][1:1] == []',
      '[1, 2, 3][2:2] == []',
      "'abcdef'[1:3] == 'bc'",
      "'abcdef'[0:1] == 'a'",
      "'abcdef'[0:6] == 'abcdef'",
      "'abcdef'[2:2] == ''",
      "'a/b/c'.split('/')[1:3].size() == 2",
      'request.path[0:3] == /databases/$(database)/documents',
      'request.path[3:5] == /things/t1',
      "path('/a/b')[0:1] == path('/a')",
    ],
    error: [
      '[1, 2, 3][0:0] == []',
      '[1, 2, 3][3:3] == []',
      '[1, 2, 3][2:1] == []',
      '[1, 2, 3][0:4] == []',
      '[1, 2, 3][-1:2] == []',
      '[1, 2, 3][1:-1] == []',
      '[][0:0] == []',
      "'abcdef'[0:0] == ''",
      "'abcdef'[6:6] == ''",
      "'abcdef'[4:2] == ''",
      "'abcdef'[0:99] == 'abcdef'",
      "''[0:0] == ''",
      'request.path[0:9] == request.path',
      'request.path[0:0] == request.path',
      "{'a': 1}[0:1] == {}",
    ],
    refused: ['[1, 2, 3][:2] == []', '[1, 2, 3][1:] == []', '[1, 2, 3][] == []'],
  });
});

// rules.String, rules.Integer, rules.Float: conversions. Recorded.
describe('conversions', () => {
  expectOutcomes({
    true: [
      "string(1) == '1'",
      "string(-1) == '-1'",
      "string(1.5) == '1.5'",
      "string(2.0) == '2.0'",
      "string(true) == 'true'",
      "string(null) == 'null'",
      "string('a') == 'a'",
      "string(path('/a/b')) == '/a/b'",
      "int('12') == 12",
      "int('-3') == -3",
      'int(1.9) == 1',
      'int(-1.9) == -1',
      'int(7) == 7',
      'int(9223372036854775807) == 9223372036854775807',
      "float('1.5') == 1.5",
      "float('-2') == -2.0",
      'float(1) == 1.0',
      'float(1) is float',
      'debug(true)',
      'debug(1) == 1',
      'debug([1, 2]).size() == 2',
    ],
    false: ['debug(false)'],
    error: [
      "int('12abc') == 12",
      "int(' 12 ') == 12",
      "int('') == 0",
      "int('0x10') == 16",
      "int('1.5') == 1",
      "int('99999999999999999999') == 0",
      'int(1.0e30) == 0',
      'int(true) == 1',
      'int(null) == 0',
      'int([1]) == 1',
      "float('abc') == 0.0",
      "float('') == 0.0",
      'float(true) == 1.0',
      "string([1, 2]) == '[1, 2]'",
      "string({'a': 1}) == '{a: 1}'",
      "string(request.time) == ''",
      "bool('true') == true",
      "bytes('abc').size() == 3",
    ],
    warned: ['double(1) == 1.0', "str(1) == '1'", 'duration(1) == 1', "timestamp('x') == 1"],
    refused: ['int() == 1', "int('1', 2) == 1"],
  });
});

// rules.Path. `bind` and `path()` recorded.
describe('paths', () => {
  expectOutcomes({
    true: [
      "path('/a/b') == /a/b",
      "path('a/b') == /a/b",
      '/databases/$(database)/documents/things/$(id) == request.path',
      '/databases/(default)/documents/things/t1 == request.path',
      "/a/$('b' + 'c') == path('/a/bc')",
      "/a/$(['x', 'y'][1])/c == path('/a/y/c')",
      "path('/a/b').bind({}) == path('/a/b')",
      "path('/a/{x}').bind({'x': 'b'}) == path('/a/b')",
      "path('/{x}/{y}').bind({'x': 'a', 'y': 'b'}) == /a/b",
      "path('/a') != path('/b')",
      "id == 't1'",
      "database == '(default)'",
    ],
    error: [
      "path('/a/b').size() == 2",
      "path('/a/b').bind({'x': 'y'}) == path('/a/b')",
      "path('/a/{x}').bind({}) == path('/a/b')",
      "path('/a/{x}').bind({'x': 1}) == path('/a/1')",
      "path('/a/$(x)').bind({'x': 'b'}) == path('/a/b')",
      'path(1) == /a',
      'path(null) == /a',
      "path(path('/a')) == path('/a')",
      "path('') == /a",
      "path('/a//b') == /a/b",
      '/a/$(1) == /a/1',
      '/a/$(null) == /a',
      "/a/$('') == /a",
      "/a/$('b/c') == /a/b/c",
      '/a/$(request.auth.uid) == /a/b',
    ],
    refused: ['/ == /a', '/a/ == /a', '/a//b == /a', '/a/$() == /a', '/a/$(id == /a', '/a/$id == /a'],
  });
});

// rules.Boolean, "Security Rules language": variables of a request. Recorded for a `get` without document.
describe('request and resource', () => {
  expectOutcomes({
    true: [
      'request.auth == null',
      "request.method == 'get'",
      'request.path is path',
      'request.time is timestamp',
      'resource == null',
      'request.keys() is list',
      "request.keys().hasAny(['auth'])",
      "request.keys().hasAll(['method', 'path', 'time'])",
      "'auth' in request",
      "!('resource' in request)",
      "!('query' in request)",
    ],
    false: ["request.method == 'list'", 'resource != null'],
    error: ['request.resource == null', 'request.query == null', 'request.bogus == null', 'resource.data.x == 1'],
    warned: [
      'auth != null',
      'data.x == 1',
      'Request.auth == null',
      'this == null',
      'newData == 1',
      'math == 1',
      'math.PI > 3',
    ],
  });
});

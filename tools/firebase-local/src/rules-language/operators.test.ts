import { describe } from 'vitest';
import { expectOutcomes } from './expressions.ts';

// Expectations marked "recorded" are answers of Google's own runtime (Firestore emulator 1.22) or of the production
// Rules API. The others follow the page cited for each group.

// "Security Rules language", Operators: precedence.
describe('precedence of operators', () => {
  expectOutcomes({
    true: [
      '1 + 2 * 3 == 7',
      '(1 + 2) * 3 == 9',
      '10 - 4 - 3 == 3',
      '100 / 10 / 2 == 5',
      '7 - 2 < 6',
      '1 < 2 == true',
      'true || false && false',
      '!false && true',
      '!(false && true)',
      '-2 + 3 == 1',
      "'a' in ['a'] == true",
      '1 + 1 is int',
      '5 / 2 is int',
      'true == 1 is int',
      'false ? false : true',
      'true ? false ? false : true : false',
      'false ? false : false ? false : true',
      '1 == 1 ? true : false',
      '!true == false',
      '-(-1) == 1',
      '- - 1 == 1',
      '!!true',
    ],
    false: ['(true || false) && false', '!true || false', '1 < 2 && 2 < 1'],
    refused: [
      '1 +',
      '+ 1 == 1',
      '&& true',
      'true true',
      '1 = 1',
      'true & true',
      'true | true',
      '(true',
      'a ? b',
      '1 === 1',
    ],
  });
});

// "Security Rules language", Operators: `&&` and `||` override an error when the other operand decides. Recorded.
describe('boolean operators are three-valued', () => {
  expectOutcomes({
    true: [
      '(1 / 0 == 1) || true',
      'true || (1 / 0 == 1)',
      'true || null',
      'null || true',
      "true || 'text'",
      "(request.auth.uid == 'x') || true",
      '((1 / 0 == 1) && false) || true',
      '!((1 / 0 == 1) && false)',
      'true ? true : (1 / 0 == 1)',
      'false ? (1 / 0 == 1) : true',
    ],
    false: [
      '(1 / 0 == 1) && false',
      'false && (1 / 0 == 1)',
      'false && null',
      'null && false',
      "'' && false",
      '!(true || (1 / 0 == 1))',
    ],
    error: [
      '(1 / 0 == 1) || false',
      'false || (1 / 0 == 1)',
      '(1 / 0 == 1) && true',
      'true && (1 / 0 == 1)',
      'true && null',
      'null && null',
      'false || null',
      '1 && true',
      '1 || false',
      "'a' || 'b'",
      '!null',
      '!1',
      '!(1 / 0 == 1)',
      '1 ? true : false',
      'null ? true : true',
      '(1 / 0 == 1) ? true : true',
    ],
  });
});

// "Security Rules language": a condition must be a boolean.
describe('conditions that are not booleans', () => {
  expectOutcomes({ error: ['1', "'true'", 'null', '[true]', '{}', 'request.time', '0.5'] });
});

// rules.Integer, rules.Float: 64 bits, truncating division. Recorded.
describe('arithmetic', () => {
  expectOutcomes({
    true: [
      '1 + 2 == 3',
      '1 - 2 == -1',
      '2 * 3 == 6',
      '5 / 2 == 2',
      '-5 / 2 == -2',
      '10 / 4 == 2',
      '-7 / 2 == -3',
      '5.0 / 2 == 2.5',
      '10 / 4.0 == 2.5',
      '5 % 3 == 2',
      '-5 % 3 == -2',
      '5 % -3 == 2',
      '-7 % 2 == -1',
      '5.5 % 2 == 1.5',
      '1 + 1.5 == 2.5',
      '1.5 + 1 == 2.5',
      '1.0 + 1.0 is float',
      '1 + 1.0 is float',
      '0.1 + 0.2 > 0.3',
      '1.0 / 0.0 > 1000000.0',
      '-9223372036854775807 - 1 == -9223372036854775808',
      '-(-9223372036854775807) == 9223372036854775807',
      '9223372036854775807 - 1 == 9223372036854775806',
      "'abc' + 'def' == 'abcdef'",
      "'' + '' == ''",
      '1e3 == 1000',
      '1.5e1 == 15',
    ],
    false: ['1.0 / 0.0 == 1.0', '10 / 4 == 2.5', '(0.0 % 2) > 2'],
    error: [
      '1 / 0 == 1',
      '1 % 0 == 1',
      '9223372036854775807 + 1 == 0',
      '-9223372036854775807 - 2 == 0',
      '9223372036854775807 * 2 == 0',
      '-9223372036854775808 / -1 == 0',
      '-(-9223372036854775808) == 0',
      '1 + true == 2',
      '1 + null == 1',
      "'a' + 1 == 'a1'",
      "1 + 'a' == '1a'",
      "'a' - 'a' == ''",
      "'a' * 2 == 'aa'",
      "2 * 'abc' == 4",
      '[1] + [2] == [1, 2]',
      "{'a': 1} + {'b': 2} == {}",
      "-'a' == 'a'",
      '-true == false',
      "path('/a') + path('/b') == path('/a/b')",
    ],
    refused: ['9223372036854775808 > 0', '1.size() == 1', "2.join('a') == 'a'", '0x10 == 16', '1_000 == 1000'],
  });
});

// "Security Rules language", Operators: comparison. Recorded.
describe('comparison', () => {
  expectOutcomes({
    true: [
      '1 == 1.0',
      '1 < 1.5',
      '2 > 1.5',
      '1 <= 1',
      '1 >= 1',
      '3 != 4',
      "'a' < 'b'",
      "'A' < 'a'",
      "'' < 'a'",
      "'abc' > 'ab'",
      "'10' < '9'",
      '[1] == [1]',
      "{'a': 1} == {'a': 1}",
      "{'a': 1, 'b': 2} == {'b': 2, 'a': 1}",
      "{'a': [1, {'b': null}]} == {'a': [1, {'b': null}]}",
      'null == null',
      'null != 1',
      'true == true',
      '1.5 != [1]',
      "'a'.toUtf8() == 'a'.toUtf8()",
      "'a'.toUtf8() < 'b'.toUtf8()",
      "path('/a') == path('/a')",
      'latlng.value(1.0, 2.0) == latlng.value(1, 2)',
      "duration.value(1, 's') < duration.value(2, 's')",
      'timestamp.value(1) < timestamp.value(2)',
      '[1, 2].toSet() == [2, 1].toSet()',
      '[1, 1, 2].toSet() == [1, 2].toSet()',
    ],
    false: [
      '1 != 1.0',
      "1 == '1'",
      'true == 1',
      'null == false',
      "null == ''",
      '[1, 2] == [2, 1]',
      "{'a': 1} == {'a': 1.0}",
      "{'a': 1} == true",
      "'abc' == 0.0",
      '{} == []',
      '[1, 2].toSet() == [1, 2]',
    ],
    error: [
      '[1, 2] < [1, 3]',
      "{'a': 1} < {'a': 2}",
      "1 < 'a'",
      "'a' > 1",
      'null < 1',
      'true < false',
      'resource > 2',
      "path('/a') < path('/b')",
      'timestamp.value(1) < 2',
      "duration.value(1, 's') > 0",
    ],
  });
});

// "Security Rules language", Operators: `in` (existence in a list or map), recorded for sets and other types.
describe('in', () => {
  expectOutcomes({
    true: [
      '1 in [1, 2]',
      "'a' in ['a']",
      "'a' in {'a': 1}",
      "'a' in {'a': null}",
      'null in [null]',
      '[1] in [[1], [2]]',
      '1 in [1, 2].toSet()',
      "!('b' in {'a': 1})",
    ],
    false: [
      '4 in [1, 2]',
      "'b' in {'a': 1}",
      "'toString' in {'a': 1}",
      '3 in [1, 2].toSet()',
      "'x' in []",
      "'x' in {}",
    ],
    error: [
      "'a' in 'abc'",
      '1 in 1',
      '0 in null',
      '1 in null',
      "1 in {'a': 1}",
      "{} in {'a': 1}",
      "'x' in path('/x')",
      "'a' in true",
    ],
  });
});

// "Security Rules language", `is`; the official compiler prints the list of names. Recorded.
describe('is', () => {
  expectOutcomes({
    true: [
      '1 is int',
      '1 is number',
      '1.0 is float',
      '1.0 is number',
      "'a' is string",
      'true is bool',
      '[] is list',
      '{} is map',
      'request.time is timestamp',
      "duration.value(1, 's') is duration",
      'latlng.value(1.0, 2.0) is latlng',
      "path('/a/b') is path",
      '/a/b is path',
      "'a'.toUtf8() is bytes",
      '!(1 is string)',
    ],
    false: [
      '1 is float',
      '1.0 is int',
      'null is int',
      'null is map',
      'request.auth is map',
      "'a' is path",
      "path('/a') is string",
      "'abc' is duration",
      '[1, 2].toSet() is set',
      '[1, 2].toSet() is list',
      "{'a': 1}.diff({}).addedKeys() is set",
      '1 is vector',
    ],
    refused: ['null is null', '1 is bogus', "1 is 'int'", '1 is String', '1 is integer', '1 is'],
  });
});

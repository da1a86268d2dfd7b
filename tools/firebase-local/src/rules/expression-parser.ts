import type { BinaryOperator, Expression, Position } from './ast.ts';
import { KEYWORDS, PRECEDENCE } from './grammar.ts';
import type { Lexer, Token } from './lexer.ts';
import { FALSE, float, int, NULL, string, TRUE } from './values.ts';

/** Production compiles 98 operands in one chain of `&&` or `||`, and refuses 99. */
const MAX_CHAIN = 98;
/** The deepest nesting of an expression. Our own limit, which prevents a stack overflow. */
const MAX_DEPTH = 250;
const MAX_NESTING = 100;
const PATH_TEXT = /[A-Za-z0-9_\-.~%@+]+|\([A-Za-z0-9_\-.]+\)|\{[A-Za-z_][A-Za-z0-9_]*\}/y;

/** Parses expressions by precedence climbing. */
export class ExpressionParser {
  private readonly depths = new WeakMap<Expression, number>();
  private nesting = 0;

  constructor(private readonly lexer: Lexer) {}

  parse(): Expression {
    const start = this.lexer.peek().start;
    this.nesting += 1;
    if (this.nesting > MAX_NESTING) this.lexer.fail(start, `Expressions are nested more than ${MAX_NESTING} deep.`);
    const condition = this.parseBinary(1);
    if (!this.accept('?')) {
      this.nesting -= 1;
      return condition;
    }
    const then = this.parse();
    this.expect(':');
    const otherwise = this.parse();
    this.nesting -= 1;
    return this.node({ kind: 'ternary', at: this.at(start), condition, then, otherwise }, [condition, then, otherwise]);
  }

  /** A name that is not reserved. */
  parseName(what: string): Token {
    const token = this.lexer.next();
    if (token.kind !== 'name' || KEYWORDS.has(token.text)) this.unexpected(token, what);
    return token;
  }

  accept(text: string): boolean {
    const token = this.lexer.peek();
    if (token.text !== text || (token.kind !== 'punctuation' && token.kind !== 'name')) return false;
    this.lexer.next();
    return true;
  }

  expect(text: string): Token {
    const token = this.lexer.next();
    if (token.text !== text || token.kind === 'string') this.unexpected(token, `'${text}'`);
    return token;
  }

  unexpected(token: Token, expected?: string): never {
    const found = token.kind === 'end' ? token.text : `'${token.text}'`;
    this.lexer.fail(token.start, `Unexpected ${found}.${expected ? ` Expected ${expected}.` : ''}`);
  }

  private parseBinary(minimum: number): Expression {
    const start = this.lexer.peek().start;
    let left = this.parseUnary();
    let chain = 1;
    for (;;) {
      const token = this.lexer.peek();
      const precedence = token.kind === 'punctuation' || token.kind === 'name' ? PRECEDENCE[token.text] : undefined;
      if (precedence === undefined || precedence < minimum) return left;
      const operator = this.lexer.next().text;
      const at = this.at(start);
      if (operator === 'is') {
        left = this.node({ kind: 'is', at, operand: left, type: this.parseName('a type name').text }, [left]);
        continue;
      }
      const right = this.parseBinary(precedence + 1);
      if (operator === '&&' || operator === '||') {
        chain = left.kind === 'logical' && left.operator === operator ? chain + 1 : 2;
        if (chain > MAX_CHAIN)
          this.lexer.fail(token.start, `More than ${MAX_CHAIN} operands in one chain of '${operator}'.`);
        left = this.node({ kind: 'logical', at, operator, left, right }, [left, right]);
      } else {
        left = this.node({ kind: 'binary', at, operator: operator as BinaryOperator, left, right }, [left, right]);
      }
    }
  }

  private parseUnary(): Expression {
    const operators: { operator: '!' | '-'; start: number }[] = [];
    for (;;) {
      const token = this.lexer.peek();
      if (token.kind !== 'punctuation' || (token.text !== '!' && token.text !== '-')) break;
      operators.push({ operator: token.text, start: this.lexer.next().start });
      if (operators.length > MAX_NESTING) this.lexer.fail(token.start, 'Too many unary operators.');
    }
    const number = this.lexer.peek();
    // -9223372036854775808 is in range, but its digits without the sign are not.
    if (operators.at(-1)?.operator === '-' && number.kind === 'int' && BigInt(number.text) === 2n ** 63n) {
      this.lexer.next();
      operators.pop();
      return this.applyUnary(
        operators,
        this.node({ kind: 'literal', at: this.at(number.start), value: int(-(2n ** 63n)) }),
      );
    }
    return this.applyUnary(operators, this.parsePostfix());
  }

  private applyUnary(operators: { operator: '!' | '-'; start: number }[], operand: Expression): Expression {
    return operators.reduceRight(
      (inner, { operator, start }) =>
        this.node({ kind: 'unary', at: this.at(start), operator, operand: inner }, [inner]),
      operand,
    );
  }

  private parsePostfix(): Expression {
    const start = this.lexer.peek().start;
    let object = this.parsePrimary();
    for (;;) {
      const at = this.at(start);
      if (this.accept('.')) {
        const name = this.lexer.next();
        if (name.kind !== 'name') this.unexpected(name, 'a field or a function name');
        if (this.accept('(')) {
          const args = this.parseList(')');
          const method = { kind: 'method', at: this.at(name.start), object, name: name.text, args } as const;
          object = this.node(method, [object, ...args]);
        } else {
          object = this.node({ kind: 'member', at, object, name: name.text }, [object]);
        }
      } else if (this.accept('[')) {
        const index = this.parse();
        if (this.accept(':')) {
          const to = this.parse();
          object = this.node({ kind: 'range', at, object, from: index, to }, [object, index, to]);
        } else {
          object = this.node({ kind: 'index', at, object, index }, [object, index]);
        }
        this.expect(']');
      } else {
        return object;
      }
    }
  }

  private parsePrimary(): Expression {
    const token = this.lexer.next();
    const at = this.at(token.start);
    if (token.kind === 'string') return this.node({ kind: 'literal', at, value: string(token.text) });
    if (token.kind === 'float') return this.node({ kind: 'literal', at, value: float(Number(token.text)) });
    if (token.kind === 'int') {
      const value = BigInt(token.text);
      if (value >= 2n ** 63n) this.lexer.fail(token.start, `Integer ${token.text} does not fit in 64 bits.`);
      return this.node({ kind: 'literal', at, value: int(value) });
    }
    if (token.kind === 'name') return this.parseNamed(token, at);
    if (token.text === '(') {
      const inner = this.parse();
      this.expect(')');
      return inner;
    }
    if (token.text === '[') {
      const items = this.parseList(']');
      return this.node({ kind: 'list', at, items }, items);
    }
    if (token.text === '{') return this.parseMap(at);
    if (token.text === '/') return this.parsePath(token.start);
    this.unexpected(token, 'an expression');
  }

  private parseNamed(token: Token, at: Position): Expression {
    const constant = { true: TRUE, false: FALSE, null: NULL }[token.text];
    if (constant) return this.node({ kind: 'literal', at, value: constant });
    if (KEYWORDS.has(token.text)) this.unexpected(token, 'an expression');
    if (!this.accept('(')) return this.node({ kind: 'name', at, name: token.text });
    const args = this.parseList(')');
    return this.node({ kind: 'call', at, name: token.text, args }, args);
  }

  private parseList(close: string): Expression[] {
    const items: Expression[] = [];
    while (!this.accept(close)) {
      items.push(this.parse());
      if (this.accept(close)) break;
      this.expect(',');
    }
    return items;
  }

  private parseMap(at: Position): Expression {
    const entries: { key: Expression; value: Expression }[] = [];
    while (!this.accept('}')) {
      const token = this.lexer.peek();
      const key =
        token.kind === 'name' && !KEYWORDS.has(token.text)
          ? this.node({ kind: 'literal', at: this.at(this.lexer.next().start), value: string(token.text) })
          : this.parse();
      this.expect(':');
      entries.push({ key, value: this.parse() });
      if (this.accept('}')) break;
      this.expect(',');
    }
    return this.node(
      { kind: 'map', at, entries },
      entries.flatMap(({ key, value }) => [key, value]),
    );
  }

  /** `/databases/$(database)/documents/users/$(request.auth.uid)`: no spaces, each segment a text or one `$(...)`. */
  private parsePath(start: number): Expression {
    const segments: (string | Expression)[][] = [];
    this.lexer.rewind(start);
    while (this.lexer.take(/\//y) !== null) {
      if (this.lexer.take(/\$\(/y) !== null) {
        segments.push([this.parse()]);
        this.expect(')');
        continue;
      }
      const text = this.lexer.take(PATH_TEXT);
      if (text === null) this.lexer.fail(this.lexer.here, "A path segment or '$(...)' is expected after '/'.");
      // `(default)` is a name with parentheses. The official parser drops parentheses in other places, too.
      segments.push([text]);
    }
    const children = segments.flat().filter((part) => typeof part !== 'string');
    return this.node({ kind: 'path', at: this.at(start), segments }, children);
  }

  /** Completes an expression that has just been parsed. */
  private node(expression: Expression, children: readonly Expression[] = []): Expression {
    const depth = 1 + children.reduce((deepest, child) => Math.max(deepest, this.depths.get(child) ?? 0), 0);
    if (depth > MAX_DEPTH) this.lexer.failAt(expression.at, `Expressions are nested more than ${MAX_DEPTH} deep.`);
    this.depths.set(expression, depth);
    return expression;
  }

  private at(offset: number): Position {
    return this.lexer.positionOf(offset);
  }
}

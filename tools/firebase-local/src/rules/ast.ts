import type { RulesValue } from './values.ts';

/** A place in the source. Lines and columns are counted from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export type BinaryOperator = '+' | '-' | '*' | '/' | '%' | '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in';

export type Expression = { readonly at: Position } & Readonly<
  | { kind: 'literal'; value: RulesValue }
  | { kind: 'list'; items: readonly Expression[] }
  | { kind: 'map'; entries: readonly { readonly key: Expression; readonly value: Expression }[] }
  | { kind: 'path'; segments: readonly (readonly (string | Expression)[])[] }
  | { kind: 'name'; name: string }
  | { kind: 'member'; object: Expression; name: string }
  | { kind: 'index'; object: Expression; index: Expression }
  | { kind: 'range'; object: Expression; from: Expression; to: Expression }
  | { kind: 'call'; name: string; args: readonly Expression[] }
  | { kind: 'method'; object: Expression; name: string; args: readonly Expression[] }
  | { kind: 'unary'; operator: '!' | '-'; operand: Expression }
  | { kind: 'binary'; operator: BinaryOperator; left: Expression; right: Expression }
  | { kind: 'logical'; operator: '&&' | '||'; left: Expression; right: Expression }
  | { kind: 'is'; operand: Expression; type: string }
  | { kind: 'ternary'; condition: Expression; then: Expression; otherwise: Expression }
>;

export interface LetBinding {
  readonly at: Position;
  readonly name: string;
  readonly value: Expression;
}

export interface FunctionDeclaration {
  readonly at: Position;
  readonly name: string;
  readonly parameters: readonly string[];
  readonly bindings: readonly LetBinding[];
  readonly result: Expression;
}

export type AllowMethod = 'get' | 'list' | 'create' | 'update' | 'delete' | 'read' | 'write';

export interface AllowStatement {
  readonly at: Position;
  readonly methods: readonly AllowMethod[];
  /** Null if the statement has no condition, so it always applies. */
  readonly condition: Expression | null;
}

/** One segment of a match pattern: a literal, `{name}` (one segment) or `{name=**}` (all remaining segments). */
export type PatternSegment =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'one' | 'rest'; readonly name: string; readonly at: Position };

export interface MatchBlock {
  readonly at: Position;
  readonly pattern: readonly PatternSegment[];
  readonly functions: readonly FunctionDeclaration[];
  readonly allows: readonly AllowStatement[];
  readonly matches: readonly MatchBlock[];
}

export interface ServiceBlock {
  readonly at: Position;
  readonly name: string;
  readonly functions: readonly FunctionDeclaration[];
  readonly matches: readonly MatchBlock[];
}

export interface SourceTree {
  readonly version: 1 | 2;
  readonly functions: readonly FunctionDeclaration[];
  readonly services: readonly ServiceBlock[];
}

import type { RulesValue } from './values.ts';

/** A place in the source. Lines and columns are counted from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export type BinaryOperator = '+' | '-' | '*' | '/' | '%' | '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in';

export type Expression = { readonly at: Position } & (
  | { readonly kind: 'literal'; readonly value: RulesValue }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'map'; readonly entries: readonly { readonly key: Expression; readonly value: Expression }[] }
  | { readonly kind: 'path'; readonly segments: readonly (readonly (string | Expression)[])[] }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'member'; readonly object: Expression; readonly name: string }
  | { readonly kind: 'index'; readonly object: Expression; readonly index: Expression }
  | { readonly kind: 'range'; readonly object: Expression; readonly from: Expression; readonly to: Expression }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[] }
  | {
      readonly kind: 'method';
      readonly object: Expression;
      readonly name: string;
      readonly args: readonly Expression[];
    }
  | { readonly kind: 'unary'; readonly operator: '!' | '-'; readonly operand: Expression }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'logical'; readonly operator: '&&' | '||'; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'is'; readonly operand: Expression; readonly type: string }
  | {
      readonly kind: 'ternary';
      readonly condition: Expression;
      readonly then: Expression;
      readonly otherwise: Expression;
    }
);

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

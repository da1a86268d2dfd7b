import type {
  AllowMethod,
  AllowStatement,
  FunctionDeclaration,
  LetBinding,
  MatchBlock,
  PatternSegment,
  ServiceBlock,
  SourceTree,
} from './ast.ts';
import { RulesSyntaxError } from './errors.ts';
import { ExpressionParser } from './expression-parser.ts';
import { Lexer } from './lexer.ts';

const METHODS: ReadonlySet<string> = new Set(['get', 'list', 'create', 'update', 'delete', 'read', 'write']);
const SERVICES: ReadonlySet<string> = new Set(['cloud.firestore', 'firebase.storage']);
/** "Security Rules limits" of Firestore: 256 KB of source, 10 nested matches. */
const MAX_SOURCE_BYTES = 256 * 1024;
const MAX_MATCH_NESTING = 10;
const LITERAL_SEGMENT = /[^\s/{}();,]+|\([A-Za-z0-9_\-.]+\)/y;

/**
 * Parses a rules file without resolving names. As in Google's parser, the semicolon after `rules_version`, `allow` and
 * `return` is optional.
 * @throws RulesSyntaxError with the first fault
 */
export function parseSource(source: string, fileName: string): SourceTree {
  if (Buffer.byteLength(source) > MAX_SOURCE_BYTES) {
    throw new RulesSyntaxError(fileName, 1, 1, 'The rules file is larger than 256 KB.');
  }
  return new SourceParser(new Lexer(source, fileName)).parse();
}

class SourceParser {
  private readonly expressions: ExpressionParser;
  private nesting = 0;

  constructor(private readonly lexer: Lexer) {
    this.expressions = new ExpressionParser(lexer);
  }

  parse(): SourceTree {
    const version = this.parseVersion();
    const functions: FunctionDeclaration[] = [];
    const services: ServiceBlock[] = [];
    for (;;) {
      const token = this.lexer.peek();
      if (token.kind === 'end') break;
      if (token.text === 'function') functions.push(this.parseFunction());
      else if (token.text === 'service') services.push(this.parseService());
      else this.expressions.unexpected(token, "'service' or 'function'");
    }
    if (services.length === 0) this.expressions.unexpected(this.lexer.peek(), "'service'");
    return { version, functions, services };
  }

  /** A file without `rules_version` has version 1. */
  private parseVersion(): 1 | 2 {
    if (!this.expressions.accept('rules_version')) return 1;
    this.expressions.expect('=');
    const token = this.lexer.next();
    if (token.kind !== 'string' || (token.text !== '1' && token.text !== '2')) {
      this.lexer.fail(token.start, `Unknown rules_version '${token.text}'. The versions are '1' and '2'.`);
    }
    this.expressions.accept(';');
    return token.text === '2' ? 2 : 1;
  }

  private parseService(): ServiceBlock {
    const at = this.lexer.positionOf(this.expressions.expect('service').start);
    const first = this.lexer.next();
    this.expressions.expect('.');
    const name = `${first.text}.${this.lexer.next().text}`;
    if (!SERVICES.has(name)) {
      this.lexer.fail(first.start, `Unknown service '${name}'. The services are cloud.firestore and firebase.storage.`);
    }
    this.expressions.expect('{');
    const functions: FunctionDeclaration[] = [];
    const matches: MatchBlock[] = [];
    while (!this.expressions.accept('}')) {
      const token = this.lexer.peek();
      if (token.text === 'function') functions.push(this.parseFunction());
      else if (token.text === 'match') matches.push(this.parseMatch());
      else this.expressions.unexpected(token, "'match' or 'function'");
    }
    return { at, name, functions, matches };
  }

  private parseMatch(): MatchBlock {
    const start = this.expressions.expect('match').start;
    this.nesting += 1;
    if (this.nesting > MAX_MATCH_NESTING) {
      this.lexer.fail(start, `Match statements are nested more than ${MAX_MATCH_NESTING} deep.`);
    }
    const pattern = this.parsePattern();
    this.expressions.expect('{');
    const functions: FunctionDeclaration[] = [];
    const allows: AllowStatement[] = [];
    const matches: MatchBlock[] = [];
    while (!this.expressions.accept('}')) {
      const token = this.lexer.peek();
      if (token.text === 'function') functions.push(this.parseFunction());
      else if (token.text === 'match') matches.push(this.parseMatch());
      else if (token.text === 'allow') allows.push(this.parseAllow());
      else this.expressions.unexpected(token, "'match', 'allow' or 'function'");
    }
    this.nesting -= 1;
    return { at: this.lexer.positionOf(start), pattern, functions, allows, matches };
  }

  private parsePattern(): PatternSegment[] {
    const segments: PatternSegment[] = [];
    const first = this.lexer.peek();
    if (first.text !== '/') this.expressions.unexpected(first, "a path that starts with '/'");
    this.lexer.rewind(first.start);
    while (this.lexer.take(/\//y) !== null) segments.push(this.parsePatternSegment());
    return segments;
  }

  private parsePatternSegment(): PatternSegment {
    const start = this.lexer.here;
    const capture = this.lexer.take(/\{[ \t]*[A-Za-z_][A-Za-z0-9_]*[ \t]*(?:=[ \t]*\*\*)?[ \t]*\}/y);
    if (capture !== null) {
      const name = /[A-Za-z_][A-Za-z0-9_]*/.exec(capture)?.[0] ?? '';
      return { kind: capture.includes('**') ? 'rest' : 'one', name, at: this.lexer.positionOf(start) };
    }
    const text = this.lexer.take(LITERAL_SEGMENT);
    if (text === null) {
      this.lexer.fail(start, "Expected a path segment: a name, '{variable}' or '{variable=**}'.");
    }
    return { kind: 'literal', text };
  }

  private parseAllow(): AllowStatement {
    const at = this.lexer.positionOf(this.expressions.expect('allow').start);
    const methods: AllowMethod[] = [];
    do {
      const token = this.lexer.next();
      if (!METHODS.has(token.text) || token.kind !== 'name') {
        this.lexer.fail(token.start, `Unknown method '${token.text}'. The methods are ${[...METHODS].join(', ')}.`);
      }
      methods.push(token.text as AllowMethod);
    } while (this.expressions.accept(','));
    let condition = null;
    if (this.expressions.accept(':')) {
      this.expressions.expect('if');
      condition = this.expressions.parse();
    }
    this.expressions.accept(';');
    return { at, methods, condition };
  }

  private parseFunction(): FunctionDeclaration {
    this.expressions.expect('function');
    const name = this.expressions.parseName('a function name');
    const parameters: string[] = [];
    this.expressions.expect('(');
    while (!this.expressions.accept(')')) {
      parameters.push(this.expressions.parseName('a parameter name').text);
      if (this.expressions.accept(')')) break;
      this.expressions.expect(',');
    }
    this.expressions.expect('{');
    const bindings: LetBinding[] = [];
    while (this.expressions.accept('let')) {
      const token = this.expressions.parseName('a variable name');
      this.expressions.expect('=');
      bindings.push({ at: this.lexer.positionOf(token.start), name: token.text, value: this.expressions.parse() });
      this.expressions.expect(';');
    }
    this.expressions.expect('return');
    const result = this.expressions.parse();
    this.expressions.accept(';');
    this.expressions.expect('}');
    return { at: this.lexer.positionOf(name.start), name: name.text, parameters, bindings, result };
  }
}

import { RulesSyntaxError } from '../../rules/errors.ts';
import type { Ruleset, RulesWarning } from '../../rules/evaluation.ts';
import { parseRuleset } from '../../rules/ruleset.ts';

/** A fault in a rules file, or a warning of one, as firebase-tools prints it. */
export interface RulesFileIssue {
  severity: 'ERROR' | 'WARNING';
  description: string;
  sourcePosition: { fileName: string; line: number; column: number };
}

/** The rules in force: those given at the start for every project, replaced per project by those loaded later. */
export class RulesStore {
  #initial: Ruleset | null = null;
  readonly #byProject = new Map<string, Ruleset>();

  /** The rules of a project; null when there are none. */
  find(project: string): Ruleset | null {
    return this.#byProject.get(project) ?? this.#initial;
  }

  /**
   * @returns what the file warns of
   * @throws RulesSyntaxError
   */
  setInitial(source: string, fileName: string): readonly RulesWarning[] {
    const ruleset = parseRuleset(source, fileName);
    this.#initial = ruleset;
    return ruleset.warnings;
  }

  /**
   * Puts rules in force for a project. With faults, the rules in force stay.
   * @returns the faults or, when the rules were taken, the warnings
   */
  load(project: string, source: string, fileName: string): RulesFileIssue[] {
    try {
      const ruleset = parseRuleset(source, fileName);
      this.#byProject.set(project, ruleset);
      return ruleset.warnings.map(({ line, column, message }) => ({
        severity: 'WARNING',
        description: message,
        sourcePosition: { fileName, line, column },
      }));
    } catch (error) {
      if (!(error instanceof RulesSyntaxError)) throw error;
      const sourcePosition = { fileName, line: error.line, column: error.column };
      return [{ severity: 'ERROR', description: error.reason, sourcePosition }];
    }
  }
}

import { RulesSyntaxError } from '../../rules/errors.ts';
import type { Ruleset, RulesWarning } from '../../rules/evaluation.ts';
import { parseRuleset } from '../../rules/ruleset.ts';

/** A fault or warning of a rules file in the format that firebase-tools prints. */
export interface RulesFileIssue {
  severity: 'ERROR' | 'WARNING';
  description: string;
  sourcePosition: { fileName: string; line: number; column: number };
}

/** The current rules: those from the start for all projects, until a project loads its own. */
export class RulesStore {
  #initial: Ruleset | null = null;
  readonly #byProject = new Map<string, Ruleset>();

  /** The rules of a project, or null. */
  find(project: string): Ruleset | null {
    return this.#byProject.get(project) ?? this.#initial;
  }

  /**
   * @returns the warnings
   * @throws RulesSyntaxError
   */
  setInitial(source: string, fileName: string): readonly RulesWarning[] {
    const ruleset = parseRuleset(source, fileName);
    this.#initial = ruleset;
    return ruleset.warnings;
  }

  /**
   * Replaces the rules of a project, unless the new ones have a fault.
   * @returns the faults, or the warnings of rules without faults
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

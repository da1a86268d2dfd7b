import { RulesSyntaxError } from '../../rules/errors.ts';
import type { Ruleset } from '../../rules/evaluation.ts';
import { parseRuleset } from '../../rules/ruleset.ts';

/** A fault in a rules file, as firebase-tools prints it. */
export interface RulesFileIssue {
  severity: 'ERROR';
  description: string;
  sourcePosition: { fileName: string; line: number; column: number };
}

/** The rules in force: those given at the start for every project, replaced per project by those loaded later. */
export class RulesStore {
  #initial: Ruleset | null = null;
  readonly #byProject = new Map<string, Ruleset>();

  /** null when there are no rules for the project at all. */
  rulesFor(project: string): Ruleset | null {
    return this.#byProject.get(project) ?? this.#initial;
  }

  /** @throws RulesSyntaxError */
  setInitial(source: string, fileName: string): void {
    this.#initial = parseRuleset(source, fileName);
  }

  /**
   * Puts rules in force for a project. With faults, the rules in force stay.
   * @returns the faults, none when the rules were taken
   */
  load(project: string, source: string, fileName: string): RulesFileIssue[] {
    try {
      this.#byProject.set(project, parseRuleset(source, fileName));
      return [];
    } catch (error) {
      if (!(error instanceof RulesSyntaxError)) throw error;
      const sourcePosition = { fileName, line: error.line, column: error.column };
      return [{ severity: 'ERROR', description: error.reason, sourcePosition }];
    }
  }
}

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { ExpressionValue, Response } from '../storage-rules/protocol.ts';

/** An answer of a runtime that omits empty fields. */
type Answer = Partial<Response>;

/**
 * A rules runtime in another process, which receives the messages of firebase-tools: Google's own (`java -jar
 * cloud-storage-rules-runtime-v1.1.3.jar serve`), or ours.
 */
export class RuntimeProcess {
  private readonly process: ChildProcessWithoutNullStreams;
  private readonly waiting = new Map<number, (answer: Answer) => void>();
  private nextId = 0;
  private readonly greeted: Promise<Answer>;

  constructor(commandLine: string) {
    const [command = '', ...args] = commandLine.split(' ');
    this.process = spawn(command, args);
    this.process.stderr.resume();
    this.greeted = new Promise((resolve) => this.waiting.set(-1, resolve));
    createInterface({ input: this.process.stdout }).on('line', (line) => {
      const answer = JSON.parse(line) as Answer;
      this.waiting.get(answer.id ?? -1)?.(answer);
    });
  }

  /**
   * Loads a rules file.
   * @returns its name for `permits`, or null if it was refused
   */
  async load(content: string): Promise<string | null> {
    const rulesetName = String(this.nextId);
    const source = { files: [{ name: 'storage.rules', content }] };
    const { errors = [], result } = await this.ask({ action: 'load_ruleset', context: { rulesetName, source } });
    return errors.length > 0 || !result ? null : rulesetName;
  }

  /** Whether the loaded rules permit `get` of an object. */
  async permits(rulesetName: string, path: string, variables: Record<string, ExpressionValue>): Promise<boolean> {
    const context = { rulesetName, service: 'firebase.storage', path, method: 'get', variables };
    const { result } = await this.ask({ action: 'verify', context });
    return result !== undefined && 'permit' in result && result.permit;
  }

  stop(): void {
    this.process.kill();
  }

  private async ask(message: Record<string, unknown>): Promise<Answer> {
    await this.greeted;
    const id = this.nextId++;
    const answer = new Promise<Answer>((resolve) => this.waiting.set(id, resolve));
    this.process.stdin.write(`${JSON.stringify({ ...message, id })}\n`);
    return answer;
  }
}

import { notify } from './messages.mjs';

const AGAIN_MS = 300;

/**
 * Restarts the process that evaluates Storage rules when it ends, loads its rules again and resends unanswered requests. Without this, firebase-tools
 * would fail every later upload.
 */
export function reviveRulesRuntime({ StorageRulesRuntime }) {
  const { start, stop, loadRuleset, _sendRequest: send } = StorageRulesRuntime.prototype;

  StorageRulesRuntime.prototype.start = function startWatched(...args) {
    const started = start.apply(this, args);
    // A request may be written to an evaluator that has just ended. It is sent again after the `exit` event.
    this._childprocess?.stdin.on('error', (error) => {
      if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET') throw error;
    });
    this._childprocess?.once('exit', (code, signal) => {
      if (this.isStopping) return;
      notify(`The Storage rules evaluator ended (${signal ?? `code ${code}`}) and is started again.`);
      this.reviving = revive(this, args);
    });
    return started;
  };

  StorageRulesRuntime.prototype.stop = function stopForGood() {
    this.isStopping = true;
    return stop.call(this);
  };

  StorageRulesRuntime.prototype.loadRuleset = async function loadAndRemember(source) {
    const rulesetName = String(this._rulesetCount);
    const result = await loadRuleset.call(this, source);
    this.rulesets ??= new Map();
    if (result.ruleset) this.rulesets.set(rulesetName, source);
    return result;
  };

  StorageRulesRuntime.prototype._sendRequest = async function sendWhenThere(...args) {
    await this.reviving;
    return send.apply(this, args);
  };

  async function revive(runtime, args) {
    const waiting = Object.values(runtime._requests).filter(({ request }) => request.id >= 0);
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    await runtime.start(...args);
    for (const [rulesetName, source] of runtime.rulesets ?? []) {
      await send.call(runtime, { action: 'load_ruleset', context: { rulesetName, source } });
    }
    for (const { request } of waiting) runtime._childprocess?.stdin.write(`${JSON.stringify(request)}\n`);
  }
}

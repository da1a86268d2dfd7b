/** Changes the class of firebase-tools that asks the evaluator of Storage rules: one that ends is started again. */
export function reviveRulesRuntime(runtime: { StorageRulesRuntime: new () => object }): void;

const makers: (() => void)[] = [];

/** Creates the state of a test file: now, and again before each later file of the worker, because files share modules. */
export function forEachFile(make: () => void): void {
  makers.push(make);
  make();
}

/** Called before each test file. */
export function beginFile(): void {
  for (const make of makers) make();
}

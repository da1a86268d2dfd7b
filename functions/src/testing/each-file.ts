const makers: (() => void)[] = [];

/** Makes what a test file has for itself: now, and before each further file of the worker, whose files share modules. */
export function forEachFile(make: () => void): void {
  makers.push(make);
  make();
}

/** Called before each test file. */
export function beginFile(): void {
  for (const make of makers) make();
}

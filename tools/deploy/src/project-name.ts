/** The project that an alias of .firebaserc stands for, or the id itself; the default one where nothing is given. */
export function projectNamed(given: string | undefined, firebaserc: string | null): string {
  const { projects = {} } = JSON.parse(firebaserc ?? '{}') as { projects?: Record<string, string> };
  const name = given ?? 'default';
  return projects[name] ?? name;
}

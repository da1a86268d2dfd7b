/** The project id for an alias in .firebaserc, or the id itself; the default project without a name. */
export function projectNamed(given: string | undefined, firebaserc: string | null): string {
  const { projects = {} } = JSON.parse(firebaserc ?? '{}') as { projects?: Record<string, string> };
  const name = given ?? 'default';
  return projects[name] ?? name;
}

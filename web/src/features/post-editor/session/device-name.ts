const BROWSERS: readonly [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
];

const nameIn = (list: readonly [RegExp, string][], agent: string): string | undefined =>
  list.find(([pattern]) => pattern.test(agent))?.[1];

/** A device's name for its writer, such as `Firefox on Linux`. Only for display, because browsers may report anything. */
export function deviceName(agent: string = navigator.userAgent): string {
  const browser = nameIn(BROWSERS, agent) ?? 'A browser';
  const system = nameIn(SYSTEMS, agent);
  return system ? `${browser} on ${system}` : browser;
}

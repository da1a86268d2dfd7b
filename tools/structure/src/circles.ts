import type { Import } from './imports.ts';

/** Files or folders in one folder that import each other, directly or indirectly. */
export interface Circle {
  /** Their folder; empty for the root. */
  readonly folder: string;
  readonly members: readonly string[];
  /** The imports that connect them. */
  readonly imports: readonly Import[];
}

interface Level {
  readonly edges: Map<string, Set<string>>;
  readonly imports: Import[];
}

/**
 * Finds import cycles between siblings at every level of the tree. The files and folders of one folder must have an order in which none imports a
 * later one.
 */
export function findCircles(imports: readonly Import[]): Circle[] {
  return [...levelsOf(imports)].flatMap(([folder, { edges, imports: within }]) =>
    stronglyConnected(edges).map((members) => ({
      folder,
      members,
      imports: within.filter(
        ({ from, to }) => members.includes(child(folder, from)) && members.includes(child(folder, to)),
      ),
    })),
  );
}

/** Each import counts once: in the deepest folder that contains both files, between the two siblings that contain them. */
function levelsOf(imports: readonly Import[]): Map<string, Level> {
  const levels = new Map<string, Level>();
  for (const imported of imports) {
    const folder = commonFolder(imported.from, imported.to);
    const [from, to] = [child(folder, imported.from), child(folder, imported.to)];
    if (from === to) continue;
    const level: Level = levels.get(folder) ?? { edges: new Map(), imports: [] };
    levels.set(folder, level);
    level.edges.set(from, (level.edges.get(from) ?? new Set()).add(to));
    level.imports.push(imported);
  }
  return levels;
}

function commonFolder(a: string, b: string): string {
  const [left, right] = [a.split('/').slice(0, -1), b.split('/').slice(0, -1)];
  const length = left.findIndex((part, at) => part !== right[at]);
  return (length === -1 ? left : left.slice(0, length)).join('/');
}

const child = (folder: string, file: string): string =>
  file.slice(folder === '' ? 0 : folder.length + 1).split('/', 1)[0] ?? '';

/** Groups of two or more nodes that are reachable from each other. */
function stronglyConnected(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const reachable = new Map([...edges.keys()].map((node) => [node, reachableFrom(node, edges)]));
  const groups = [...reachable].map(([node, others]) =>
    [...others].filter((other) => reachable.get(other)?.has(node)).sort(),
  );
  return groups.filter(([first], n) => first !== undefined && groups.findIndex((group) => group[0] === first) === n);
}

function reachableFrom(start: string, edges: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const found = new Set<string>();
  for (const waiting = [start]; waiting.length > 0; ) {
    for (const next of edges.get(waiting.pop() ?? '') ?? []) {
      if (!found.has(next)) waiting.push(next);
      found.add(next);
    }
  }
  return found;
}

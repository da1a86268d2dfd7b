interface Entry {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
  /** A package of the repository itself. */
  readonly link?: boolean;
  readonly [other: string]: unknown;
}

export interface Lock {
  readonly packages: Readonly<Record<string, Entry>>;
}

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly engines?: Readonly<Record<string, string>>;
}

interface Step {
  /** Where the package is put in the new lock. */
  readonly at: string;
  /** Where the lock of the repository has it. */
  readonly source: string;
  readonly needs: Entry;
  readonly isDev: boolean;
}

/**
 * The lock file of a workspace that is installed by itself: the versions that the lock of the whole repository has for it, so that
 * what was tested is what a deployment installs.
 * @param workspace its folder, such as `functions`
 * @throws Error when the repository's lock lacks a package
 */
export function lockOf(lock: Lock, workspace: string, manifest: Manifest) {
  const { name, version, dependencies, devDependencies = {}, engines } = manifest;
  /** Where each package is put, and which entry of the repository's lock it is. @type {Map<string, string>} */
  const placed = new Map();
  /** Places of packages that tests alone need: `npm ci` asks for them in the lock even where it leaves them out. */
  const forTests = new Set<string>();
  const edges: { name: string; from: string; source: string }[] = [];
  /** What is deployed comes first, so that it has the best places. */
  const queue: Step[] = [{ at: '', source: workspace, needs: { dependencies }, isDev: false }];
  const later: Step[] = [{ at: '', source: workspace, needs: { dependencies: devDependencies }, isDev: true }];

  for (let next = queue.shift(); next; next = queue.shift() ?? later.shift()) {
    for (const { name: needed, isOptional } of needsOf(next.needs)) {
      const source = resolveFrom(next.source, needed, (path) => path in lock.packages);
      if (source === null) {
        if (isOptional) continue;
        throw new Error(`package-lock.json has no ${needed}, which ${next.source} needs`);
      }
      const entry = lock.packages[source] ?? {};
      if (entry.link) throw new Error(`${needed} is a package of this repository and cannot be installed elsewhere`);
      edges.push({ name: needed, from: next.at, source });
      const found = resolveFrom(next.at, needed, (path) => placed.has(path));
      if (found !== null && placed.get(found) === source) continue;
      const top = `node_modules/${needed}`;
      const at = placed.has(top) ? `${next.at ? `${next.at}/` : ''}${top}` : top;
      placed.set(at, source);
      if (next.isDev) forTests.add(at);
      queue.push({ at, source, needs: entry, isDev: next.isDev });
    }
  }
  for (const { name: needed, from, source } of edges) {
    const found = resolveFrom(from, needed, (path) => placed.has(path));
    if (found === null || placed.get(found) !== source) throw new Error(`${from} would get another ${needed}`);
  }

  const locked = [...placed].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    name,
    version,
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { name, version, dependencies, devDependencies, ...(engines && { engines }) },
      ...Object.fromEntries(
        locked.map(([at, source]) => {
          const {
            resolved: _resolved,
            dev: _dev,
            devOptional: _devOptional,
            peer: _peer,
            ...entry
          } = lock.packages[source] ?? {};
          return [at, forTests.has(at) ? { ...entry, dev: true } : entry];
        }),
      ),
    },
  };
}

function needsOf({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }: Entry) {
  const optional = new Set(Object.keys(optionalDependencies ?? {}));
  const peers = Object.keys(peerDependencies ?? {}).filter((peer) => !peerDependenciesMeta?.[peer]?.optional);
  const names = new Set([...Object.keys(dependencies ?? {}), ...optional, ...peers]);
  return [...names].map((name) => ({ name, isOptional: optional.has(name) }));
}

/** Node's look-up: the nearest `node_modules` upwards that has the package. */
function resolveFrom(from: string, name: string, has: (path: string) => boolean): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = `${folder ? `${folder}/` : ''}node_modules/${name}`;
    if (!folder.endsWith('node_modules') && has(path)) return path;
    if (folder === '') return null;
  }
}

interface Entry {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
  /** True for a package of this repository. */
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
  /** The package's folder in the new lock file. */
  readonly at: string;
  /** Its folder in the repository's lock file. */
  readonly source: string;
  readonly needs: Entry;
  readonly isDev: boolean;
}

/**
 * The lock file of a workspace that is installed on its own, with the versions of the repository's lock file, so that a deployment installs
 * what was tested.
 * @param workspace the folder, e.g. `functions`
 * @throws Error if the repository's lock file lacks a package
 */
export function lockOf(lock: Lock, workspace: string, manifest: Manifest) {
  const { name, version, dependencies, devDependencies = {}, engines } = manifest;
  /** From each package's folder to its entry in the repository's lock file. */
  const placed = new Map();
  /** Packages for tests only: `npm ci` expects them in the lock file even if it does not install them. */
  const forTests = new Set<string>();
  const edges: { name: string; from: string; source: string }[] = [];
  /** Deployed packages come first, so that they get the top-level folders. */
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

/** Resolves like Node: the nearest `node_modules` upwards that has the package. */
function resolveFrom(from: string, name: string, has: (path: string) => boolean): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = `${folder ? `${folder}/` : ''}node_modules/${name}`;
    if (!folder.endsWith('node_modules') && has(path)) return path;
    if (folder === '') return null;
  }
}

import type { Import } from './imports.ts';

/**
 * Modules of a feature that other features may import, below `web/src/features/`. Everything else in a feature is its own
 * business: move what two features need to `lib`, `hooks` or `components`, or name the module here.
 */
export const PUBLIC_MODULES: ReadonlySet<string> = new Set([]);

const FEATURE = /^web\/src\/features\/([^/]+)\//;

/** Imports from one feature into another that name no public module. */
export function privateImports(imports: readonly Import[], publicModules = PUBLIC_MODULES): Import[] {
  return imports.filter(({ from, to }) => {
    const [fromFeature, toFeature] = [FEATURE.exec(from)?.[1], FEATURE.exec(to)?.[1]];
    if (!fromFeature || !toFeature || fromFeature === toFeature) return false;
    return !publicModules.has(to.replace('web/src/features/', ''));
  });
}

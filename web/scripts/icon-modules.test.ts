import { describe, expect, it } from 'vitest';
import { iconModule, withIconModules } from './icon-modules.ts';

describe('icons in the app', () => {
  it.each([
    ["import { faPen } from '@fortawesome/free-solid-svg-icons';", "import { faPen } from 'icon:faPen';"],
    [
      "import {\n  faPen,\n  type IconDefinition,\n} from '@fortawesome/free-solid-svg-icons';\nrest",
      "import { faPen } from 'icon:faPen';\n\n\n\nrest",
    ],
    [
      "import { faEye, faPen } from '@fortawesome/free-solid-svg-icons';",
      "import { faEye } from 'icon:faEye'; import { faPen } from 'icon:faPen';",
    ],
    [
      "import type { IconDefinition } from '@fortawesome/free-solid-svg-icons';",
      "import type { IconDefinition } from '@fortawesome/free-solid-svg-icons';",
    ],
  ])('are imported from separate modules: %s', (source, apart) => {
    expect(withIconModules(source)).toBe(apart);
  });

  it('contain only their size and path', () => {
    expect(iconModule('faPen')).toMatch(/^export const faPen = \{"icon":\[512,512,\[\],"","M[^"]+"\]\};$/);
    expect(() => iconModule('faNothing')).toThrow('there is no icon faNothing');
  });
});

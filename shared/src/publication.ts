import * as z from 'zod/mini';

/* Validates publication.config.ts during builds. The app and the functions use its values unchecked (site.ts). */

const Text = z.string().check(z.regex(/\S/, 'must not be empty'));
const Line = Text.check(z.regex(/^[^\r\n]*$/, 'must be one line'));
const Color = z.string().check(z.regex(/^#[0-9a-f]{6}$/, 'must be a colour like #27348b'));
const Percent = z.number().check(z.gt(0), z.lt(300));
const FontName = z
  .string()
  .check(z.regex(/^-?[A-Za-z][A-Za-z0-9 -]*$/, 'must be the name of a font: letters, digits, spaces'));
const PathData = z
  .string()
  .check(z.regex(/^[Mm][MmZzLlHhVvCcSsQqTtAa0-9eE\s.,+-]*$/, 'must be the path data of an SVG'));
const Address = z.string().check(z.email('must be an email address'));
const Sender = z
  .string()
  .check(
    z.regex(/^(?:[^<>"\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, 'must be like "Name <mail@example.com>"'),
  );
const HttpsUrl = z.url({ protocol: /^https$/, error: 'must be an address that begins with https://' });

const Palette = z.strictObject({
  /** Background of the page. */
  paper: Color,
  /** Background of cards and dialogs. */
  surface: Color,
  /** The background of the footer and of areas slightly darker than the page. */
  sunken: Color,
  text: Color,
  muted: Color,
  line: Color,
  /** Borders of fields. */
  lineStrong: Color,
  accent: Color,
  accentHover: Color,
  accentSoft: Color,
  onAccent: Color,
  danger: Color,
  dangerSoft: Color,
  success: Color,
  successSoft: Color,
  warning: Color,
  warningSoft: Color,
});
export type Palette = z.infer<typeof Palette>;

/** The name of a file of a fontsource package: subset, axis or weight, style. */
export const FONT_FILE =
  /^[a-z0-9-]+?-(?<subset>(?:latin|cyrillic|greek)(?:-ext)?|vietnamese|hebrew|arabic|devanagari)-(?<axis>wght|standard|full|\d{3})-(?<style>normal|italic)$/;

const Font = z.strictObject({
  family: FontName,
  package: z
    .string()
    .check(z.regex(/^@fontsource(?:-variable)?\/[a-z0-9-]+$/, 'must be a package like @fontsource-variable/figtree')),
  files: z
    .array(z.string().check(z.regex(FONT_FILE, 'must be a file like figtree-latin-wght-normal, without .woff2')))
    .check(z.minLength(1, 'must name a file')),
  standIns: z.array(
    z.strictObject({
      family: FontName,
      /** 1 to 1000; absent for all weights. */
      weight: z.optional(z.int().check(z.gte(1), z.lte(1000))),
      local: z.array(FontName).check(z.minLength(1)),
      size: Percent,
      ascent: Percent,
      descent: Percent,
    }),
  ),
  fallbacks: z.array(FontName).check(z.minLength(1, 'must name a font')),
});
export type Font = z.infer<typeof Font>;

/** The maximum lengths of texts. The site's settings have the same (site-settings.ts). */
export const PUBLICATION_LIMITS = { name: 30, tagLine: 60, description: 200 } as const;

/** The tag of a language (BCP 47). */
export const LANGUAGE = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/;

const atMost = (characters: number) => z.maxLength(characters, `must have at most ${characters} characters`);

const Publication = z.strictObject({
  name: Line.check(atMost(PUBLICATION_LIMITS.name)),
  language: z.string().check(z.regex(LANGUAGE, 'must be the tag of a language, such as en or pt-BR')),
  tagLine: Line.check(atMost(PUBLICATION_LIMITS.tagLine)),
  shortDescription: Line,
  description: Line.check(atMost(PUBLICATION_LIMITS.description)),
  hero: z.strictObject({ kicker: Line, title: Line, lead: Line }),
  footer: z.strictObject({ about: Line, note: Line }),
  siteUrl: z.nullable(
    HttpsUrl.check(z.regex(/^https:\/\/[^/?#]+$/, 'must end with the host: no path and no slash at its end')),
  ),
  contact: z.strictObject({ email: z.nullable(Address), postalAddress: z.nullable(Line) }),
  socialLinks: z.array(z.strictObject({ label: Line, url: HttpsUrl })),
  mail: z.strictObject({
    from: z.nullable(Sender),
    replyTo: z.nullable(Sender),
    serif: z.array(FontName).check(z.minLength(1, 'must name a font')),
    sans: z.array(FontName).check(z.minLength(1, 'must name a font')),
  }),
  colors: z.strictObject({ light: Palette, dark: Palette }),
  accentShades: z.array(Color).check(z.length(10, 'must be ten colours')),
  fonts: z.strictObject({ serif: Font, sans: Font }),
  mark: z.strictObject({ width: z.number().check(z.gt(0)), height: z.number().check(z.gt(0)), path: PathData }),
  icon: z.strictObject({ shape: PathData, line: z.nullable(PathData) }),
});
/** The contents of publication.config.ts. */
export type Publication = z.infer<typeof Publication>;

/** The lowest contrast that WCAG 2.2 AA allows, for text (1.4.3) and for the borders of fields (1.4.11). */
const TEXT_CONTRAST = 4.5;
const BORDER_CONTRAST = 3;

type Role = keyof Palette;

/** A pair of colors with too little contrast. */
export interface FaintPair {
  readonly front: Role;
  /** The end of a sentence: which pair, its contrast, and the required contrast. */
  readonly text: string;
}

/** Which colors need contrast with which backgrounds. */
const PAIRS: readonly { readonly front: Role; readonly grounds: readonly Role[]; readonly least: number }[] = [
  { front: 'text', grounds: ['paper', 'surface', 'sunken', 'accentSoft'], least: TEXT_CONTRAST },
  { front: 'muted', grounds: ['paper', 'surface', 'sunken'], least: TEXT_CONTRAST },
  { front: 'accent', grounds: ['paper', 'surface', 'sunken', 'accentSoft'], least: TEXT_CONTRAST },
  { front: 'accentHover', grounds: ['paper', 'surface'], least: TEXT_CONTRAST },
  { front: 'onAccent', grounds: ['accent', 'accentHover'], least: TEXT_CONTRAST },
  { front: 'danger', grounds: ['paper', 'surface', 'dangerSoft'], least: TEXT_CONTRAST },
  { front: 'success', grounds: ['paper', 'surface', 'successSoft'], least: TEXT_CONTRAST },
  { front: 'warning', grounds: ['paper', 'surface', 'warningSoft'], least: TEXT_CONTRAST },
  { front: 'lineStrong', grounds: ['paper', 'surface', 'sunken'], least: BORDER_CONTRAST },
];

/** The contrast of two colors like `#27348b`, from 1 to 21, in either order. WCAG 2.2, "contrast ratio". */
export function contrast(a: string, b: string): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((left, right) => left - right);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Validates the exports of publication.config.ts. @throws Error with a line for each invalid field, beginning with its name */
export function parsePublication(value: unknown): Publication {
  // The exports of a module are not a plain object.
  const parsed = Publication.safeParse({ ...(value as object) }, { error: z.locales.en().localeError });
  const problems = parsed.success
    ? [...colorProblems(parsed.data), ...shadeProblems(parsed.data)]
    : parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'the file'}: ${message}`);
  if (!parsed.success || problems.length > 0) {
    throw new Error(['publication.config.ts cannot be used:', ...problems].join('\n  '));
  }
  return parsed.data;
}

/** The pairs in a palette with less contrast than WCAG AA requires. */
export const faintPairs = (palette: Palette): FaintPair[] =>
  PAIRS.flatMap(({ front, grounds, least }) =>
    grounds.flatMap((ground) => {
      const [color, behind] = [palette[front], palette[ground]];
      const found = contrast(color, behind);
      if (found >= least) return [];
      // Rounded down, so that 4.496 is not shown as 4.5.
      const shown = Math.floor(found * 100) / 100;
      const text = `${color} on ${ground} (${behind}) has a contrast of ${shown}; WCAG AA asks for ${least}`;
      return [{ front, text }];
    }),
  );

const colorProblems = ({ colors }: Publication): string[] =>
  (['light', 'dark'] as const).flatMap((scheme) =>
    faintPairs(colors[scheme]).map(({ front, text }) => `colors.${scheme}.${front}: ${text}`),
  );

function shadeProblems({ accentShades, colors }: Publication): string[] {
  const fixed = [
    { at: 2, scheme: 'dark' },
    { at: 8, scheme: 'light' },
  ] as const;
  return fixed.flatMap(({ at, scheme }) =>
    accentShades[at] === colors[scheme].accent
      ? []
      : [`accentShades.${at}: must be colors.${scheme}.accent, ${colors[scheme].accent}`],
  );
}

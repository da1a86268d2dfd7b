/* Another publication, as an example and for tests: copied over publication.config.ts it turns the product into this one. */

export const name = 'Tideline';

export const language = 'en';

/** A few words next to the name: in titles, feeds and on the social card. */
export const tagLine = 'Letters from the coast';

/** One sentence for search engines and for those who install the app. */
export const shortDescription = 'A letter from people who live by the sea.';

/** What search engines and chats show under a link. */
export const description =
  'Tideline is a letter from people who live by the sea: boats, birds, weather & what the water brings.';

/** The words at the top of the landing page. */
export const hero = {
  kicker: 'Welcome to Tideline',
  title: 'What the water brings, every week.',
  lead: 'Letters by people who live with boats, birds and weather. Read them, answer them, and come along.',
};

export const footer = {
  about: 'A letter from people who live by the sea.',
  /** Stands behind the year and the name. */
  note: 'Written within earshot of the waves.',
};

/** The site's address without a slash at its end, e.g. `https://example.com`; null means https://PROJECT.web.app. */
export const siteUrl: string | null = 'https://tideline.example';

/** Whom readers can write to; shown in the footer and below mails where given. */
export const contact: { email: string | null; postalAddress: string | null } = {
  email: 'crew@tideline.example',
  postalAddress: 'Tideline, 1 Harbour Row, Seahaven',
};

/** Links in the footer, and what search engines learn to be the same publication elsewhere. */
export const socialLinks: { label: string; url: string }[] = [
  { label: 'Mastodon', url: 'https://social.example/@tideline' },
];

export const mail: { from: string | null; replyTo: string | null; serif: string[]; sans: string[] } = {
  /** `Name <address>`; null leaves it to the default sender of the extension that sends mails. */
  from: 'Tideline <letters@tideline.example>',
  replyTo: 'crew@tideline.example',
  /** Fonts that readers' machines have: mails load none. */
  serif: ['Trebuchet MS', 'Arial', 'sans-serif'],
  sans: ['Verdana', 'sans-serif'],
};

/** Pairs that stand on each other meet WCAG AA, or the build refuses them. */
export const colors = {
  light: {
    paper: '#f7fbfa',
    surface: '#ffffff',
    sunken: '#e8f2f0',
    text: '#0f2226',
    muted: '#49626a',
    line: '#cfe0de',
    lineStrong: '#6f8a8c',
    accent: '#0b6470',
    accentHover: '#074852',
    accentSoft: '#dcf0f1',
    onAccent: '#ffffff',
    danger: '#a82020',
    dangerSoft: '#fbeaea',
    success: '#17643c',
    successSoft: '#e4f3ea',
    warning: '#7a4d00',
    warningSoft: '#fbf0db',
  },
  dark: {
    paper: '#0b1a1e',
    surface: '#12252a',
    sunken: '#173036',
    text: '#e6f1f0',
    muted: '#a2b9bc',
    line: '#284248',
    lineStrong: '#78969a',
    accent: '#7fd6dd',
    accentHover: '#a9e6ea',
    accentSoft: '#143c43',
    onAccent: '#04262b',
    danger: '#ff9d98',
    dangerSoft: '#3d1e20',
    success: '#86d9a8',
    successSoft: '#17322a',
    warning: '#f0c274',
    warningSoft: '#37290f',
  },
};

/** The accent in ten shades from light to dark, for forms and dialogs; the third is that of `dark`, the ninth that of `light`. */
export const accentShades = [
  '#e6f5f6',
  '#c6e8eb',
  '#7fd6dd',
  '#54bcc5',
  '#33a1ab',
  '#218893',
  '#177783',
  '#106d79',
  '#0b6470',
  '#074852',
];

/** Titles and articles are set in `serif`, everything else in `sans`; either may be a font of any kind. */
export const fonts = {
  serif: {
    family: 'Figtree Variable',
    package: '@fontsource-variable/figtree',
    files: ['figtree-latin-wght-normal', 'figtree-latin-ext-wght-normal', 'figtree-latin-wght-italic'],
    standIns: [],
    fallbacks: ['Trebuchet MS', 'sans-serif'],
  },
  sans: {
    family: 'Figtree Variable',
    package: '@fontsource-variable/figtree',
    files: ['figtree-latin-wght-normal', 'figtree-latin-ext-wght-normal'],
    standIns: [
      {
        family: 'Figtree Fallback',
        local: ['Arial', 'Helvetica', 'Liberation Sans'],
        size: 100.5,
        ascent: 94.5,
        descent: 24.6,
      },
    ],
    fallbacks: ['system-ui', '-apple-system', 'Segoe UI', 'Roboto', 'Arial', 'sans-serif'],
  },
};

/** The drawing next to the name, in one colour: SVG path data in a box of this many units. */
export const mark = {
  width: 30,
  height: 30,
  path: 'M0 15c5 0 5-6 10-6s5 6 10 6 5-6 10-6v5c-5 0-5 6-10 6s-5-6-10-6-5 6-10 6zM0 25c5 0 5-6 10-6s5 6 10 6 5-6 10-6v5c-5 0-5 6-10 6s-5-6-10-6-5 6-10 6z',
};

export const icon: { shape: string; line: string | null } = {
  shape:
    'M10 28c7.5 0 7.5-9 15-9s7.5 9 15 9 7.5-9 15-9v7c-7.5 0-7.5 9-15 9s-7.5-9-15-9-7.5 9-15 9zM10 44c7.5 0 7.5-9 15-9s7.5 9 15 9 7.5-9 15-9v7c-7.5 0-7.5 9-15 9s-7.5-9-15-9-7.5 9-15 9z',
  line: null,
};

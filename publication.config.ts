/*
 * Whose publication this is. What bears its name, its look or its addresses is made from this file by the next build: the app,
 * served pages, feeds, mails, icons, the social card and the sample articles. docs/publication.md says more about some
 * fields; `npm run publication` says whether all of it can be used.
 *
 * What admins change while the site runs is not here.
 */

export const name = 'Inkwell';

/** The language of the posts (BCP 47), unless a post has another; the interface is English. */
export const language = 'en';

/** A few words next to the name: in titles, feeds and on the social card. */
export const tagLine = 'Stories worth your time';

/** One sentence for search engines and for those who install the app. */
export const shortDescription = 'A community of writers and readers.';

/** What search engines and chats show under a link. */
export const description =
  'Inkwell is a community of writers and readers: essays, guides and stories on technology, design, business and life.';

/** The words at the top of the landing page. */
export const hero = {
  kicker: 'Welcome to {name}',
  title: 'Good writing finds its readers here.',
  lead: 'Essays, guides and stories by people who care about the craft. Read what matters, talk about it, and make it yours.',
};

export const footer = {
  about: 'A community of writers and readers. Stories worth your time, without the noise.',
  /** Stands behind the year and the name. */
  note: 'Written by people.',
};

/** The site's address without a slash at its end, e.g. `https://example.com`; null means https://PROJECT.web.app. */
export const siteUrl: string | null = null;

/** Whom readers can write to; shown in the footer and below mails where given. */
export const contact: { email: string | null; postalAddress: string | null } = {
  email: null,
  postalAddress: null,
};

/** Links in the footer, and what search engines learn to be the same publication elsewhere. */
export const socialLinks: { label: string; url: string }[] = [];

export const mail: { from: string | null; replyTo: string | null; serif: string[]; sans: string[] } = {
  /** `Name <address>`; null is the publication's name at `noreply@` the domain of its site. */
  from: null,
  replyTo: null,
  /** Fonts that readers' machines have: mails load none. */
  serif: ['Georgia', 'Times New Roman', 'serif'],
  sans: ['Arial', 'sans-serif'],
};

/** Pairs that stand on each other meet WCAG AA, or the build refuses them. */
export const colors = {
  light: {
    paper: '#fbfaf7',
    surface: '#ffffff',
    sunken: '#f3f1ea',
    text: '#17171b',
    muted: '#5b5b66',
    line: '#e5e1d8',
    lineStrong: '#8a8781',
    accent: '#27348b',
    accentHover: '#1c2669',
    accentSoft: '#e9ebf7',
    onAccent: '#ffffff',
    danger: '#a82020',
    dangerSoft: '#fbeaea',
    success: '#17643c',
    successSoft: '#e4f3ea',
    warning: '#7a4d00',
    warningSoft: '#fbf0db',
  },
  dark: {
    paper: '#131418',
    surface: '#1b1c22',
    sunken: '#202229',
    text: '#ecebe6',
    muted: '#a9a9b4',
    line: '#30323b',
    lineStrong: '#7a7c88',
    accent: '#b3bdff',
    accentHover: '#ccd3ff',
    accentSoft: '#262b4a',
    onAccent: '#12153a',
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
  '#eef0fb',
  '#dadef4',
  '#b3bdff',
  '#8f9bee',
  '#6f7cdc',
  '#5462c8',
  '#4250b4',
  '#333fa0',
  '#27348b',
  '#1c2669',
];

/** Titles and articles are set in `serif`, everything else in `sans`; either may be a font of any kind. */
export const fonts = {
  serif: {
    family: 'Newsreader Variable',
    /** An installed package of fontsource.org and files in it, the most needed first; without their `.woff2`. */
    package: '@fontsource-variable/newsreader',
    files: ['newsreader-latin-wght-normal', 'newsreader-latin-ext-wght-normal', 'newsreader-latin-wght-italic'],
    /**
     * Fonts of readers' machines in the measures of this one, in percent, so that its late arrival moves nothing. Lines break
     * where they will break later because these are as wide on average, in texts (400) and in titles (550); nor is a title
     * painted larger, which would count as a new largest paint.
     */
    standIns: [
      { family: 'Newsreader Georgia', weight: 400, local: ['Georgia'], size: 93.5, ascent: 78.6, descent: 28.3 },
      { family: 'Newsreader Georgia', weight: 550, local: ['Georgia'], size: 97.5, ascent: 75.4, descent: 27.2 },
      {
        family: 'Newsreader Times',
        weight: 400,
        local: ['Liberation Serif', 'Times New Roman'],
        size: 104,
        ascent: 70.7,
        descent: 25.5,
      },
      {
        family: 'Newsreader Times',
        weight: 550,
        local: ['Liberation Serif', 'Times New Roman'],
        size: 108.5,
        ascent: 67.7,
        descent: 24.4,
      },
      // What phones with Android have, and what machines have that have none of the others.
      {
        family: 'Newsreader Noto',
        weight: 400,
        local: ['Noto Serif', 'NotoSerif-Regular'],
        size: 90,
        ascent: 81.7,
        descent: 29.4,
      },
      {
        family: 'Newsreader Noto',
        weight: 550,
        local: ['Noto Serif', 'NotoSerif-Regular'],
        size: 93.5,
        ascent: 78.6,
        descent: 28.3,
      },
      {
        family: 'Newsreader Open',
        weight: 400,
        local: ['Open Sans Regular', 'OpenSans-Regular'],
        size: 92.5,
        ascent: 79.5,
        descent: 28.6,
      },
      {
        family: 'Newsreader Open',
        weight: 550,
        local: ['Open Sans Regular', 'OpenSans-Regular'],
        size: 96.5,
        ascent: 76.2,
        descent: 27.4,
      },
    ],
    fallbacks: ['Georgia', 'Times New Roman', 'serif'],
  },
  sans: {
    family: 'Figtree Variable',
    package: '@fontsource-variable/figtree',
    files: ['figtree-latin-wght-normal', 'figtree-latin-ext-wght-normal'],
    standIns: [
      // Ascent and descent are 3 % larger than Figtree's, which moves no baseline: text painted with a stand-in is then never smaller than the
      // app's text in Figtree, which would count as a later largest paint.
      {
        family: 'Figtree Fallback',
        local: ['Arial', 'Helvetica', 'Liberation Sans'],
        size: 100.5,
        ascent: 97.5,
        descent: 27.6,
      },
      { family: 'Figtree Roboto', local: ['Roboto', 'Roboto-Regular'], size: 101.5, ascent: 96.6, descent: 27.4 },
      {
        family: 'Figtree Open',
        local: ['Open Sans Regular', 'OpenSans-Regular'],
        size: 97.5,
        ascent: 100.4,
        descent: 28.4,
      },
    ],
    fallbacks: ['system-ui', '-apple-system', 'Segoe UI', 'Roboto', 'Arial', 'sans-serif'],
  },
};

/** The drawing next to the name, in one colour: SVG path data in a box of this many units. */
export const mark = {
  width: 24,
  height: 30,
  path: 'M12 0c6.5 8.8 12 15.2 12 19.5a12 10.5 0 0 1-24 0C0 15.2 5.5 8.8 12 0z',
};

/** The app's icon in a box of 64 × 64: `shape` in the colour of paper on the accent, `line` drawn over it in the accent. */
export const icon: { shape: string; line: string | null } = {
  shape: 'M32 9c8.5 11.5 15 20 15 29a15 15 0 0 1-30 0c0-9 6.5-17.5 15-29z',
  line: 'M25 40a7.5 7.5 0 0 0 7.5 7.5',
};

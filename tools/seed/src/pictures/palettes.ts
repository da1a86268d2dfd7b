/** Six inks of one picture, as hexadecimal colors. */
export interface Palette {
  /** The lightest: paper. */
  readonly paper: string;
  /** A tint of the main color. */
  readonly soft: string;
  readonly main: string;
  /** A warm or cool opposite, used sparingly. */
  readonly accent: string;
  /** A second opposite, lighter than `accent`. */
  readonly glow: string;
  /** The darkest, never black. */
  readonly ink: string;
}

/** One palette per category, near the category's own color theme (product §3). */
export const PALETTES = {
  Technology: {
    paper: '#e8eef1',
    soft: '#9fc0dc',
    main: '#2f69a8',
    accent: '#ee8f3c',
    glow: '#f7d488',
    ink: '#14273f',
  },
  Design: {
    paper: '#f2ecf4',
    soft: '#c4abdc',
    main: '#7047a3',
    accent: '#ee6b4d',
    glow: '#f6cb62',
    ink: '#2a1b3c',
  },
  Business: {
    paper: '#f8f0da',
    soft: '#f2cf77',
    main: '#dda022',
    accent: '#276a6e',
    glow: '#d9593d',
    ink: '#2a2930',
  },
  Lifestyle: {
    paper: '#eff1e1',
    soft: '#a8c596',
    main: '#4c8459',
    accent: '#e9a04f',
    glow: '#f6dc9e',
    ink: '#1d382e',
  },
  Health: {
    paper: '#fbeee7',
    soft: '#f0a797',
    main: '#ce4b47',
    accent: '#2b6872',
    glow: '#f7d3a4',
    ink: '#3d1a22',
  },
  Education: {
    paper: '#eceefa',
    soft: '#a6b1ea',
    main: '#4752c0',
    accent: '#ee7457',
    glow: '#f7c455',
    ink: '#1b2050',
  },
  Photography: {
    paper: '#f9ebef',
    soft: '#efa5be',
    main: '#c53f77',
    accent: '#2f6688',
    glow: '#f7cf9f',
    ink: '#31152a',
  },
  Food: {
    paper: '#fbf0e0',
    soft: '#f4bb7e',
    main: '#df7129',
    accent: '#587c49',
    glow: '#b6382a',
    ink: '#3a2115',
  },
} as const satisfies Record<string, Palette>;

/** The package brings no types: its README, "API". */
declare module 'subset-font' {
  interface Options {
    readonly targetFormat?: 'sfnt' | 'woff' | 'woff2';
    /** A number pins the axis, a range cuts it. */
    readonly variationAxes?: Readonly<Record<string, number | { readonly min: number; readonly max: number }>>;
  }
  export default function subsetFont(font: Buffer, text: string, options?: Options): Promise<Buffer>;
}

/** The part of subset-font 2.9 that `fonts.ts` uses. */
declare module 'subset-font' {
  type Range = { min: number; max: number };
  type Options = { targetFormat: 'woff2'; variationAxes: Record<'wght' | 'wdth', Range> };
  /** Returns the font with the glyphs of `text` and these parts of its axes. */
  export default function subsetFont(font: Uint8Array, text: string, options: Options): Promise<Uint8Array>;
}

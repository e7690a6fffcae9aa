declare module 'subset-font' {
  /** Returns the font with only the glyphs of `text`. */
  // biome-ignore lint/style/noDefaultExport: the package exports it so
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: object,
  ): Promise<Uint8Array>
}

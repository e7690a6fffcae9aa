declare module 'subset-font' {
  /** The given font with only the glyphs of `text`, and only a part of its axes. */
  // biome-ignore lint/style/noDefaultExport: the package exports it so
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      targetFormat: 'sfnt' | 'woff' | 'woff2'
      variationAxes?: Record<string, { min: number; max: number }>
      /** OpenType features that stay. */
      keepFeatures?: string[]
    },
  ): Promise<Uint8Array>
}

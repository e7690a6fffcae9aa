const urls = import.meta.glob<string>(
  ['../assets/renditions/*.avif', '../assets/renditions/*-{800,900}.webp'],
  { eager: true, query: '?url', import: 'default' },
)

/** Rendition widths of `scripts/site-pictures.ts`, and the largest size of each kind, in pixels. */
export const pictureKinds = {
  wide: { widths: [1280, 1920, 2400], width: 2400, height: 1350 },
  square: { widths: [640, 900, 1350], width: 1350, height: 1350 },
  about: { widths: [480, 800, 1200], width: 1200, height: 900 },
} as const

/** @throws Error for a missing rendition. */
function getRenditionUrl(file: string): string {
  const url = urls[`../assets/renditions/${file}`]
  if (!url) throw new Error(`No rendition ${file}: run npm run pictures.`)
  return url
}

/** The `srcset` of a picture, e.g. `hero-noir-wide`, in AVIF. */
export const getSrcset = (name: string, kind: keyof typeof pictureKinds) =>
  pictureKinds[kind].widths
    .map((width) => `${getRenditionUrl(`${name}-${width}.avif`)} ${width}w`)
    .join(', ')

/** WebP of a middle size, for browsers without AVIF and programs that read one URL. */
export const getFallbackSrc = (name: string, kind: keyof typeof pictureKinds) =>
  getRenditionUrl(`${name}-${pictureKinds[kind].widths[1]}.webp`)

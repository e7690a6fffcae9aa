import type { Picture } from '#src/contract/catalog.ts'
import { formatInteger } from '#src/rules/money.ts'
import { largestUrl, smallestUrl, toSiteName } from '#src/rules/pictures.ts'

/** Small renditions of the pictures that come with the shop, by their paths. */
const sitePictures: Record<string, string> = import.meta.glob(
  '../../assets/renditions/{*-480,*-square-640}.webp',
  { eager: true, query: '?url', import: 'default' },
)

const findSitePicture = (name: string): string | undefined =>
  ['-480', '-square-640']
    .map((size) => sitePictures[`../../assets/renditions/${name}${size}.webp`])
    .find(Boolean)

/** The address of a picture; of one that comes with the shop there is a small rendition only. */
export function toPictureUrl(
  file: string,
  picture: Picture | null | undefined,
  isLarge = false,
): string | undefined {
  if (picture) return isLarge ? largestUrl(picture) : smallestUrl(picture)
  const name = toSiteName(file)
  return name === undefined ? undefined : findSitePicture(name)
}

/** Width from which the enlargement shows more than the page does, in pixels. */
const SHARP_WIDTH = 2_000

/** Warns that a small picture looks blurred if it is enlarged. */
export const ResolutionWarning = ({ width }: { width: number }) =>
  width < SHARP_WIDTH && (
    <p className="text-sm leading-snug text-muted">
      {width} px wide: enlarged, it is no larger than that. From {formatInteger(SHARP_WIDTH)} px on,
      details can be seen.
    </p>
  )

import { productPath } from '#src/rules/paths.ts'

// A card's picture becomes the main picture of the product page it leads to; the product page's
// style sheet gives that one the same name.
const NAME = 'product-picture'

const isSeen = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < window.innerHeight
}

/** The picture of the card that leads to `path`, if it is on the screen. */
function pictureOf(path: string): HTMLImageElement | undefined {
  const links = document.querySelectorAll(`main a[href=${JSON.stringify(path)}]`)
  return (
    [...links]
      .map((link) => link.closest('article, li')?.querySelector('img'))
      .find((image) => image && isSeen(image)) ?? undefined
  )
}

let named: HTMLElement[] = []

function name(picture: HTMLElement): void {
  const others = [...document.images].filter(
    (image) => getComputedStyle(image).getPropertyValue('view-transition-name') === NAME,
  )
  // Two elements of one name would call the whole transition off.
  for (const image of others) image.style.setProperty('view-transition-name', 'none')
  picture.style.setProperty('view-transition-name', NAME)
  named = [picture, ...others]
}

addEventListener('pageswap', ({ viewTransition, activation }) => {
  const url = viewTransition && activation?.entry.url
  if (!url) return
  const { pathname } = new URL(url)
  const picture = pathname.startsWith(productPath('')) ? pictureOf(pathname) : undefined
  if (picture) name(picture)
})

addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  for (const image of named) image.style.removeProperty('view-transition-name')
})

import { productPath } from '#src/rules/paths.ts'

// A card's picture becomes the main picture of its product page. Both have this
// `view-transition-name`; on the product page, product.css sets it.
const TRANSITION_NAME = 'product-picture'

const isInViewport = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < window.innerHeight
}

/** The picture of the card that links to `path`, if it is in the viewport. */
function findPicture(path: string): HTMLImageElement | undefined {
  const links = document.querySelectorAll(`main a[href=${JSON.stringify(path)}]`)
  return (
    [...links]
      .map((link) => link.closest('article, li')?.querySelector('img'))
      .find((image) => image && isInViewport(image)) ?? undefined
  )
}

let changedPictures: HTMLElement[] = []

function setTransitionName(picture: HTMLElement): void {
  const others = [...document.images].filter(
    (image) => getComputedStyle(image).getPropertyValue('view-transition-name') === TRANSITION_NAME,
  )
  // The browser skips the transition when two elements have one name.
  for (const image of others) image.style.setProperty('view-transition-name', 'none')
  picture.style.setProperty('view-transition-name', TRANSITION_NAME)
  changedPictures = [picture, ...others]
}

addEventListener('pageswap', ({ viewTransition, activation }) => {
  const url = viewTransition && activation?.entry.url
  if (!url) return
  const { pathname } = new URL(url)
  const picture = pathname.startsWith(productPath('')) ? findPicture(pathname) : undefined
  if (picture) setTransitionName(picture)
})

addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  for (const image of changedPictures) image.style.removeProperty('view-transition-name')
})

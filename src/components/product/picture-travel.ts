// A picture travels from its card to the product page and back, where the browser lets documents
// share a transition. The main picture of a product page has the name by its style.

const NAME = 'product-picture'

/** The first picture of the card that leads to `path`. */
function pictureFor(path: string): HTMLElement | null {
  const link = document.querySelector(`main a[href="${CSS.escape(path).replaceAll('\\/', '/')}"]`)
  return link?.closest('article, li')?.querySelector('img') ?? null
}

function give(picture: HTMLElement | null, transition: ViewTransition | null): void {
  const { pathname } = location
  if (!picture || !transition) return
  const main = document.querySelector<HTMLElement>('#picture-1 .gallery-picture')
  if (main && pathname.startsWith('/product/')) main.style.viewTransitionName = 'none'
  picture.style.viewTransitionName = NAME
  const restore = () => {
    picture.style.viewTransitionName = ''
    if (main) main.style.viewTransitionName = ''
  }
  // It also fails where the next page wants no transition.
  transition.finished.then(restore, restore)
}

const pathOf = (url: string | null | undefined): string =>
  url && URL.canParse(url) ? new URL(url).pathname : ''

addEventListener('pageswap', (event) => {
  const path = pathOf(event.activation?.entry.url)
  if (path.startsWith('/product/')) give(pictureFor(path), event.viewTransition)
})

addEventListener('pagereveal', (event) => {
  const path = pathOf(navigation.activation?.from?.url)
  if (path.startsWith('/product/') && !location.pathname.startsWith('/product/'))
    give(pictureFor(path), event.viewTransition)
})

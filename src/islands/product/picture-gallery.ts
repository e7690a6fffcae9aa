import { RECENT_PRODUCTS_KEY } from '#src/stores/storage.ts'

const MAX_RECENT_PRODUCTS = 6

/** `<picture-gallery>`: thumbnails, arrow keys and the lightbox for the markup of ui/product/Gallery. */
export class PictureGallery extends HTMLElement {
  private track: HTMLElement | null = null

  connectedCallback(): void {
    this.track = this.querySelector('.gallery-track')
    this.addEventListener('click', this.handleClick)
    this.addEventListener('keydown', this.handleKeyDown)
    this.addEventListener('focusin', this.handleFocus)
    this.track?.addEventListener('scroll', this.handleScroll, { passive: true })
    for (const event of ['pointerover', 'touchstart', 'focusin', 'click'])
      this.addEventListener(event, this.loadPictures, { once: true, passive: true })
    if (this.index > 0) this.handleScroll()
    addRecentProduct(location.pathname.split('/').at(-1) ?? '')
  }

  private get slides(): HTMLAnchorElement[] {
    return [...this.querySelectorAll<HTMLAnchorElement>('[data-enlarge]')]
  }

  /** Index of the picture in view. */
  private get index(): number {
    const { track } = this
    return track ? Math.round(track.scrollLeft / Math.max(1, track.clientWidth)) : 0
  }

  private show(index: number): void {
    const last = this.slides.length - 1
    const left = Math.min(Math.max(index, 0), last) * (this.track?.clientWidth ?? 0)
    const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
    this.track?.scrollTo({ left, behavior: reducedMotion ? 'instant' : 'smooth' })
  }

  /** Gives the other pictures a box, so that they load. */
  private loadPictures = (): void => {
    this.dataset['used'] = ''
  }

  /** A browser does not always scroll to a picture that gets the focus beside the first. */
  private handleFocus = ({ target }: FocusEvent): void => {
    const index = this.slides.indexOf(target as HTMLAnchorElement)
    if (index >= 0) this.show(index)
  }

  private handleScroll = (): void => {
    const { index } = this
    this.loadPictures()
    for (const thumbnail of this.querySelectorAll('[data-show]'))
      if (thumbnail.getAttribute('data-show') === String(index))
        thumbnail.setAttribute('aria-current', 'true')
      else thumbnail.removeAttribute('aria-current')
    const count = this.querySelector('[data-count]')
    if (count) count.textContent = `${index + 1} / ${this.slides.length}`
  }

  private handleClick = (event: MouseEvent): void => {
    if (!(event.target instanceof Element) || event.metaKey || event.ctrlKey || event.shiftKey)
      return
    const thumbnail = event.target.closest('[data-show]')
    const slide = event.target.closest<HTMLAnchorElement>('[data-enlarge]')
    if (!thumbnail && !slide) return
    event.preventDefault()
    if (thumbnail) this.show(Number(thumbnail.getAttribute('data-show')))
    else if (slide) void this.openLightbox(slide)
  }

  /** The lightbox is loaded on first use; if that fails, the picture's link is followed. */
  private async openLightbox(slide: HTMLAnchorElement): Promise<void> {
    try {
      const { openLightbox } = await import('./lightbox.ts')
      openLightbox(this.slides, this.slides.indexOf(slide), (index) => this.show(index))
    } catch {
      location.assign(slide.href)
    }
  }

  private handleKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined || event.altKey || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    const index = Math.min(Math.max(this.index + step, 0), this.slides.length - 1)
    this.show(index)
    const focused = document.activeElement
    if (focused?.matches('[data-enlarge]')) this.slides[index]?.focus({ preventScroll: true })
    if (focused?.matches('[data-show]'))
      this.querySelector<HTMLElement>(`[data-show="${index}"]`)?.focus()
  }
}

/** Keeps the slug of the opened product on this device, the newest first. */
function addRecentProduct(slug: string): void {
  try {
    const known = localStorage.getItem(RECENT_PRODUCTS_KEY) ?? ''
    const recent = [...new Set([slug, ...known.split(',')])].slice(0, MAX_RECENT_PRODUCTS)
    localStorage.setItem(RECENT_PRODUCTS_KEY, recent.join())
  } catch {
    // Storage is full or blocked: nothing is kept.
  }
}

if (!customElements.get('picture-gallery')) customElements.define('picture-gallery', PictureGallery)

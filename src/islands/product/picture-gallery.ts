/** `<picture-gallery>`: thumbnails, arrow keys and enlarging for the gallery's static markup. */
export class PictureGallery extends HTMLElement {
  private track: HTMLElement | null = null

  connectedCallback(): void {
    this.track = this.querySelector('.gallery-track')
    this.addEventListener('click', this.press)
    this.addEventListener('keydown', this.key)
    this.track?.addEventListener('scroll', this.follow, { passive: true })
  }

  private get slides(): HTMLAnchorElement[] {
    return [...this.querySelectorAll<HTMLAnchorElement>('[data-enlarge]')]
  }

  /** Which picture is in view, from 0. */
  private get place(): number {
    const { track } = this
    return track ? Math.round(track.scrollLeft / Math.max(1, track.clientWidth)) : 0
  }

  private show(place: number): void {
    const last = this.slides.length - 1
    const left = Math.min(Math.max(place, 0), last) * (this.track?.clientWidth ?? 0)
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
    this.track?.scrollTo({ left, behavior: calm ? 'instant' : 'smooth' })
  }

  private follow = (): void => {
    const { place } = this
    for (const thumbnail of this.querySelectorAll('[data-show]'))
      if (thumbnail.getAttribute('data-show') === String(place))
        thumbnail.setAttribute('aria-current', 'true')
      else thumbnail.removeAttribute('aria-current')
    const count = this.querySelector('[data-count]')
    if (count) count.textContent = `${place + 1} / ${this.slides.length}`
  }

  private press = (event: MouseEvent): void => {
    if (!(event.target instanceof Element) || event.metaKey || event.ctrlKey || event.shiftKey)
      return
    const thumbnail = event.target.closest('[data-show]')
    const slide = event.target.closest<HTMLAnchorElement>('[data-enlarge]')
    if (!thumbnail && !slide) return
    event.preventDefault()
    if (thumbnail) this.show(Number(thumbnail.getAttribute('data-show')))
    else if (slide) void this.enlarge(slide)
  }

  /** Enlarging comes with its own script at the first wish; without it the picture's link leads. */
  private async enlarge(slide: HTMLAnchorElement): Promise<void> {
    try {
      const { openLightbox } = await import('./lightbox.ts')
      openLightbox(this.slides, this.slides.indexOf(slide), (place) => this.show(place))
    } catch {
      location.assign(slide.href)
    }
  }

  private key = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined || event.altKey || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    const place = Math.min(Math.max(this.place + step, 0), this.slides.length - 1)
    this.show(place)
    const focused = document.activeElement
    if (focused?.matches('[data-enlarge]')) this.slides[place]?.focus({ preventScroll: true })
    if (focused?.matches('[data-show]'))
      this.querySelector<HTMLElement>(`[data-show="${place}"]`)?.focus()
  }
}

if (!customElements.get('picture-gallery')) customElements.define('picture-gallery', PictureGallery)

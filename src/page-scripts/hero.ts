import { HERO_INTERVAL_MS } from '#src/rules/constants.ts'

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')

/** The search and the side menu while they are open, under which the slides rest. */
const COVERS = ':popover-open, dialog[open]'

function startHero(hero: HTMLElement): void {
  const slides = [...hero.querySelectorAll<HTMLElement>('.hero-slide')]
  const dots = [...hero.querySelectorAll<HTMLElement>('[data-slide]')]
  const slideRegion = hero.querySelector('.hero-slides')
  const pauseButton = hero.querySelector<HTMLElement>('[data-pause]')
  let current = 0
  let playing = !reducedMotion.matches
  let autoplaying = false
  let timer: ReturnType<typeof setInterval> | undefined

  /** Unhides a slide, so that its picture loads. */
  const loadPicture = (index: number) => slides[index % slides.length]?.removeAttribute('hidden')

  function show(index: number): void {
    current = index % slides.length
    loadPicture(current)
    for (const [index, slide] of slides.entries()) {
      slide.toggleAttribute('data-current', index === current)
      slide.inert = index !== current
    }
    for (const [index, dot] of dots.entries())
      if (index === current) dot.setAttribute('aria-current', 'true')
      else dot.removeAttribute('aria-current')
    hero.dataset['palette'] = slides[current]?.dataset['palette']
    loadPicture(current + 1)
  }

  const isInteracting = (): boolean =>
    hero.matches(':focus-within') ||
    hero.querySelector('.hero-text:hover, .hero-actions:hover') !== null

  /** Autoplays unless paused, pointed at, focused or in a hidden tab. */
  function updateAutoplay(): void {
    const autoplay = playing && !document.hidden && !isInteracting()
    if (autoplay === autoplaying) return
    autoplaying = autoplay
    clearInterval(timer)
    if (autoplaying)
      timer = setInterval(() => {
        if (!document.querySelector(COVERS)) show(current + 1)
      }, HERO_INTERVAL_MS)
    slideRegion?.setAttribute('aria-live', autoplaying ? 'off' : 'polite')
  }

  function setPlaying(value: boolean): void {
    playing = value
    hero.toggleAttribute('data-paused', !playing)
    pauseButton?.setAttribute('aria-label', playing ? 'Pause the pictures' : 'Play the pictures')
    updateAutoplay()
  }

  pauseButton?.addEventListener('click', () => setPlaying(!playing))
  for (const [index, dot] of dots.entries()) dot.addEventListener('click', () => show(index))
  for (const event of ['pointerover', 'pointerleave', 'focusin'])
    hero.addEventListener(event, updateAutoplay)
  hero.addEventListener('focusout', () => setTimeout(updateAutoplay))
  document.addEventListener('visibilitychange', updateAutoplay)
  reducedMotion.addEventListener('change', () => setPlaying(!reducedMotion.matches))

  hero.querySelector('[data-explore]')?.addEventListener('click', (event) => {
    event.preventDefault()
    window.scrollBy({
      top: window.innerHeight,
      behavior: reducedMotion.matches ? 'auto' : 'smooth',
    })
  })

  setPlaying(playing)
  if (document.readyState === 'complete') loadPicture(1)
  else addEventListener('load', () => loadPicture(1), { once: true })
}

const hero = document.querySelector<HTMLElement>('.hero')
if (hero) startHero(hero)

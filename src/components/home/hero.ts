import { HERO_INTERVAL_MS } from '#src/rules/constants.ts'

const stillness = matchMedia('(prefers-reduced-motion: reduce)')

function startHero(hero: HTMLElement): void {
  const slides = [...hero.querySelectorAll<HTMLElement>('.hero-slide')]
  const dots = [...hero.querySelectorAll<HTMLElement>('[data-slide]')]
  const region = hero.querySelector('.hero-slides')
  const pause = hero.querySelector<HTMLElement>('[data-pause]')
  let current = 0
  let playing = !stillness.matches
  let turning = false
  let timer: ReturnType<typeof setInterval> | undefined

  /** Lets the slide's picture load; until then it has no box and costs nothing. */
  const prepare = (at: number) => slides[at % slides.length]?.removeAttribute('hidden')

  function show(at: number): void {
    current = at % slides.length
    prepare(current)
    for (const [index, slide] of slides.entries()) {
      slide.toggleAttribute('data-current', index === current)
      slide.inert = index !== current
    }
    for (const [index, dot] of dots.entries())
      if (index === current) dot.setAttribute('aria-current', 'true')
      else dot.removeAttribute('aria-current')
    hero.dataset['palette'] = slides[current]?.dataset['palette']
    prepare(current + 1)
  }

  const isReadOrUsed = (): boolean =>
    hero.matches(':focus-within') ||
    hero.querySelector('.hero-text:hover, .hero-actions:hover') !== null

  /** Turns while nobody reads or uses it with the pointer or the keyboard, and the tab is seen. */
  function turnOrRest(): void {
    const turn = playing && !document.hidden && !isReadOrUsed()
    if (turn === turning) return
    turning = turn
    clearInterval(timer)
    if (turning) timer = setInterval(() => show(current + 1), HERO_INTERVAL_MS)
    region?.setAttribute('aria-live', turning ? 'off' : 'polite')
  }

  function setPlaying(next: boolean): void {
    playing = next
    hero.toggleAttribute('data-paused', !playing)
    pause?.setAttribute('aria-label', playing ? 'Pause the pictures' : 'Play the pictures')
    turnOrRest()
  }

  pause?.addEventListener('click', () => setPlaying(!playing))
  for (const [at, dot] of dots.entries()) dot.addEventListener('click', () => show(at))
  for (const event of ['pointerover', 'pointerleave', 'focusin'])
    hero.addEventListener(event, turnOrRest)
  hero.addEventListener('focusout', () => setTimeout(turnOrRest))
  document.addEventListener('visibilitychange', turnOrRest)
  stillness.addEventListener('change', () => setPlaying(!stillness.matches))

  hero.querySelector('[data-explore]')?.addEventListener('click', (event) => {
    event.preventDefault()
    window.scrollBy({ top: window.innerHeight, behavior: stillness.matches ? 'auto' : 'smooth' })
  })

  setPlaying(playing)
  if (document.readyState === 'complete') prepare(1)
  else addEventListener('load', () => prepare(1), { once: true })
}

const hero = document.querySelector<HTMLElement>('.hero')
if (hero) startHero(hero)

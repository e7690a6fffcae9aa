import { PROGRESS_MS } from '#src/rules/constants.ts'
import { onPageShow } from './on-page-show.ts'

const stillness = matchMedia('(prefers-reduced-motion: reduce)')

onPageShow(() => {
  if (stillness.matches) return
  document.querySelector('.progress-bar')?.animate(
    [
      { transform: 'scaleX(0)', opacity: 1 },
      { transform: 'scaleX(1)', opacity: 1, offset: 0.8 },
      { transform: 'scaleX(1)', opacity: 0 },
    ],
    { duration: PROGRESS_MS, easing: 'ease-out' },
  )
})

import { HEADER_COMPACT_AFTER_PX } from '#src/rules/constants.ts'

const header = document.querySelector('.site-header')

const compact = () =>
  header?.toggleAttribute('data-compact', window.scrollY > HEADER_COMPACT_AFTER_PX)

addEventListener('scroll', compact, { passive: true })
compact()

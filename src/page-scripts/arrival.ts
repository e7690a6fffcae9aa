// The login says why a visitor is there, before its form is hydrated.
import { describeArrival } from '#src/rules/messages/arrival.ts'
import { ENDED_PARAMETER } from '#src/rules/paths.ts'
import { findIntentOf } from '#src/stores/intent.ts'
import { nextPath } from '#src/stores/navigation.ts'

const next = nextPath()
const intent = findIntentOf(next)
const text = describeArrival({
  next,
  wanted: intent && { kind: intent.kind, title: intent.product.title },
  hasEnded: new URLSearchParams(location.search).has(ENDED_PARAMETER),
})
const place = document.querySelector('[data-arrival]')
if (place && text) place.textContent = text

const ARROW = '→'

/** A sort's words, with their arrow drawn in the face of the words (listing.css). */
export function SortLabel({ text }: { text: string }) {
  const [from, to] = text.split(ARROW)
  if (to === undefined) return text
  return (
    <span>
      {from}
      <span className="arrow-right">{ARROW}</span>
      {to}
    </span>
  )
}

import { useEffect, useRef, useState } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { Input } from '#src/ui/Field.tsx'

interface Props {
  /** Label of the field. */
  label: string
  placeholder: string
  search: string
  /** The field has the focus when the page is opened. */
  hasFocus?: boolean
  onSearch: (text: string) => void
}

/** A search that is sent by Enter or the button: each reads personal data. */
export function SearchForm({ label, placeholder, search, hasFocus = false, onSearch }: Props) {
  const [text, setText] = useState(search)
  useEffect(() => setText(search), [search])
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!hasFocus) return
    // After the router has moved the focus to the page.
    const frame = requestAnimationFrame(() => input.current?.select())
    return () => cancelAnimationFrame(frame)
  }, [hasFocus])
  return (
    <search>
      <form
        className="flex max-w-2xl flex-wrap gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          onSearch(text.trim())
        }}
      >
        <Input
          ref={input}
          type="search"
          aria-label={label}
          placeholder={placeholder}
          autoComplete="off"
          maxLength={320}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="min-w-0 flex-1"
        />
        <Button type="submit">Search</Button>
      </form>
    </search>
  )
}

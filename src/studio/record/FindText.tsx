import { useCallback, useEffect, useState } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { useCall } from '../app/api.ts'
import { TextLink } from '../ui/TextLink.tsx'
import { type LocateError, showField } from './ErrorSummary.tsx'
import { findField, type PressedPart } from './find-field.ts'
import { selectText } from './select-text.ts'

interface FindField {
  /** Moves to the field that a pressed part of the page shows. */
  find: (pressed: PressedPart, onShown?: () => void) => void
  /** A text that no field of the form has. */
  missing: string | undefined
  forget: () => void
}

/**
 * Shows the form, where the screen has room for the preview alone, and then moves the focus: what is hidden takes none.
 * @returns takes what moves it.
 */
export function useFocusInForm(showForm: () => void): (moveFocus: () => void) => void {
  const [move, setMove] = useState<() => void>()
  useEffect(() => move?.(), [move])
  return useCallback(
    (moveFocus) => {
      showForm()
      setMove(() => () => moveFocus())
    },
    [showForm],
  )
}

export function useFindField(
  getValues: () => unknown,
  locate: LocateError,
  focusInForm: (moveFocus: () => void) => void,
): FindField {
  const [missing, setMissing] = useState<string>()
  const find = useCallback(
    (pressed: PressedPart, onShown?: () => void) => {
      const path = findField(getValues(), pressed, (place) => locate(place) !== undefined)
      const place = path === undefined ? undefined : locate(path)
      setMissing(place ? undefined : pressed.texts[0])
      if (!place) return
      focusInForm(() => {
        showField(place)
        onShown?.()
      })
    },
    [getValues, locate, focusInForm],
  )
  useEffect(() => {
    const query = new URLSearchParams(location.search)
    const [text = '', word = '', near = ''] = ['text', 'word', 'near'].map(
      (name) => query.get(name) ?? '',
    )
    const select = () => selectText(document.activeElement, word, near)
    if (text) find({ texts: [text], sources: '', isInMain: true }, select)
  }, [find])
  return { find, missing, forget: () => setMissing(undefined) }
}

/** The records and products that have a text. */
export function FoundTexts({ text }: { text: string }) {
  const { data, error } = useCall('GET /editor/texts', { query: { text } })
  if (error) return <span className="text-danger">{error.message}</span>
  if (!data) return 'Looking for it…'
  if (data.found.length === 0)
    return 'No record has it: it is a label of a control, or computed, e.g. a date.'
  return (
    <ul className="flex flex-wrap gap-x-4">
      {data.found.map(({ type, id, title }) => (
        <li key={id}>
          <TextLink
            to={`${type === 'content' ? '/content' : '/products'}/${id}?text=${encodeURIComponent(text)}`}
          >
            {title}
          </TextLink>
        </li>
      ))}
    </ul>
  )
}

/** Tells the editor that the form does not have a text, and where it is edited. */
export const MissingText = ({ text, onClose }: { text: string; onClose: () => void }) => (
  <div role="status" className="border-s-2 border-accent ps-4 text-sm">
    <p className="flex flex-wrap items-center justify-between gap-3">
      <span className="min-w-0 truncate">“{text}” is not part of this form.</span>
      <Button variant="quiet" onClick={onClose}>
        Close
      </Button>
    </p>
    <FoundTexts text={text} />
  </div>
)

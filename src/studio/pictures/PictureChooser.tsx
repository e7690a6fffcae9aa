import { type ComponentProps, useRef } from 'react'
import { Button } from '#src/ui/Button.tsx'

import { PICTURE_TYPES } from './use-uploads.ts'

interface Props extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  /** Names the choice for tests and screen readers. */
  label: string
  multiple?: boolean
  onChoose: (files: File[]) => void
}

/** A button that opens the browser's dialog to choose pictures. */
export function PictureChooser({ label, multiple, onChoose, ...button }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button variant="secondary" {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        accept={PICTURE_TYPES.join()}
        multiple={multiple}
        hidden
        aria-label={label}
        onChange={({ target }) => {
          onChoose([...(target.files ?? [])])
          target.value = ''
        }}
      />
    </>
  )
}

import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { GIFT_NOTE_LENGTH } from '#src/contract/values.ts'
import { $gift, setGift } from '#src/stores/gift.ts'
import { Button } from '#src/ui/Button.tsx'
import { CheckboxField, TextareaField } from '#src/ui/Field.tsx'

/** Gift wrap, free of charge, and the words on its card. */
export function GiftOptions() {
  const { wrap, note } = useStore($gift)
  const [busy, setBusy] = useState(false)
  // Stays when the server does not take it.
  const [typed, setTyped] = useState<string>()

  async function save(gift: { wrap: boolean; note: string }) {
    setBusy(true)
    await setGift(gift)
    setBusy(false)
    setTyped((text) => (text?.trim() === $gift.get().note ? undefined : text))
  }

  /** Also when the field loses the focus: who goes on to the checkout has not pressed the button. */
  function saveNote() {
    const text = typed?.trim() ?? note
    if (text !== note) void save({ wrap, note: text })
  }

  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        saveNote()
      }}
    >
      <CheckboxField
        name="gift-wrap"
        label="Gift wrap, with our compliments"
        checked={wrap}
        disabled={busy}
        onChange={({ target }) => void save({ wrap: target.checked, note })}
      />
      {wrap && (
        <>
          <TextareaField
            name="gift-note"
            label="Words for the card"
            rows={3}
            maxLength={GIFT_NOTE_LENGTH}
            value={typed ?? note}
            onChange={({ target }) => setTyped(target.value)}
            onBlur={saveNote}
          />
          <Button type="submit" variant="secondary" size="narrow" busy={busy}>
            Save the card
          </Button>
        </>
      )}
    </form>
  )
}

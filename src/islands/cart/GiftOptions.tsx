import { useStore } from '@nanostores/react'
import { type SubmitEvent, useState } from 'react'
import { GIFT_NOTE_LENGTH } from '#src/contract/values.ts'
import { $gift, setGift } from '#src/stores/gift.ts'
import { Button } from '#src/ui/Button.tsx'
import { CheckboxField, TextareaField } from '#src/ui/Field.tsx'

/** Gift wrap, free of charge, and the words on its card. */
export function GiftOptions() {
  const { wrap, note } = useStore($gift)
  const [busy, setBusy] = useState(false)

  async function save(gift: { wrap: boolean; note: string }) {
    setBusy(true)
    await setGift(gift)
    setBusy(false)
  }

  function saveNote(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = new FormData(event.currentTarget).get('gift-note')
    void save({ wrap, note: typeof text === 'string' ? text.trim() : '' })
  }

  return (
    <form className="flex flex-col gap-4" onSubmit={saveNote}>
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
            key={note}
            name="gift-note"
            label="Words for the card"
            rows={3}
            maxLength={GIFT_NOTE_LENGTH}
            defaultValue={note}
          />
          <Button type="submit" variant="secondary" size="narrow" busy={busy}>
            Save the card
          </Button>
        </>
      )}
    </form>
  )
}

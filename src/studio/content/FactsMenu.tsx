import { atom } from 'nanostores'
import { type FocusEvent, useEffect } from 'react'
import { type ContentKind, getOwnTokens } from '#src/contract/content.ts'
import { listTokens } from '#src/editing/content-tokens.ts'
import { Button, PlainButton } from '#src/ui/Button.tsx'
import { copyText } from '../app/copy-text.ts'
import { Popover } from '../ui/controls.tsx'
import { insertAtCursor } from '../ui/insert-at-cursor.ts'

/** Writes at the cursor of the text that had the focus last. @returns whether the text is still there. */
export const $insertText = atom<((text: string) => boolean) | undefined>()

/** Notes which text has the focus; the editor of rich text notes itself. */
export function rememberFocus({ target }: FocusEvent): void {
  const isText = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement
  if (!isText || !target.matches('textarea, input:not([type], [inputmode])')) return
  $insertText.set((text) => target.isConnected && insertAtCursor(target, text))
}

async function insert(text: string): Promise<void> {
  document.getElementById('facts')?.hidePopover()
  if ($insertText.get()?.(text)) return
  await copyText(
    text,
    `${text} is copied. Paste it where it belongs.`,
    `Place the cursor in a text first, or type ${text} there.`,
  )
}

/** Opens the menu beside itself. */
export const FactsButton = ({ className }: { className: string }) => (
  <Button variant="secondary" popoverTarget="facts" className={className}>
    Facts
  </Button>
)

/** Inserts a token for a fact that is kept in one place, e.g. the telephone number. */
export function FactsMenu({ kind }: { kind: ContentKind }) {
  useEffect(() => () => $insertText.set(undefined), [])
  return (
    <>
      <FactsButton className="max-sm:hidden" />
      <Popover
        id="facts"
        className="max-h-full w-96 max-w-[calc(100vw-2rem)] overflow-y-auto text-sm"
      >
        <p className="text-muted">
          The shop fills in each of them. A press writes it where the cursor is.
        </p>
        <ul className="mt-2">
          {listTokens(getOwnTokens(kind)).map(([name, label]) => (
            <li key={name}>
              <PlainButton
                className="flex min-h-10 w-full items-center justify-between gap-3 text-start hover:bg-surface pointer-coarse:min-h-11"
                onClick={() => void insert(`{${name}}`)}
              >
                {label} <code className="text-muted">{`{${name}}`}</code>
              </PlainButton>
            </li>
          ))}
        </ul>
      </Popover>
    </>
  )
}

import { type ReactNode, useState } from 'react'
import type { Variant } from '#src/contract/catalog.ts'
import type { ChooserRequest } from './VariantChooser.tsx'

/**
 * Asks for the options of a piece in a dialog, which is loaded with the first press.
 * @returns the variant; null if the dialog was closed.
 * @throws if the dialog cannot be loaded.
 */
export type ChooseVariant = (request: ChooserRequest) => Promise<Variant | null>

interface VariantChooserHook {
  /** The dialog while it is open, to render. */
  chooser: ReactNode
  chooseVariant: ChooseVariant
}

export function useVariantChooser(): VariantChooserHook {
  const [chooser, setChooser] = useState<ReactNode>(null)

  async function chooseVariant(request: ChooserRequest): Promise<Variant | null> {
    const { VariantChooser } = await import('./VariantChooser.tsx')
    return new Promise((resolve) => {
      const close = (variant: Variant | null) => {
        setChooser(null)
        resolve(variant)
      }
      setChooser(<VariantChooser {...request} onClose={close} />)
    })
  }

  return { chooser, chooseVariant }
}

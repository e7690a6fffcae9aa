import { atom } from 'nanostores'

export interface StockedProduct {
  id: string
  title: string
}

/** The product whose stock is changed in the dialog. The row that asked for it may be scrolled away. */
export const $stockOf = atom<StockedProduct | undefined>(undefined)

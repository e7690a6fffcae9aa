import { atom } from 'nanostores'

/** Number of the picture of what is chosen, from 0: the buy box asks the gallery to show it. */
export const $shownPicture = atom<number | undefined>(undefined)

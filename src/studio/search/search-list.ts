import { defineList, inMemory, text } from '../app/list-state.ts'

/** The search of everything. */
export const SEARCH = defineList({ text: inMemory(text()) })

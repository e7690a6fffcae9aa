import { defineList, inMemory, pageNumber, text } from '../app/list-state.ts'

export const CUSTOMERS = defineList({ search: inMemory(text()), page: pageNumber() })

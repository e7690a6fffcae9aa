import { createTurns } from '../turns.ts'

const PART_LETTERS = 64 * 1024

/**
 * The JSON of an object whose lists may be long: other requests have turns of the event loop meanwhile.
 * @returns what `JSON.stringify` makes of it, in parts.
 */
export async function stringifyInTurns(value: object): Promise<Buffer[]> {
  const turn = createTurns()
  const parts: Buffer[] = []
  let text = ''
  const add = async (more: string) => {
    text += more
    if (text.length < PART_LETTERS) return
    parts.push(Buffer.from(text))
    text = ''
    await turn()
  }
  for (const [name, part] of Object.entries(value)) {
    const start = `${parts.length + text.length === 0 ? '{' : ','}${JSON.stringify(name)}:`
    if (!Array.isArray(part) || part.length === 0) {
      await add(start + JSON.stringify(part))
      continue
    }
    for (const [index, item] of part.entries())
      await add((index === 0 ? `${start}[` : ',') + JSON.stringify(item))
    await add(']')
  }
  parts.push(Buffer.from(`${text}}`))
  return parts
}

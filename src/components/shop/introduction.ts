/** The first sentence of an introduction, and the rest of it. */
export function splitIntroduction(text: string): [line: string, rest: string] {
  const [line = text] = /^.*?[.!?](?=\s)/s.exec(text) ?? []
  return [line, text.slice(line.length).trim()]
}

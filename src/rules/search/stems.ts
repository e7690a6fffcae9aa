/** Lower case without accents: `Minaudière` becomes `minaudiere`. The dot below letters of Devanagari is often left out. */
export const foldText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u093c'’]/g, '')
    .toLowerCase()

/** The singular of a folded word: `watches` becomes `watch`, `chudiyan` becomes `chudi`, and `जूतों` becomes `जूता`. */
export function stemWord(word: string): string {
  if (/[\u0900-\u097f]$/.test(word))
    return word
      .replace(/िय[ाो][ंँ]$/, 'ी')
      .replace(/(?:ों|े)$/, 'ा')
      .replace(/ें$/, '')
  if (word.length < 4 || /(?:ss|us|is)$/.test(word)) return word
  if (/^(?:bow|neck)?ties$/.test(word)) return word.slice(0, -1)
  if (/iyaa?n$/.test(word)) return word.replace(/yaa?n$/, '')
  if (/(?:ar|al|el)ves$/.test(word)) return `${word.slice(0, -3)}f`
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(?:s|x|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : word
}

/** The stems of a text. */
export const toStems = (text: string): string[] =>
  (foldText(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map(stemWord)

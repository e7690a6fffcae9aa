import { toCsv, UnreadableFile } from './xlsx-to-csv.ts'

// Reads a spreadsheet while the page stays usable. It is loaded when one is chosen.

addEventListener('message', ({ data }: MessageEvent<{ bytes: ArrayBuffer; sheet?: string }>) => {
  try {
    postMessage(toCsv(new Uint8Array(data.bytes), data.sheet))
  } catch (error) {
    // A rejection would not reach the page.
    const { message } = error instanceof UnreadableFile ? error : new UnreadableFile()
    postMessage({ reason: message })
  }
})
